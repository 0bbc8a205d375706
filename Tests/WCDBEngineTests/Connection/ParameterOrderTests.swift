import Testing
import WCDBSQL
import WCDBStorage

@testable import WCDBEngine

/// Parameters are numbered as they stand in the text, in whatever order things are resolved.
@Suite struct `The order of parameters` {
    private static let schema = """
        CREATE TABLE t(id INTEGER PRIMARY KEY, k UNIQUE, v);
        INSERT INTO t VALUES(1, 'a', 10), (2, 'b', 20), (3, 'c', 30)
        """

    private func rows(_ sql: String, asTree: Bool) throws -> [String] {
        let connection = try Connection.memory(Self.schema)
        var parser = Parser(sql)
        let tree = try #require(try parser.nextStatement()).statement
        let statement = try #require(
            asTree ? try connection.prepare(tree, text: nil) : try connection.prepare(sql))
        for index in 0..<statement.parameterCount {
            try statement.bind(.integer(Int64(index + 1)), at: index + 1)
        }
        var rows: [String] = []
        while try statement.step() {
            rows.append(
                (0..<statement.columnCount).map { "\(statement.column($0).integer)" }
                    .joined(separator: "|"))
        }
        statement.reset()
        if rows.isEmpty { rows = try connection.rows("SELECT id, v FROM t ORDER BY id") }
        return rows
    }

    @Test(arguments: [
        ("SELECT ?, id FROM t WHERE id = ?", "1|2"),
        ("SELECT id FROM t ORDER BY id LIMIT ?, ?", "2 3"),
        ("SELECT ? FROM (SELECT ? AS x) WHERE x = ?", "1|10 2|20 3|30"),
        ("SELECT ?, x, ? FROM (SELECT ? AS x)", "1|3|2"),
        ("WITH w AS (SELECT ? AS a) SELECT a, ? FROM w", "1|2"),
        ("SELECT ? LIKE 1, ? LIKE 2", "1|1"),
        ("INSERT INTO t(id, v) VALUES(? + 10, ?) RETURNING ?, id, v", "3|11|2"),
        ("UPDATE t SET v = ? WHERE id = ?", "1|10 2|1 3|30"),
        (
            "WITH w AS (SELECT ? AS a) UPDATE t SET v = ? + 6 WHERE id = (SELECT a FROM w)",
            "1|8 2|20 3|30"
        ),
        (
            "INSERT INTO t VALUES(?, ?, ?), (? - 2, 'z', ?) ON CONFLICT(id) DO UPDATE SET v = ?",
            "1|6 2|6 3|30"
        ),
        ("SELECT :b, :a, :b, ?", "1|2|1|3"),
        ("SELECT ?3, ?", "3|4"),
    ])
    func `is that of the text`(sql: String, expected: String) throws {
        #expect(try rows(sql, asTree: false).joined(separator: " ") == expected)
        #expect(try rows(sql, asTree: true).joined(separator: " ") == expected)
    }

    @Test func `names are found by their numbers`() throws {
        let connection = try Connection.memory(Self.schema)
        let statement = try #require(
            try connection.prepare("SELECT @x FROM t WHERE v > :y LIMIT $z OFFSET @x"))
        #expect(statement.parameterCount == 3)
        #expect(statement.parameterIndex("@x") == 1)
        #expect(statement.parameterIndex(":y") == 2)
        #expect(statement.parameterIndex("$z") == 3)
    }
}
