import Testing
import WCDBStorage

@testable import WCDBEngine

/// A sorter kept all rows of a query with OFFSET, of which it needs count and offset together:
/// three million rows took 300 MB for five.
@Suite struct `Sorted rows that OFFSET skips` {
    private static let count = 3000
    private static let limits = [-1, 0, 1, 7, 299, 5000, Int.max]
    private static let offsets = [-3, 0, 1, 290, 2999, 3000, Int.max]

    private static func connection() throws -> Connection {
        try Connection.memory(
            """
            CREATE TABLE t(id INTEGER PRIMARY KEY, k, g);
            WITH s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < \(count))
                INSERT INTO t SELECT i, i * 7919 % 1009, i * 31 % 40 FROM s;
            CREATE INDEX byGroup ON t(g);
            """)
    }

    /// One core, a compound, rows that come in the order of the first term.
    @Test(arguments: [
        "SELECT id FROM t ORDER BY k, id", "SELECT k, id FROM t ORDER BY k DESC, id DESC",
        "SELECT id, k FROM t WHERE k > 5 UNION SELECT id, 0 FROM t ORDER BY 2, 1",
        "SELECT DISTINCT k % 300 FROM t ORDER BY 1 DESC",
        "SELECT g, k, id FROM t INDEXED BY byGroup ORDER BY g, k, id",
    ])
    func `are those before the others`(query: String) throws {
        let connection = try Self.connection()
        let all = try connection.rows(query)
        for limit in Self.limits {
            for offset in Self.offsets {
                let rows = try connection.rows("\(query) LIMIT \(limit) OFFSET \(offset)")
                let rest = all.dropFirst(max(0, offset))
                #expect(rows == Array(limit < 0 ? rest : rest.prefix(limit)), "\(limit) \(offset)")
            }
        }
    }

    @Test func `are as many as a parameter says`() throws {
        let connection = try Self.connection()
        let all = try connection.rows("SELECT id FROM t ORDER BY k, id")
        let query = try #require(
            try connection.prepare("SELECT id FROM t ORDER BY k, id LIMIT ?2 OFFSET ?1"))
        for (limit, offset) in [(5, 10), (900, 0), (2, 2998), (1, 5000), (4, 4)] {
            query.reset()
            try query.bind(.integer(Int64(offset)), at: 1)
            try query.bind(.integer(Int64(limit)), at: 2)
            var rows: [String] = []
            while try query.step() { rows.append("\(query.column(0).integer)") }
            #expect(rows == Array(all.dropFirst(offset).prefix(limit)))
        }
    }

    /// Rows that come too late are left out before they are made.
    @Test func `do not keep all others`() throws {
        let connection = try Self.connection()
        let sql = "SELECT id FROM t ORDER BY k, id LIMIT 5 OFFSET 10"
        #expect(try connection.rows("EXPLAIN " + sql).contains { $0.contains("|sorterAdmit|") })
        #expect(try connection.rows(sql).count == 5)
    }
}
