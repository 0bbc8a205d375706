import StorageSimulation
import Testing

@testable import WCDBStorage

/// A row that became shorter was taken out and put back, its cursor had to look for it again, and
/// one that became longer by a byte had a full leaf laid out anew: an UPDATE of texts took twice as
/// long as one of numbers.
@Suite struct `Replaced rows` {
    /// How a row changes: by so many bytes.
    private static let changes = [-40, -1, 0, 1, 1, 1, 3, 30]

    @Test(arguments: [UInt64(1), 2, 3], [Int64(1), 70_000])
    func `stay under the cursor that stands on them`(seed: UInt64, distance: Int64) throws {
        let store = try TestDatabase.store()
        var random = SeededRandom(seed: seed)
        var rows = (0..<300).map { _ in payload(&random, count: Int(random.next() % 90)) }
        let write = try store.beginWrite()
        let id = try TestDatabase.makeTable(in: write)
        let tree = try write.rowidTree(id)
        for (number, row) in rows.enumerated() {
            _ = try row.withUnsafeBytes { try tree.insert(Int64(number) * distance, $0) }
        }
        var stays = 0
        for _ in 0..<20 {
            stays += try replaceAll(&rows, of: tree, distance, &random)
            #expect(try IntegrityCheck.run(write) == [], "seed \(seed)")
        }
        // All but those that cut their leaf in two, or leave it for a chain.
        #expect(stays > 300 * 20 * 9 / 10)
        let reader = tree.makeCursor()
        for (number, row) in rows.enumerated() {
            #expect(try reader.seek(Int64(number) * distance))
            #expect(try reader.payload().elementsEqual(row), "seed \(seed), row \(number)")
        }
        try write.commit()
        try store.close()
    }

    /// Replaces every row that a cursor comes by. Answers under how many of them it stayed.
    private func replaceAll(
        _ rows: inout [[UInt8]], of tree: RowidTree, _ distance: Int64,
        _ random: inout SeededRandom
    ) throws -> Int {
        let cursor = tree.makeCursor()
        defer { tree.remove(cursor) }
        let change = Self.changes[Int(random.next() % UInt64(Self.changes.count))]
        var stays = 0
        for number in rows.indices {
            #expect(try number == 0 ? cursor.first() : cursor.next())
            #expect(cursor.rowid == Int64(number) * distance)
            // Now and then one gets a chain, and loses it again.
            let isLong = random.next() % 100 == 0
            let count = isLong ? 1100 : max(0, min(120, rows[number].count + change))
            let isShorter = count < rows[number].count && rows[number].count < 900
            rows[number] = payload(&random, count: count)
            _ = try rows[number].withUnsafeBytes {
                try tree.replace(Int64(number) * distance, $0, under: cursor)
            }
            if isShorter { #expect(cursor.visit != 0) }
            if cursor.visit != 0 {
                stays += 1
                #expect(cursor.rowid == Int64(number) * distance)
                #expect(try cursor.payload().elementsEqual(rows[number]))
            }
        }
        #expect(try !cursor.next())
        return stays
    }

    private func payload(_ random: inout SeededRandom, count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }
}
