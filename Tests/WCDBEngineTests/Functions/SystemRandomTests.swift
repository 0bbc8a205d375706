import Testing

@testable import WCDBEngine

@Suite struct `Numbers that the system draws` {
    /// Enough for many blocks, drawn by several threads and several sources.
    @Test func `are not given twice`() async {
        let shared = SystemRandom()
        let drawn = await withTaskGroup(of: [UInt64].self) { group in
            for _ in 0..<4 { group.addTask { (0..<5_000).map { _ in shared.next() } } }
            group.addTask {
                let own = SystemRandom()
                return (0..<5_000).map { _ in own.next() }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(Set(drawn).count == 25_000)
        // Each bit is set in about half of them.
        for bit in 0..<64 {
            let count = drawn.count { $0 >> UInt64(bit) & 1 == 1 }
            #expect(abs(count - 12_500) < 800, "bit \(bit)")
        }
    }

    @Test func `are what random() gives`() throws {
        let connection = try Connection.memory()
        let rows = try connection.rows(
            "WITH s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < 3000) "
                + "SELECT count(DISTINCT r), min(r) < 0, max(r) > 0 "
                + "FROM (SELECT random() AS r FROM s)")
        #expect(rows == ["3000|1|1"])
    }
}
