import StorageSimulation
import Testing
import WCDBStorage

@testable import WCDBEngine

@Suite struct `Row store` {
    @Test(arguments: [1 << 12, 1 << 14, 1 << 22], [0, 1, 3, 17])
    func `gives every row back as it came`(budget: Int, columnCount: Int) throws {
        var random = SeededRandom(seed: UInt64(budget + columnCount))
        let store = RowStore(
            columnCount: columnCount, space: ScratchFixture.space(budget: budget))
        var rows: [[SQLValue]] = []
        for _ in 0..<2_000 {
            let row = ScratchFixture.row(columnCount, &random)
            let number = try ScratchFixture.lend(row) { try store.append($0) }
            #expect(number == rows.count)
            rows.append(row)
            guard random.oneIn(5) else { continue }
            let chosen = random.below(rows.count)
            try store.seek(chosen)
            // Appending leaves the current row where it is.
            try ScratchFixture.lend(row) { _ = try store.append($0) }
            rows.append(row)
            #expect(ScratchFixture.identical(store.currentRow(), rows[chosen]))
        }
        for index in rows.indices {
            try store.seek(index)
            #expect(ScratchFixture.identical(store.currentRow(), rows[index]))
        }
        #expect(store.count == rows.count)
        // Rows without values take no memory.
        #expect(store.hasSpilled == (budget < 1 << 15 && columnCount > 0))
    }

    @Test func `keeps rows that are larger than a chunk`() throws {
        let store = RowStore(columnCount: 2, space: ScratchFixture.space(budget: 1 << 12))
        let rows = (0..<20).map { index -> [SQLValue] in
            [.integer(Int64(index)), .blob(Array(repeating: UInt8(index), count: index * 997))]
        }
        for row in rows { try ScratchFixture.lend(row) { _ = try store.append($0) } }
        for index in rows.indices.reversed() {
            try store.seek(index)
            #expect(ScratchFixture.identical(store.currentRow(), rows[index]))
        }
    }

    @Test func `starts again after removing all`() throws {
        let store = RowStore(columnCount: 1, space: ScratchFixture.space(budget: 1 << 12))
        for round in 0..<3 {
            for index in 0..<1_000 {
                let row = [SQLValue.integer(Int64(round * 1_000 + index))]
                #expect(try ScratchFixture.lend(row) { try store.append($0) } == index)
            }
            try store.seek(500)
            #expect(store.column(0).integer == Int64(round * 1_000 + 500))
            store.removeAll()
            #expect(store.count == 0 && !store.hasSpilled)
        }
    }
}
