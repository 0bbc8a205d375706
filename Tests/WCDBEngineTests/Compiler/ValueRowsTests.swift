import Testing
import WCDBStorage

@testable import WCDBEngine

/// VALUES with many rows go round in a loop where the rows are plain: they must be what they are
/// one by one.
@Suite struct `Rows of VALUES` {
    /// Rows of constants, parameters and what has to be computed, in runs of all lengths.
    private static func rows(_ seed: Int) -> [[String]] {
        var state = UInt64(seed &+ 7) &* 0x9E37_79B9_7F4A_7C15
        func draw(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        let constants = [
            "1", "-5", "NULL", "'text'", "2.5", "x'6162'", "9223372036854775807", "''",
        ]
        var parameter = 0
        var rows: [[String]] = []
        for _ in 0..<1 + draw(6) {
            let kind = draw(3)
            for _ in 0..<1 + draw(9) {
                rows.append(
                    (0..<2).map { _ in
                        switch kind {
                        case 0: return constants[draw(constants.count)]
                        case 1:
                            parameter += draw(20) == 0 ? 2 : 1
                            return "?\(parameter)"
                        default: return "abs(\(draw(100)) - 50)"
                        }
                    })
            }
        }
        return rows
    }

    private static func bound(_ sql: String, _ connection: Connection) throws -> [String] {
        let statement = try #require(try connection.prepare(sql))
        for index in 0..<statement.parameterCount {
            try statement.bind(.integer(Int64(1000 + index)), at: index + 1)
        }
        var rows: [String] = []
        while try statement.step() {
            rows.append(
                (0..<statement.columnCount).map { "\(Value(statement.column($0)))" }
                    .joined(separator: "|"))
        }
        return rows
    }

    @Test(arguments: 0..<200)
    func `are the same as one query after the other`(seed: Int) throws {
        let connection = try Connection.memory("CREATE TABLE t(a, b); CREATE TABLE u(a, b);")
        let rows = Self.rows(seed)
        let values = "VALUES " + rows.map { "(\($0[0]), \($0[1]))" }.joined(separator: ", ")
        let selects = rows.map { "SELECT \($0[0]), \($0[1])" }.joined(separator: " UNION ALL ")
        let expected = try Self.bound(selects, connection)
        #expect(try Self.bound(values, connection) == expected, "\(values)")
        let limited = "SELECT * FROM (\(values)) LIMIT 5 OFFSET 2"
        #expect(try Self.bound(limited, connection) == Array(expected.dropFirst(2).prefix(5)))
        let joined = "SELECT x.* FROM (VALUES(1), (2), (3), (4), (5)) y CROSS JOIN (\(values)) x"
        #expect(try Self.bound(joined, connection).count == 5 * expected.count, "\(values)")
        let inserted = try Self.bound("INSERT INTO t \(values) RETURNING *", connection)
        #expect(inserted == expected, "\(values)")
        #expect(try Self.bound("SELECT a, b FROM t ORDER BY rowid", connection) == expected)
    }

    /// Rows before the one that fails are taken back, and others are left out or replaced.
    @Test func `meet conflicts as one by one`() throws {
        let connection = try Connection.memory("CREATE TABLE t(a UNIQUE, b)")
        let rows = "VALUES (1, 1), (2, 2), (3, 3), (1, 4), (5, 5), (2, 6), (7, 7), (8, 8)"
        let message = connection.refusal("INSERT INTO t \(rows)")
        #expect(message == "UNIQUE constraint failed: t.a")
        #expect(try connection.rows("SELECT count(*) FROM t") == ["0"])
        try connection.execute("INSERT OR IGNORE INTO t \(rows)")
        #expect(try connection.rows("SELECT group_concat(b, '') FROM t") == ["123578"])
        try connection.execute("INSERT OR REPLACE INTO t \(rows)")
        let ordered = "SELECT group_concat(b, '') FROM (SELECT b FROM t ORDER BY a)"
        #expect(try connection.rows(ordered) == ["463578"])
        try connection.execute(
            "INSERT INTO t \(rows) ON CONFLICT DO UPDATE SET b = b * 10 + excluded.b")
        #expect(try connection.rows("SELECT sum(b) FROM t") == ["1293"])
    }

    /// What a trigger does and what a query of a later row sees.
    @Test func `go on while the table changes`() throws {
        let connection = try Connection.memory(
            """
            CREATE TABLE t(a, b);
            CREATE TABLE log(n);
            CREATE TRIGGER added AFTER INSERT ON t BEGIN INSERT INTO log VALUES(new.a); END;
            INSERT INTO t VALUES (1, 1), (2, 2), (3, 3), (4, 4), (5, (SELECT count(*) FROM t));
            """)
        #expect(try connection.rows("SELECT sum(b) FROM t") == ["10"])
        #expect(try connection.rows("SELECT group_concat(n, '') FROM log") == ["12345"])
    }

    @Test func `make no longer programs by being more`() throws {
        let connection = try Connection.memory("CREATE TABLE t(a, b)")
        func length(_ count: Int, _ row: (Int) -> String) throws -> Int {
            let rows = (0..<count).map(row).joined(separator: ", ")
            return try connection.rows("EXPLAIN INSERT INTO t VALUES \(rows)").count
        }
        #expect(try length(10) { "(\($0), 'x')" } == length(1000) { "(\($0), 'y\($0)')" })
        #expect(try length(10) { _ in "(?, ?)" } == length(1000) { _ in "(?, ?)" })
    }
}
