import Testing

@testable import WCDBEngine

/// Changes whose parts must come to the same end.
@Suite struct `Changes that go together` {
    /// The texts of two defaults lay in one buffer that grew under the first.
    @Test func `defaults of younger columns stay where they are`() throws {
        let connection = try Connection.memory("CREATE TABLE t(a); INSERT INTO t VALUES(1), (2)")
        let (b, c) = (String(repeating: "b", count: 48), String(repeating: "c", count: 90))
        try connection.execute("ALTER TABLE t ADD COLUMN b TEXT DEFAULT '\(b)'")
        try connection.execute("ALTER TABLE t ADD COLUMN c TEXT DEFAULT '\(c)'")
        #expect(
            try connection.rows("SELECT b, c FROM (SELECT b, c FROM t)") == [
                "\(b)|\(c)", "\(b)|\(c)",
            ])
        try connection.execute("CREATE INDEX i ON t(b, c)")
        #expect(try connection.rows("PRAGMA integrity_check") == ["ok"])
    }

    @Test func `an UPDATE whose REPLACE sets off something that changes its own row`() throws {
        let connection = try Connection.memory(
            """
            PRAGMA recursive_triggers = 1;
            CREATE TABLE t(id INTEGER PRIMARY KEY, u UNIQUE, x); CREATE INDEX i ON t(x);
            CREATE TRIGGER tr AFTER DELETE ON t BEGIN UPDATE t SET x = x + 100 WHERE id = 2; END;
            INSERT INTO t VALUES(1, 'a', 1), (2, 'b', 2);
            UPDATE OR REPLACE t SET u = 'a' WHERE id = 2
            """)
        #expect(try connection.rows("PRAGMA integrity_check") == ["ok"])
        #expect(try connection.rows("SELECT id, u FROM t") == ["2|a"])
    }

    @Test func `an UPDATE whose REPLACE takes its own row with it`() throws {
        let connection = try Connection.memory(
            """
            PRAGMA foreign_keys = 1;
            CREATE TABLE t(id INTEGER PRIMARY KEY, u UNIQUE,
            par REFERENCES t(id) ON DELETE CASCADE);
            INSERT INTO t VALUES(1, 'a', NULL), (2, 'b', 1);
            UPDATE OR REPLACE t SET u = 'a' WHERE id = 2
            """)
        #expect(try connection.rows("SELECT count(*) FROM t") == ["0"])
        #expect(try connection.rows("PRAGMA integrity_check") == ["ok"])
    }

    @Test func `OR FAIL keeps no row without its parent`() throws {
        let connection = try Connection.memory(
            """
            PRAGMA foreign_keys = 1;
            CREATE TABLE p(id INTEGER PRIMARY KEY);
            CREATE TABLE c(id INTEGER PRIMARY KEY, p REFERENCES p)
            """)
        let message = connection.refusal("INSERT OR FAIL INTO c VALUES(1, 99), (1, NULL)")
        #expect(message == "FOREIGN KEY constraint failed")
        #expect(try connection.rows("SELECT count(*) FROM c") == ["0"])
    }

    @Test(arguments: [
        (
            "ON DELETE CASCADE", "BEFORE DELETE ON c WHEN old.id = 2", "DELETE FROM p",
        ),
        (
            "ON UPDATE CASCADE", "BEFORE UPDATE ON c WHEN old.id = 2", "UPDATE p SET id = 5",
        ),
    ])
    func `an action that leaves a row alone leaves no orphan`(
        action: String, event: String, change: String
    ) throws {
        let connection = try Connection.memory(
            """
            PRAGMA foreign_keys = 1;
            CREATE TABLE p(id INTEGER PRIMARY KEY);
            CREATE TABLE c(id INTEGER PRIMARY KEY, p REFERENCES p \(action));
            CREATE TRIGGER ct \(event) BEGIN SELECT RAISE(IGNORE); END;
            INSERT INTO p VALUES(1); INSERT INTO c VALUES(1, 1), (2, 1)
            """)
        #expect(connection.refusal(change) == "FOREIGN KEY constraint failed")
        #expect(try connection.rows("SELECT id, p FROM c ORDER BY id") == ["1|1", "2|1"])
    }

    @Test func `an action goes by no conflict clause of the column`() throws {
        let connection = try Connection.memory(
            """
            PRAGMA foreign_keys = 1;
            CREATE TABLE p(id INTEGER PRIMARY KEY);
            CREATE TABLE c(p NOT NULL ON CONFLICT IGNORE REFERENCES p ON DELETE SET NULL);
            INSERT INTO p VALUES(1); INSERT INTO c VALUES(1)
            """)
        #expect(connection.refusal("DELETE FROM p") == "NOT NULL constraint failed: c.p")
        #expect(try connection.rows("SELECT p FROM c") == ["1"])
    }

    @Test(arguments: ["", "BEGIN;"]) func `a table of a query is there with its rows, or not`(
        begin: String
    ) throws {
        let connection = try Connection.memory(begin)
        let sql = "CREATE TABLE c AS SELECT abs(-9223372036854775808) AS q"
        #expect(connection.refusal(sql) == "integer overflow")
        #expect(try connection.rows("SELECT name FROM sqlite_schema") == [])
        try connection.execute("CREATE TABLE c AS SELECT 1 AS q UNION ALL SELECT 2")
        #expect(try connection.rows("SELECT q FROM c ORDER BY q") == ["1", "2"])
    }

    @Test func `a chain of triggers ends before the stack does`() throws {
        let connection = try Connection.memory()
        for number in 0...700 { try connection.execute("CREATE TABLE t\(number)(a)") }
        for number in 0..<700 {
            try connection.execute(
                """
                CREATE TRIGGER r\(number) AFTER DELETE ON t\(number) BEGIN
                DELETE FROM t\(number + 1); END
                """)
        }
        let message = connection.refusal("DELETE FROM t0 WHERE a = 1")
        #expect(message.map { $0.hasPrefix("too many") } ?? true)
    }

    @Test func `a chain of generated columns ends before the stack does`() throws {
        let columns = (1...700).map { ", c\($0) AS (c\($0 - 1) + 1)" }.joined()
        let connection = try Connection.memory("CREATE TABLE t(c0\(columns))")
        _ = connection.refusal("INSERT INTO t(c0) VALUES(1)")
        _ = connection.refusal("SELECT c699 FROM t")
        #expect(try connection.rows("SELECT c3 FROM t WHERE 0") == [])
    }
}
