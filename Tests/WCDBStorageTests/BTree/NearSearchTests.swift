import StorageSimulation
import Testing

@testable import WCDBStorage

/// A search for a neighbour looks into the leaf where the cursor stands, and goes no way down. It
/// must end where a cursor ends that has been nowhere.
@Suite struct `Searches that stay in a leaf` {
    /// Where the next search goes: mostly near the last one.
    private func next(_ last: Int, _ random: inout SeededRandom) -> Int {
        random.below(8) == 0 ? random.below(1300) : min(1299, max(0, last + random.below(9) - 3))
    }

    @Test(arguments: [UInt64(1), 2, 3, 4]) func `of rows`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let store = try TestDatabase.store(pageSize: 512)
        let write = try store.beginWrite()
        let tree = try write.rowidTree(
            try TestDatabase.makeTable(in: write))
        var rows = Set((0..<400).map { Int64($0 * 3) })
        let payload = [UInt8](repeating: 7, count: 30)
        for row in rows { _ = try payload.withUnsafeBytes { try tree.insert(row, $0) } }
        let cursor = tree.makeCursor()
        var last = 0
        for _ in 0..<4000 {
            last = next(last, &random)
            let wanted = Int64(last)
            if random.below(40) == 0 {
                // The leaf changes, and with it what its ends are.
                if rows.remove(wanted) != nil {
                    #expect(try tree.delete(wanted))
                } else {
                    rows.insert(wanted)
                    _ = try payload.withUnsafeBytes { try tree.insert(wanted, $0) }
                }
            }
            let sorted = rows.filter { $0 >= wanted }.sorted()
            #expect(try cursor.seek(atOrAfter: wanted) == !sorted.isEmpty)
            guard let first = sorted.first else { continue }
            #expect(cursor.rowid == first, "seed \(seed)")
            guard random.below(3) == 0 else { continue }
            // It goes on from there as from anywhere.
            for row in sorted.dropFirst().prefix(20) {
                #expect(try cursor.next())
                #expect(cursor.rowid == row, "seed \(seed)")
            }
        }
        write.rollback()
        try store.close()
    }

    @Test(arguments: [UInt64(1), 2, 3, 4]) func `of keys`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let store = try TestDatabase.store(pageSize: 512)
        let write = try store.beginWrite()
        let tree = try write.keyTree(
            try TestDatabase.makeIndex(in: write))
        func key(_ number: Int) -> [UInt8] {
            let digits = String(number + 10_000)
            return Array(
                (number % 50 == 0 ? digits + String(repeating: "x", count: 700) : digits).utf8)
        }
        func insert(_ number: Int) throws {
            _ = try key(number).withUnsafeBytes { try tree.insert($0) }
        }
        var numbers = Set((0..<400).map { $0 * 3 })
        for number in numbers { try insert(number) }
        let cursor = tree.makeCursor()
        var last = 0
        for _ in 0..<4000 {
            last = next(last, &random)
            if random.below(40) == 0 {
                if numbers.remove(last) != nil {
                    #expect(try key(last).withUnsafeBytes { try tree.delete($0) })
                } else {
                    numbers.insert(last)
                    try insert(last)
                }
            }
            let sorted = numbers.filter { $0 >= last }.sorted()
            let wanted = key(last)
            switch random.below(3) {
            case 0:
                let isThere = try wanted.withUnsafeBytes { try cursor.seek($0) }
                #expect(isThere == numbers.contains(last), "seed \(seed)")
                guard isThere else { continue }
            case 1:
                let before = numbers.filter { $0 < last }.max()
                let isThere = try wanted.withUnsafeBytes { try cursor.seek(before: $0) }
                #expect(isThere == (before != nil), "seed \(seed)")
                guard let before else { continue }
                #expect(try Array(cursor.key()) == key(before), "seed \(seed)")
                continue
            default:
                let isThere = try wanted.withUnsafeBytes { try cursor.seek(atOrAfter: $0) }
                #expect(isThere == !sorted.isEmpty, "seed \(seed)")
                guard isThere else { continue }
            }
            for number in sorted.prefix(12) {
                #expect(try Array(cursor.key()) == key(number), "seed \(seed)")
                if number != sorted.last { #expect(try cursor.next()) }
            }
        }
        write.rollback()
        try store.close()
    }
}
