import Testing

@testable import WCDBEngine
@testable import wcdb_fuzz

/// Differences that are told by what the statements say.
@Suite(.enabled(if: JudgedScript.library != nil, "there is no SQLite 3.40 here"))
struct `Listed differences from SQLite` {
    private func expect(_ reason: String, _ text: String) throws {
        #expect(try JudgedScript(text).reason() == reason, "\(text)")
    }

    /// An answer with a row more.
    private func expectNone(_ text: String) throws {
        let script = try JudgedScript(text)
        #expect(try script.reason { $0.rows.append([.integer(77)]) } == nil, "\(text)")
    }

    @Test func `an ALTER that does more or less`() throws {
        try expect(
            "refused, not by SQLite",
            """
            CREATE TABLE t(a, b);
            CREATE TRIGGER g AFTER INSERT ON t BEGIN UPDATE t SET a = 1; END;
            ALTER TABLE t DROP COLUMN a
            """)
        try expect(
            "rowid renamed by SQLite",
            """
            CREATE TABLE t(a INTEGER PRIMARY KEY, b);
            CREATE VIEW v AS SELECT rowid FROM t;
            ALTER TABLE t RENAME a TO c
            """)
        try expect(
            "an index of a hidden table",
            """
            CREATE TABLE t(a, b);
            CREATE TABLE u(c, d);
            CREATE INDEX i ON u(d);
            CREATE TEMP TABLE u(c);
            ALTER TABLE t DROP COLUMN b
            """)
    }

    @Test func `a key that refers to nothing`() throws {
        let text = """
            PRAGMA foreign_keys = ON;
            CREATE TABLE t(a, b, c);
            CREATE TABLE u(d REFERENCES t(a) ON DELETE SET NULL);
            CREATE UNIQUE INDEX i ON t((4.0), c);
            UPDATE OR REPLACE t SET b = a
            """
        try expect("a key that refers to nothing", text)
        let other = text.replacing("UPDATE OR REPLACE", with: "UPDATE OR IGNORE")
        let reason = try JudgedScript(other).reason { outcome in
            (outcome.code, outcome.message) = (1, "foreign key mismatch")
        }
        #expect(reason == nil)
    }

    @Test func `a trigger that is renamed with what hides its table`() throws {
        let text = """
            CREATE TABLE t2(a);
            CREATE TRIGGER temp.g AFTER DELETE ON t2 BEGIN SELECT 1; END;
            CREATE TABLE IF NOT EXISTS temp.t2(a);
            ALTER TABLE t2 RENAME TO t27
            """
        try expect("renamed with what hides it by SQLite", text)
        #expect(try JudgedScript(text).reason(meddling: "DROP TRIGGER g") == nil)
    }

    @Test func `a number in a text of excluded`() throws {
        let text = """
            CREATE TABLE t(a INTEGER PRIMARY KEY, b NUMERIC);
            INSERT INTO t VALUES(1, 1);
            INSERT INTO t VALUES(1, '-0') ON CONFLICT DO UPDATE SET b = excluded.b || '%b'
            """
        try expect("excluded as it was given by SQLite", text)
        #expect(try JudgedScript(text).reason(meddling: "UPDATE t SET b = '1%b'") == nil)
        #expect(try JudgedScript(text).reason(meddling: "UPDATE t SET b = '0%c'") == nil)
    }

    @Test func `bytes that are no text`() throws {
        let text = "SELECT length(hex(x'ef' || x'ef')), 5"
        try expect("no UTF-8 for SQLite", text)
        #expect(try JudgedScript(text).reason { $0.rows = [[.integer(13), .integer(5)]] } == nil)
    }

    @Test func `rows that RETURNING does not have`() throws {
        let text = """
            CREATE TABLE t(a);
            INSERT INTO t VALUES(1), (2);
            CREATE TEMP TRIGGER g AFTER DELETE ON t BEGIN SELECT RAISE(IGNORE) WHERE old.a = 1; END;
            DELETE FROM t RETURNING a
            """
        try expect("not returned by SQLite", text)
        // Rows that are not those of SQLite and some more.
        let script = try JudgedScript(text)
        #expect(try script.reason { $0.rows = [[.integer(1)], [.integer(3)]] } == nil)
        // And where nothing was ignored.
        try expectNone(text.replacing("RAISE(IGNORE)", with: "1"))
    }

    @Test func `what SQLite does not look at`() throws {
        try expect(
            "not looked at by SQLite",
            """
            CREATE TABLE t(a);
            SELECT 1 FROM t WHERE missing IN ()
            """)
        try expect(
            "not looked at by SQLite",
            """
            CREATE TABLE t(a);
            SELECT 1 FROM t WHERE missing AND 0
            """)
    }

    @Test func `names of columns`() throws {
        let text = """
            CREATE TABLE t(a);
            INSERT INTO t VALUES(1);
            SELECT * FROM t AS z JOIN (t AS x JOIN t AS y)
            """
        try expect("names that SQLite numbers", text)
        try expectNone(text)
    }

    @Test func `searches that lose rows`() throws {
        let pattern = """
            CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT COLLATE NOCASE);
            CREATE INDEX i ON t(b);
            INSERT INTO t VALUES(1, 'x');
            SELECT x.a, y.b FROM t AS x LEFT JOIN t AS y ON y.a LIKE 'a%'
            """
        try expect("sought by a pattern by SQLite", pattern)
        try expectNone(pattern)
        let collations = """
            CREATE TABLE t(a);
            CREATE INDEX i ON t(a);
            INSERT INTO t VALUES('x'), ('X');
            SELECT a FROM t WHERE a = 'x' COLLATE NOCASE OR a = 'y'
            """
        try expect("compared by one of two collations by SQLite", collations)
    }

    @Test func `changes that SQLite does halfway`() throws {
        try expect(
            "half done by SQLite",
            """
            CREATE TABLE t(a INT, b TEXT) STRICT;
            BEGIN;
            INSERT INTO t VALUES(5, 't'), ('x', 't')
            """)
        try expect(
            "computed once by SQLite",
            """
            CREATE TABLE t(a PRIMARY KEY, b);
            INSERT INTO t VALUES(1, 1), (2, 2);
            INSERT INTO t VALUES(1, 0), (2, 0) ON CONFLICT(a) DO UPDATE SET b = (
              SELECT sum(b) FROM t)
            """)
    }

    @Test func `values as they were given`() throws {
        let script = try JudgedScript(
            """
            CREATE TABLE t(a INTEGER PRIMARY KEY, b INTEGER, c);
            INSERT INTO t VALUES(1, 1, 1);
            INSERT INTO t VALUES(1, '2.0', 1) ON CONFLICT(a) DO UPDATE SET c = excluded.b
            """)
        #expect(try script.reason() == "excluded as it was given by SQLite")
        #expect(try script.reason(meddling: "UPDATE t SET c = 3") == nil)
    }
}
