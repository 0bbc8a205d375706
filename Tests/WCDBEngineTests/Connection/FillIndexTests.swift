import Testing
import WCDBStorage

@testable import WCDBEngine

@Suite struct `Filling an index` {
    private func table(_ count: Int) throws -> Connection {
        let connection = try Connection.memory("CREATE TABLE t(a, b TEXT COLLATE NOCASE, c)")
        try connection.execute("BEGIN")
        let insert = try #require(try connection.prepare("INSERT INTO t VALUES(?, ?, ?)"))
        for number in 0..<count {
            let scattered = number * 7919 % count
            try insert.bind(.integer(Int64(scattered)), at: 1)
            try insert.bind(.text(scattered % 2 == 0 ? "Row \(scattered)" : "row"), at: 2)
            try insert.bind(number % 3 == 0 ? .null : .real(Double(number) / 4), at: 3)
            _ = try insert.step()
        }
        try connection.execute("COMMIT")
        return connection
    }

    @Test(arguments: [
        "CREATE INDEX i ON t(a)", "CREATE INDEX i ON t(b DESC, a)", "CREATE INDEX i ON t(c, b)",
        "CREATE UNIQUE INDEX i ON t(a)", "CREATE INDEX i ON t(a + 1)",
        "CREATE INDEX i ON t(b) WHERE a > 500",
    ])
    func `holds an entry for each row`(sql: String) throws {
        let connection = try table(2000)
        try connection.execute(sql)
        #expect(try connection.rows("PRAGMA integrity_check") == ["ok"])
        try connection.execute("INSERT INTO t VALUES(-1, 'new', 1); DELETE FROM t WHERE a = 7")
        try connection.execute("REINDEX i")
        #expect(try connection.rows("PRAGMA integrity_check") == ["ok"])
    }

    @Test func `leaves an empty table alone`() throws {
        let connection = try Connection.memory("CREATE TABLE t(a); CREATE INDEX i ON t(a)")
        try connection.execute("INSERT INTO t VALUES(1)")
        #expect(try connection.rows("PRAGMA integrity_check") == ["ok"])
    }

    @Test func `refuses values that are there twice, but NULLs are not`() throws {
        let connection = try Connection.memory(
            "CREATE TABLE t(a, b); INSERT INTO t VALUES(1, NULL), (2, NULL), (1, 'x')")
        #expect(
            connection.refusal("CREATE UNIQUE INDEX i ON t(a)")
                == "UNIQUE constraint failed: t.a")
        try connection.execute("CREATE UNIQUE INDEX i ON t(b)")
        #expect(try connection.rows("SELECT name FROM sqlite_master WHERE type = 'index'") == ["i"])
        #expect(try connection.rows("PRAGMA integrity_check") == ["ok"])
    }
}
