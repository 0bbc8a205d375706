import StorageSimulation
import Testing

@testable import WCDBStorage

/// Long rows that are read in pieces, as by a statement that asks for one column after the other.
@Suite struct `Pieces of a long row` {
    private static let length = 400_000
    private let disk = SimulatedFileSystem(recordsTrace: false)

    /// A few rows of a hundred pages each, none of which is in memory.
    private func open() throws -> Store {
        let store = try TestDatabase.store(on: disk)
        try TestDatabase.insert(0..<1, into: store)
        for number in 1...3 {
            let write = try store.beginWrite()
            let payload = TestDatabase.payload(number, count: Self.length)
            let isNew = try payload.withUnsafeBytes {
                try write.rowidTree(TestDatabase.table).insert(Int64(number), $0)
            }
            #expect(isNew)
            try write.commit()
        }
        try store.close()
        return try TestDatabase.store(on: disk)
    }

    private func pages(_ store: Store) -> Int {
        store.statistics.residentBytes / (store.pageSize + PageBlock.trailerSize)
    }

    /// A page was once read with all that followed, though it was known where the piece ends. Of
    /// pieces of a page each, some come together.
    @Test(arguments: [2_000, 20_000, 40_000])
    func `bring no page of what was not asked for`(step: Int) throws {
        let store = try open()
        let read = try store.beginRead()
        let cursor = try read.rowidTree(TestDatabase.table).makeCursor()
        #expect(try cursor.seek(2))
        let local = cursor.place(ahead: 0).payloadInLeaf
        let known = try #require(local.baseAddress)
        let before = pages(store)
        for end in stride(from: step, through: 120_000, by: step) {
            let part = try cursor.payload(upTo: end, knowing: known)
            #expect(part.count >= end)
            #expect(part.allSatisfy { $0 == 2 })
            let capacity = store.pageSize - PageBlock.trailerSize - OverflowChain.payload
            let wanted = max(0, part.count - local.count + capacity - 1) / capacity
            #expect(pages(store) - before <= wanted + 8, "up to \(end)")
        }
        read.end()
        try store.close()
    }
}
