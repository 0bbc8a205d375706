import Testing

@testable import WCDBEngine

/// Where nobody can tell, a row is changed as soon as it is found: also in a table WITHOUT ROWID,
/// whose rows are found by their keys otherwise.
@Suite struct `Rows that are changed as they are found` {
    private static let rows =
        "WITH s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < 2000) "
        + "INSERT INTO t SELECT 'k' || (i * 7 % 2003), i % 5, i, 'text ' || i FROM s; "

    private static func connection(_ more: String = "") throws -> Connection {
        try Connection.memory(
            "CREATE TABLE t(k TEXT, a, n UNIQUE, s NOT NULL, PRIMARY KEY(k, a)) WITHOUT ROWID; "
                + "CREATE INDEX by_s ON t(s); \(rows)\(more)")
    }

    private func isCollected(_ sql: String, _ connection: Connection) throws -> Bool {
        let program = try #require(try connection.prepare(sql)?.program)
        return program.instructions.contains { $0.opcode == .openRows }
    }

    private static let changes = [
        "UPDATE t SET s = s || a", "UPDATE t SET s = a WHERE n % 3 = 1",
        "DELETE FROM t WHERE a = 2",
        "UPDATE t SET s = upper(s) WHERE k > 'k5'", "DELETE FROM t WHERE k BETWEEN 'k2' AND 'k3'",
        "UPDATE t SET s = n, n = -n WHERE n < 900", "DELETE FROM t WHERE s LIKE 'text 1%'",
        "UPDATE t SET k = k || 'x' WHERE a = 4", "UPDATE t SET a = a + 1 WHERE k LIKE 'k1%'",
        "UPDATE t SET s = (SELECT max(n) FROM t) WHERE a = 0", "DELETE FROM t WHERE n = 77",
        "DELETE FROM t WHERE k = 'k7' AND a = 1", "UPDATE OR IGNORE t SET n = -5 WHERE a = 3",
    ]

    /// The same in a table with rowids.
    @Test(arguments: changes)
    func `are those that are to be changed`(change: String) throws {
        let connection = try Self.connection(
            "CREATE TABLE r(k TEXT, a, n UNIQUE, s NOT NULL, PRIMARY KEY(k, a)); "
                + "INSERT INTO r SELECT * FROM t ORDER BY k, a;")
        try connection.execute(change)
        let count = connection.changeCount
        try connection.execute(change.replacing(/\bt\b(?! \d)/, with: "r"))
        #expect(connection.changeCount == count)
        #expect(count > 0)
        for query in ["SELECT * FROM t ORDER BY k, a", "SELECT s, n FROM t ORDER BY s, n"] {
            let other = query.replacing(" t ", with: " r ")
            #expect(try connection.rows(query) == connection.rows(other), "\(change)")
        }
        #expect(try connection.rows("PRAGMA integrity_check") == ["ok"])
    }

    @Test func `are not put aside`() throws {
        let connection = try Self.connection()
        #expect(try !isCollected("UPDATE t SET s = s || a", connection))
        #expect(try !isCollected("DELETE FROM t WHERE a = 2", connection))
        #expect(try isCollected("UPDATE t SET k = k || 'x'", connection))
        #expect(try isCollected("UPDATE t SET s = 1 WHERE a = 2 RETURNING k", connection))
        #expect(try isCollected("DELETE FROM t WHERE n IN (SELECT a FROM t)", connection))
    }

    /// Rows that refer to others stand alone; those that are referred to may change with them.
    @Test func `are put aside where rows may refer to them`() throws {
        let connection = try Connection.memory(
            "PRAGMA foreign_keys = 1; CREATE TABLE p(id INTEGER PRIMARY KEY, n); "
                + "CREATE TABLE c(id INTEGER PRIMARY KEY, p REFERENCES p ON DELETE CASCADE, n, "
                + "up REFERENCES c(id)); CREATE TABLE d(p INTEGER REFERENCES p, n); "
                + "INSERT INTO p VALUES(1, 0), (2, 0); INSERT INTO c VALUES(1, 1, 0, NULL), "
                + "(2, 2, 0, 1), (3, 2, 0, 3); INSERT INTO d VALUES(1, 1), (2, 2), (NULL, 3)")
        #expect(try isCollected("DELETE FROM p WHERE n = 0", connection))
        #expect(try isCollected("DELETE FROM c WHERE n = 0", connection))
        #expect(try isCollected("UPDATE c SET id = id + 1 WHERE n = 0", connection))
        #expect(try !isCollected("UPDATE p SET n = n + 1", connection))
        #expect(try !isCollected("UPDATE c SET n = n + 1", connection))
        #expect(try !isCollected("UPDATE d SET p = n % 3", connection))
        #expect(try !isCollected("DELETE FROM d WHERE n > 1", connection))
        try connection.execute("UPDATE d SET p = n % 3 WHERE n < 3")
        #expect(throws: EngineError.self) { try connection.execute("UPDATE d SET p = n") }
        #expect(try connection.rows("SELECT p FROM d") == ["1", "2", ""])
        try connection.execute("DELETE FROM d WHERE n > 1; DELETE FROM c WHERE p = 1 AND n = 9")
        #expect(try connection.rows("SELECT p FROM d") == ["1"])
        #expect(throws: EngineError.self) { try connection.execute("DELETE FROM p WHERE id = 1") }
        #expect(try connection.rows("PRAGMA foreign_key_check") == [])
    }

    /// They see the rows in the order of the key.
    @Test func `are put aside for triggers`() throws {
        let connection = try Self.connection(
            """
            CREATE TABLE log(k, n);
            CREATE TRIGGER u AFTER UPDATE ON t BEGIN INSERT INTO log VALUES(new.k, new.n); END;
            CREATE TRIGGER d BEFORE DELETE ON t BEGIN INSERT INTO log VALUES(old.k, old.n); END;
            """)
        for change in ["UPDATE t SET s = 1 WHERE n < 50", "DELETE FROM t WHERE n < 50"] {
            #expect(try isCollected(change, connection))
            try connection.execute("DELETE FROM log; \(change)")
            let logged = try connection.rows("SELECT k FROM log")
            #expect(logged.count == 49 && logged == logged.sorted())
        }
    }

    /// Here the order tells: that of the key, not that in which rows were inserted.
    @Test func `are put aside where their order matters`() throws {
        try Script(
            """
            CREATE TABLE w(a INT PRIMARY KEY, b NOT NULL ON CONFLICT FAIL, c) WITHOUT ROWID;
            INSERT INTO w VALUES(3, 3, 3), (2, 2, 2), (1, 1, 1), (5, 5, 5), (4, 4, 4);
            UPDATE w SET b = (SELECT sum(x.b) FROM w x WHERE x.a <> w.a);
            SELECT group_concat(b) FROM (SELECT b FROM w ORDER BY a);
            --> '14,26,49,94,183'
            UPDATE w SET b = CASE WHEN a = 3 THEN NULL ELSE a END;
            --! NOT NULL constraint failed: w.b
            SELECT group_concat(b) FROM (SELECT b FROM w ORDER BY a);
            --> '1,2,49,94,183'
            """
        ).run()
    }

    @Test func `stay as they were if one cannot be changed`() throws {
        let connection = try Self.connection()
        let before = try connection.rows("SELECT * FROM t")
        let refusal = connection.refusal("UPDATE t SET s = CASE WHEN n < 1500 THEN 1 END")
        #expect(refusal == "NOT NULL constraint failed: t.s")
        #expect(try connection.rows("SELECT * FROM t") == before)
        #expect(try connection.rows("PRAGMA integrity_check") == ["ok"])
    }
}
