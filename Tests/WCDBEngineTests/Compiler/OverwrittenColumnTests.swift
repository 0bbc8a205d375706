import Testing
import WCDBStorage

@testable import WCDBEngine

/// An UPDATE does not read what it overwrites, unless something asks for it.
@Suite struct `Columns that an UPDATE overwrites` {
    private func connection(_ more: String = "") throws -> Connection {
        try Connection.memory(
            """
            CREATE TABLE t(id INTEGER PRIMARY KEY, a, b, c);
            INSERT INTO t VALUES(1, 1, 'old', 'x'), (2, 2, 'older', 'y');
            \(more)
            """)
    }

    /// The columns that the program of a statement takes from stored rows.
    private func read(_ sql: String, _ connection: Connection) throws -> Set<Int> {
        let lines = try connection.rows("EXPLAIN \(sql)")
        return Set(
            lines.compactMap { line in
                let parts = line.split(separator: "|", omittingEmptySubsequences: false)
                return parts[1] == "column" ? Int(parts[3]) : nil
            })
    }

    @Test(arguments: [
        ("UPDATE t SET b = ?", [1, 3]), ("UPDATE t SET b = b || 'x'", [1, 2, 3]),
        ("UPDATE t SET b = a, a = 7", [1, 3]), ("UPDATE t SET (a, b) = (b, 5)", [2, 3]),
        ("UPDATE t SET b = 1 WHERE b = 2", [1, 2, 3]),
        ("UPDATE t SET b = (SELECT max(u.b) FROM t u WHERE u.id < t.a)", [1, 2, 3]),
        ("INSERT INTO t VALUES(1, 5, 6, 7) ON CONFLICT(id) DO UPDATE SET b = excluded.b", [1, 3]),
        ("INSERT INTO t VALUES(1, 5, 6, 7) ON CONFLICT(id) DO UPDATE SET b = t.b + 1", [1, 2, 3]),
        (
            "INSERT INTO t VALUES(1, 5, 6, 7) ON CONFLICT(id) DO UPDATE SET b = 1 WHERE t.b > 2",
            [1, 2, 3]
        ),
        ("UPDATE t SET b = 1 RETURNING c", [1, 2, 3]),
    ])
    func `are read where somebody asks`(sql: String, columns: [Int]) throws {
        #expect(try read(sql, connection()) == Set(columns))
    }

    @Test(arguments: [
        "CREATE INDEX i ON t(b)", "CREATE INDEX i ON t(a) WHERE b > 1",
        "CREATE TRIGGER r AFTER UPDATE ON t BEGIN SELECT old.b; END",
        "ALTER TABLE t ADD COLUMN d AS (b || 'd')",
    ])
    func `are read where the table hangs on them`(more: String) throws {
        let connection = try connection(more + ";")
        #expect(try read("UPDATE t SET b = 5", connection).isSuperset(of: [1, 2, 3]))
    }

    @Test func `are what was assigned`() throws {
        let connection = try connection()
        try connection.execute("UPDATE t SET b = a, a = b")
        #expect(try connection.rows("SELECT * FROM t") == ["1|old|1|x", "2|older|2|y"])
        try connection.execute("UPDATE t SET b = 'new' || id WHERE c = 'x'")
        #expect(try connection.rows("SELECT * FROM t") == ["1|old|new1|x", "2|older|2|y"])
        try connection.execute(
            "INSERT INTO t VALUES(2, 0, 'put', 'z') ON CONFLICT(id) DO UPDATE SET b = excluded.b")
        #expect(try connection.rows("SELECT * FROM t") == ["1|old|new1|x", "2|older|put|y"])
        try connection.execute("UPDATE t SET b = 1, b = 2")
        #expect(try connection.rows("SELECT b FROM t") == ["2", "2"])
        try connection.execute("UPDATE t SET c = b, b = NULL, a = a")
        #expect(try connection.rows("SELECT * FROM t") == ["1|old||2", "2|older||2"])
    }

    /// Large results of functions change hands together with their memory: values made before must
    /// not be in it.
    @Test func `keep their values when functions give large ones`() throws {
        let connection = try connection()
        try connection.execute(
            """
            UPDATE t SET a = printf('%.*c', 70000 + id, 'a'), b = upper(printf('%.*c', 80000, 'b')),
                c = replace(printf('%.*c', 90000, 'c'), 'c', 'cd')
            """)
        let lengths = "length(a), length(b), length(c), substr(a, -1), substr(b, 1, 2)"
        let rest = "substr(c, 1, 4), length(replace(a || b || c, 'd', ''))"
        #expect(
            try connection.rows("SELECT \(lengths), \(rest) FROM t") == [
                "70001|80000|180000|a|BB|cdcd|240001", "70002|80000|180000|a|BB|cdcd|240002",
            ])
        let both = "upper(a) = printf('%.*c', length(a), 'A') AND lower(b) || c = lower(b || c)"
        #expect(try connection.rows("SELECT sum(\(both)) FROM t") == ["2"])
    }
}
