import StorageSimulation
import Testing

@testable import WCDBStorage

/// Values larger than all that a transaction may have in memory: their pages leave it while they
/// are written.
@Suite struct `A value larger than the cache` {
    private static let length = 4_000_000
    private let disk = SimulatedFileSystem(recordsTrace: false)

    private func open() throws -> Store {
        var options = TestDatabase.options
        options.cacheBudget = 200 * (options.pageSize + PageBlock.trailerSize)
        return try TestDatabase.store(on: disk, options: options)
    }

    private func insert(_ byte: Int, at rowid: Int64, in write: Transaction) throws {
        let isNew = try TestDatabase.payload(byte, count: Self.length).withUnsafeBytes {
            try write.rowidTree(TestDatabase.table).insert(rowid, $0)
        }
        #expect(isNew)
    }

    private func replace(_ byte: Int, at rowid: Int64, in write: Transaction) throws {
        let isThere = try TestDatabase.payload(byte, count: Self.length).withUnsafeBytes {
            try write.rowidTree(TestDatabase.table).replace(rowid, $0)
        }
        #expect(isThere)
    }

    private func expect(_ byte: Int, at rowid: Int64, in transaction: Transaction) throws {
        let cursor = try transaction.rowidTree(TestDatabase.table).makeCursor()
        #expect(try cursor.seek(rowid))
        let payload = try cursor.payload()
        #expect(payload.count == Self.length)
        #expect(payload.allSatisfy { $0 == UInt8(byte) })
    }

    private func expectFewPages(_ transaction: Transaction) {
        #expect(transaction.view.pointee.residentPages < 400)
    }

    /// What was written must be there in the transaction, for readers, and after a crash.
    private func expectEverywhere(
        _ bytes: [Int64: Int], _ write: Transaction, of store: Store
    ) throws {
        for (rowid, byte) in bytes { try expect(byte, at: rowid, in: write) }
        try write.commit()
        for isCrashed in [false, true] {
            let seen =
                isCrashed
                ? try TestDatabase.store(on: disk.image) : store
            let read = try seen.beginRead()
            for (rowid, byte) in bytes { try expect(byte, at: rowid, in: read) }
            #expect(try IntegrityCheck.run(read) == [])
            read.end()
            if isCrashed { seen.abandon() }
        }
        store.abandon()
    }

    @Test func `is written behind everything that was there`() throws {
        let store = try open()
        try TestDatabase.insert(0..<10, into: store)
        let write = try store.beginWrite()
        try insert(7, at: 100, in: write)
        expectFewPages(write)
        #expect(store.statistics.directPages > 500)
        try insert(8, at: 101, in: write)
        expectFewPages(write)
        try expectEverywhere([100: 7, 101: 8], write, of: store)
    }

    /// Under a savepoint, and where pages that were freed are used again, the private file has it.
    @Test func `is put aside where it cannot go to its place`() throws {
        let store = try open()
        try TestDatabase.insert(0..<10, into: store)
        let first = try store.beginWrite()
        try insert(7, at: 100, in: first)
        try first.commit()
        let write = try store.beginWrite()
        try replace(8, at: 100, in: write)
        expectFewPages(write)
        #expect(store.statistics.spilledPages > 500)
        try write.openSavepoint()
        try insert(9, at: 101, in: write)
        expectFewPages(write)
        try write.openSavepoint()
        try replace(10, at: 101, in: write)
        try expect(10, at: 101, in: write)
        try write.rollbackToSavepoint()
        try write.releaseSavepoint()
        try write.releaseSavepoint()
        try expectEverywhere([100: 8, 101: 9], write, of: store)
    }

    /// All of its pages were read back to be compared, and stayed.
    @Test func `leaves memory again where it stays as it was`() throws {
        let store = try open()
        try TestDatabase.insert(0..<10, into: store)
        let write = try store.beginWrite()
        try insert(7, at: 100, in: write)
        try replace(7, at: 100, in: write)
        expectFewPages(write)
        try expectEverywhere([100: 7], write, of: store)
    }

    @Test func `leaves nothing when it does not fit the disk`() throws {
        let store = try open()
        try TestDatabase.insert(0..<10, into: store)
        let used = disk.usedBytes
        disk.limit(to: used + Self.length / 2)
        let write = try store.beginWrite()
        #expect(throws: StorageError.diskFull(path: TestDatabase.path)) {
            try insert(7, at: 100, in: write)
        }
        #expect(throws: StorageError.self) { try write.commit() }
        write.end()
        #expect(disk.usedBytes < used + Self.length / 4)
        try TestDatabase.insert(10..<20, into: store)
        #expect(try TestDatabase.rows(store)?.count == 20)
        try store.close()
    }
}
