import Testing

@testable import WCDBEngine
@testable import wcdb_fuzz

/// Differences from SQLite that are meant are passed, and faults that look like them are not.
@Suite(.enabled(if: JudgedScript.library != nil, "there is no SQLite 3.40 here"))
struct `Judging differences from SQLite` {
    /// One row too many, or none where there were some.
    private func meddle(_ outcome: inout StatementOutcome) {
        outcome.rows.append(outcome.rows.first ?? [.integer(77)])
    }

    @Test func `queries whose rows SQLite finds by a key`() throws {
        let texts = [
            // NULL comes last among descending keys, where it is not looked for.
            """
            CREATE TABLE t(c PRIMARY KEY DESC);
            INSERT INTO t VALUES(NULL), (6), (0);
            SELECT 1 FROM t WHERE NOT ('x' IN (SELECT c FROM t))
            """,
            // NULL in a row value is looked for as if it were equal to itself.
            """
            CREATE TABLE t(a, b PRIMARY KEY) WITHOUT ROWID;
            INSERT INTO t VALUES(NULL, 1);
            SELECT b FROM t WHERE (a, b) IN (SELECT a, b FROM t) GROUP BY ''
            """,
            // A text that looks like a number is not found beside a rowid.
            """
            CREATE TABLE t(c TEXT UNIQUE);
            INSERT INTO t VALUES('1.0');
            SELECT 1 WHERE (1, '1.0') IN (SELECT rowid, c FROM t)
            """,
        ]
        for text in texts {
            let script = try JudgedScript(text)
            #expect(try script.reason() == "sought in a key by SQLite", "\(text)")
            #expect(try script.reason(fault: meddle) == nil, "\(text)")
        }
    }

    @Test func `changes of rows that SQLite finds by a key`() throws {
        let table = """
            CREATE TABLE t(c PRIMARY KEY DESC);
            CREATE TABLE u(a, b);
            INSERT INTO t VALUES(NULL), (6), (0);
            INSERT INTO u VALUES(1, 1), (2, 2);
            """
        let changes = [
            "INSERT INTO u SELECT a, 3 FROM u WHERE a NOT IN (SELECT c FROM t)",
            "UPDATE u SET b = a + 5 WHERE a NOT IN (SELECT c FROM t)",
            "DELETE FROM u WHERE a NOT IN (SELECT c FROM t)",
        ]
        for change in changes {
            let script = try JudgedScript(table + change)
            #expect(try script.reason() == "sought in a key by SQLite", "\(change)")
            #expect(try script.reason(meddling: "INSERT INTO u VALUES(8, 8)") == nil, "\(change)")
        }
    }

    @Test func `an UPDATE that sees what it has changed`() throws {
        let script = try JudgedScript(
            """
            CREATE TABLE t(a, b);
            INSERT INTO t VALUES(9, 1), (9, 1), (9, 1);
            UPDATE t SET b = NULL
              WHERE a NOT IN (SELECT o.b FROM t AS o WHERE o.rowid <> t.rowid + 100)
            """)
        #expect(try script.reason() == "found while it changes by SQLite")
        #expect(try script.reason(meddling: "UPDATE t SET b = 5 WHERE rowid = 2") == nil)
    }

    @Test func `a DELETE that looks for what it has removed`() throws {
        let script = try JudgedScript(
            """
            CREATE TABLE t(a PRIMARY KEY, b) WITHOUT ROWID;
            INSERT INTO t VALUES(-1, NULL), (0.1, NULL), (1, 2), (2, 2), (3, 1);
            DELETE FROM t WHERE b IN (SELECT x.a FROM t x)
            """)
        #expect(try script.reason() == "looked for among the rest by SQLite")
        #expect(try script.reason(meddling: "DELETE FROM t WHERE a = -1") == nil)
    }

    @Test func `which of equal values stands for a group`() throws {
        let script = try JudgedScript(
            """
            CREATE TABLE t(a PRIMARY KEY, b) WITHOUT ROWID;
            CREATE TABLE u(c, d);
            INSERT INTO t VALUES(9, 0.0), (4, 0);
            INSERT INTO u SELECT b, b FROM t WHERE b >= b GROUP BY b
            """)
        #expect(try script.reason() == "of SQLite's several answers")
        #expect(try script.reason(meddling: "UPDATE u SET d = 1") == nil)
    }

    @Test func `lists without elements`() throws {
        let script = try JudgedScript(
            """
            CREATE TABLE t(c);
            INSERT INTO t VALUES(6), (1);
            SELECT c FROM t WHERE c IS (c NOT IN ())
            """)
        #expect(try script.reason() == "IN () taken for a word by SQLite")
        #expect(try script.reason(fault: meddle) == nil)
    }

    @Test func `a DISTINCT that a UNION swallows`() throws {
        let script = try JudgedScript(
            """
            CREATE TABLE t(c COLLATE NOCASE);
            INSERT INTO t VALUES('a'), ('A');
            SELECT 'b' UNION SELECT DISTINCT c FROM t
            """)
        #expect(try script.reason() == "DISTINCT forgotten by SQLite")
        #expect(try script.reason(fault: meddle) == nil)
    }

    @Test func `errors in rows that OFFSET skips`() throws {
        let script = try JudgedScript(
            """
            CREATE TABLE t(c INTEGER PRIMARY KEY);
            INSERT INTO t VALUES(-9223372036854775808), (5), (6);
            SELECT abs(c), count(*) OVER (ORDER BY c) FROM t LIMIT 3 OFFSET 1
            """)
        #expect(try script.reason() == "errors that SQLite skips")
        #expect(try script.reason { $0.message = "out of memory" } == nil)
    }

    @Test func `keys that are looked at although nothing touches them`() throws {
        let text = """
            PRAGMA foreign_keys = ON;
            CREATE TABLE t(a PRIMARY KEY, b, c UNIQUE ON CONFLICT REPLACE) WITHOUT ROWID;
            CREATE TABLE u(x REFERENCES t(b));
            CREATE TABLE w(x);
            """
        let script = try JudgedScript(text + "UPDATE t SET a = 1")
        #expect(try script.reason() == "refused by SQLite")
        #expect(try script.reason(meddling: "INSERT INTO w VALUES(1)") == nil)
        // Here the key is touched.
        let touching = try JudgedScript(text + "UPDATE t SET b = 1")
        #expect(try touching.reason { $0 = StatementOutcome() } == nil)
    }

    @Test func `the sign of a zero in a REAL column`() throws {
        let script = try JudgedScript(
            """
            CREATE TABLE t(c REAL, d);
            INSERT INTO t VALUES(-0.0, -0.0);
            SELECT atan2(c, -1) < 0 FROM t
            """)
        #expect(try script.reason() == "the sign of a zero")
        #expect(try script.reason(fault: meddle) == nil)
    }

    @Test func `a text that equals a number is taken for sorted`() throws {
        let script = try JudgedScript(
            """
            CREATE TABLE t(c TEXT PRIMARY KEY);
            INSERT INTO t VALUES('1'), ('01');
            SELECT (SELECT c FROM t AS o WHERE o.c = t.rowid ORDER BY c) FROM t
            """)
        #expect(try script.reason() == "read off a condition by SQLite")
        #expect(try script.reason(fault: meddle) == nil)
    }

    @Test func `a definition that keeps an old name`() throws {
        let script = try JudgedScript(
            """
            CREATE TABLE t(a, b);
            CREATE INDEX i ON t(b) WHERE (a IN ());
            ALTER TABLE t RENAME a TO d
            """)
        #expect(try script.reason() == "not renamed by SQLite")
    }

    @Test func `numbers next to each other`() throws {
        let script = try JudgedScript(
            """
            CREATE TABLE t(a, b INT);
            INSERT INTO t VALUES(9007199254740992, NULL);
            UPDATE t SET b = a || 9223372036854775808.0
            """)
        #expect(try script.reason() == "not the nearest number of SQLite")
    }

    @Test func `a view that an ALTER cannot read`() throws {
        let script = try JudgedScript(
            """
            CREATE TABLE t(a, b);
            CREATE VIEW v AS SELECT a FROM t JOIN t USING(a, b);
            SAVEPOINT s;
            ALTER TABLE t RENAME b TO d
            """)
        #expect(try script.reason() == "a view that SQLite can read")
    }

    @Test func `a table that an ALTER cannot read`() throws {
        let script = try JudgedScript(
            """
            CREATE TABLE t(a INTEGER, PRIMARY KEY(a), UNIQUE(a)) WITHOUT ROWID;
            ALTER TABLE t RENAME a TO b
            """)
        #expect(try script.reason() == "a table that SQLite can read")
        #expect(try script.reason { $0 = StatementOutcome(code: 1, message: "no") } == nil)
    }

    @Test func `a query without a plan that gives several columns their values`() throws {
        let script = try JudgedScript(
            """
            CREATE TABLE t(a, b);
            CREATE INDEX i ON t((b || ''));
            INSERT INTO t VALUES(1, 2);
            UPDATE t SET (a, b) = (
              SELECT x.a, 4 FROM t AS x RIGHT JOIN t AS y INDEXED BY i ON x.a = y.a)
            """)
        #expect(try script.reason() == "no plan for SQLite")
        let outOfMemory = StatementOutcome(code: 7, message: "out of memory")
        #expect(try script.reason { $0 = outOfMemory } == nil)
    }

    @Test func `an UPDATE in the order of an index`() throws {
        let script = try JudgedScript(
            """
            CREATE TABLE t(a UNIQUE, b UNIQUE);
            INSERT INTO t VALUES(1, 9), (2, 8);
            UPDATE OR IGNORE t SET a = 7 WHERE b > 0
            """)
        #expect(try script.reason() == "another order of an UPDATE by SQLite")
        #expect(try script.reason(meddling: "DELETE FROM t") == nil)
    }

    @Test func `which key is violated first under triggers`() throws {
        let script = try JudgedScript(
            """
            PRAGMA recursive_triggers = ON;
            CREATE TABLE t(a PRIMARY KEY, b UNIQUE, e AS (CASE WHEN b THEN b END));
            INSERT INTO t(b) VALUES('10'), (' a'), (NULL), ('abc');
            CREATE TRIGGER g AFTER DELETE ON t BEGIN
              DELETE FROM t WHERE e; REPLACE INTO t VALUES('', '2x');
            END;
            DELETE FROM t WHERE e IS a
            """)
        #expect(try script.reason() == "another of several mistakes")
        #expect(try script.reason { $0.message = "UNIQUE constraint failed: u.a" } == nil)
    }
}
