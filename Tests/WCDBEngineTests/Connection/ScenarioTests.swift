import Testing
import WCDBStorage

@testable import WCDBEngine

@Suite struct `Queries` {
    @Test(arguments: Scenario.all.indices)
    func `give the rows that SQLite gives`(number: Int) throws {
        let scenario = Scenario.all[number]
        let connection = try Connection(path: nil)
        try connection.execute(scenario.setup)
        for (sql, expected) in scenario.queries {
            let statement = try #require(try connection.prepare(sql))
            var rows: [String] = []
            while try statement.step() {
                rows.append(
                    (0..<statement.columnCount).map { spell(statement.column($0)) }
                        .joined(separator: "|"))
            }
            #expect(rows == expected, "\(scenario.name): \(sql)")
        }
        try connection.close()
    }

    private func spell(_ value: ColumnValue) -> String {
        switch Value(value) {
        case .null: "NULL"
        case .integer(let integer): "\(integer)"
        case .real(let real): "\(real)"
        case .text(let bytes): "'\(String(decoding: bytes, as: UTF8.self))'"
        case .blob(let bytes):
            "x'" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "'"
        }
    }

    @Test func `keep their data in a file`() throws {
        let files = MemoryFileSystem()
        let first = try Connection(path: "/db/a", fileSystem: files)
        try first.execute("CREATE TABLE t(a); CREATE INDEX i ON t(a); INSERT INTO t VALUES(1),(2)")
        try first.close()
        let second = try Connection(path: "/db/a", fileSystem: files)
        let statement = try #require(try second.prepare("SELECT sum(a) FROM t WHERE a > 0"))
        #expect(try statement.step())
        #expect(statement.column(0).asInteger == 3)
        statement.reset()
        try second.close()
    }

    @Test func `undo a statement that fails, and nothing else`() throws {
        let connection = try Connection(path: nil)
        try connection.execute("CREATE TABLE t(a UNIQUE); INSERT INTO t VALUES(1); BEGIN")
        try connection.execute("INSERT INTO t VALUES(2)")
        #expect(throws: EngineError.sql(.constraintUnique, "UNIQUE constraint failed: t.a")) {
            try connection.execute("INSERT INTO t VALUES(3),(1)")
        }
        try connection.execute("COMMIT")
        let statement = try #require(try connection.prepare("SELECT count(*) FROM t"))
        #expect(try statement.step())
        #expect(statement.column(0).asInteger == 2)
        statement.reset()
        try connection.close()
    }

    @Test(arguments: [
        ("SELECT nope", "no such column: nope"),
        ("SELECT * FROM nowhere", "no such table: nowhere"),
        ("SELECT 1 FROM t, t AS u WHERE a = 1", "ambiguous column name: a"),
        ("INSERT INTO t VALUES(1)", "table t has 2 columns but 1 values were supplied"),
        ("SELECT sum(a) FROM t WHERE sum(a) > 1", "misuse of aggregate: sum()"),
        (
            "SELECT a FROM t ORDER BY 3",
            "1st ORDER BY term out of range - should be between 1 and 1"
        ),
        ("CREATE TABLE t(x)", "table t already exists"),
    ])
    func `say what is wrong`(sql: String, message: String) throws {
        let connection = try Connection(path: nil)
        try connection.execute("CREATE TABLE t(a, b)")
        let error = #expect(throws: EngineError.self) { try connection.execute(sql) }
        #expect(error?.message == message)
        try connection.close()
    }
}
