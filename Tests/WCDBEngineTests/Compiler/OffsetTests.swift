import Testing

@testable import WCDBEngine

/// Rows that OFFSET passes over are counted and nothing else: no row is looked up for a key, and no
/// result is computed.
@Suite struct `Rows before an offset` {
    private static func connection() throws -> Connection {
        try Connection.memory(
            """
            CREATE TABLE t(id INTEGER PRIMARY KEY, a, b, c); CREATE INDEX by_a ON t(a);
            CREATE TABLE o(k, v);
            WITH s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < 40)
                INSERT INTO t SELECT i, i * 7 % 41, i % 3, 'c' || i FROM s;
            INSERT INTO o SELECT id % 5, id FROM t;
            """)
    }

    @Test(arguments: [
        "SELECT id, c FROM t", "SELECT id, c FROM t WHERE id BETWEEN 3 AND 33",
        "SELECT id, c FROM t WHERE a > 5 ORDER BY a",
        "SELECT id FROM t WHERE a > 5 ORDER BY a DESC",
        "SELECT id, c FROM t WHERE a > 5 AND b = 1 ORDER BY a", "SELECT id FROM t WHERE id = 7",
        "SELECT id FROM t WHERE a = 7 OR id < 20", "SELECT id FROM t WHERE a IN (1, 2, 3, 4)",
        "SELECT c FROM t ORDER BY c", "SELECT DISTINCT b FROM t ORDER BY b",
        "SELECT b, count(*) FROM t GROUP BY b ORDER BY b", "SELECT a, max(id) FROM t GROUP BY a",
        "SELECT t.id, o.v FROM t JOIN o ON o.k = t.b ORDER BY t.id, o.v",
        "SELECT t.id, o.v FROM t LEFT JOIN o ON o.k = t.a ORDER BY t.id, o.v",
        "SELECT id, row_number() OVER (ORDER BY c) FROM t",
        "SELECT id FROM t UNION ALL SELECT v FROM o WHERE k = 1",
        "SELECT b FROM t UNION SELECT k FROM o", "VALUES(1), (2), (3), (4)",
        "WITH s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < 9) SELECT i FROM s",
        "SELECT value FROM json_each('[1, 2, 3, 4]')", "SELECT x FROM (SELECT a AS x FROM t)",
    ])
    func `are those in front of the others`(query: String) throws {
        let connection = try Self.connection()
        let all = try connection.rows(query)
        for offset in [0, 1, 2, 3, 7, 100] {
            for limit in [0, 1, 4, -1] {
                let expected = all.dropFirst(offset).prefix(limit < 0 ? all.count : limit)
                let rows = try connection.rows("\(query) LIMIT \(limit) OFFSET \(offset)")
                #expect(rows == Array(expected), "\(query) LIMIT \(limit) OFFSET \(offset)")
                let inner = "SELECT * FROM (\(query) LIMIT \(limit) OFFSET \(offset))"
                #expect(try connection.rows(inner) == Array(expected), "\(inner)")
            }
        }
        #expect(try connection.rows("\(query) LIMIT 2 OFFSET -5") == Array(all.prefix(2)))
    }

    @Test func `have no results that could fail`() throws {
        let connection = try Self.connection()
        let failing = "abs(-9223372036854775807 - (id < 5))"
        for query in [
            "SELECT \(failing) FROM t NOT INDEXED",
            "SELECT \(failing) FROM t NOT INDEXED WHERE b > -1",
            "SELECT \(failing), c FROM t WHERE id BETWEEN 1 AND 9",
            "SELECT 1 FROM t WHERE id > 90 UNION ALL SELECT \(failing) FROM t NOT INDEXED",
        ] {
            #expect(connection.refusal("\(query) LIMIT 1 OFFSET 3") == "integer overflow")
            let rows = try connection.rows("\(query) LIMIT 1 OFFSET 4")
            #expect(rows.count == 1 && rows[0].hasPrefix("9223372036854775807"))
        }
    }

    @Test func `have none either where there is one row, or one of a group`() throws {
        let connection = try Self.connection()
        let failing = "abs(-9223372036854775807 - (id < 5))"
        for (query, rows) in [
            ("SELECT \(failing) FROM t WHERE id = 1", []),
            ("SELECT \(failing) FROM t WHERE id = 1 UNION ALL SELECT 5", ["5"]),
            (
                "SELECT \(failing), count(*) FROM t WHERE id IN (4, 5) GROUP BY id",
                ["9223372036854775807|1"]
            ),
        ] {
            #expect(try connection.rows("\(query) LIMIT 1 OFFSET 1") == rows)
            #expect(connection.refusal("\(query) LIMIT 1 OFFSET 0") == "integer overflow")
        }
    }

    @Test func `are not looked up`() throws {
        let connection = try Self.connection()
        let query = "SELECT c FROM t INDEXED BY by_a WHERE a > 2 LIMIT 1 OFFSET 9"
        let program = try #require(try connection.prepare(query)?.program)
        let opcodes = program.instructions.map(\.opcode)
        let skip = try #require(opcodes.firstIndex(of: .jumpIfPositive))
        let seek = try #require(opcodes.firstIndex(of: .seekRowid))
        #expect(skip < seek)
    }
}
