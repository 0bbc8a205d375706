import StorageSimulation
import Testing

@testable import WCDBStorage

/// A large transaction writes pages to the main file before it commits. If it gives up, the room
/// is free again at once: when the disk is full, that is what the next commit waits for.
@Suite struct `The room of a transaction that gave up` {
    private static let path = TestDatabase.path

    private static func open(_ disk: SimulatedFileSystem) throws -> Store {
        var options = TestDatabase.options
        options.directThreshold = 8
        return try TestDatabase.store(on: disk, options: options)
    }

    private static func size(_ disk: SimulatedFileSystem) -> Int {
        disk.length(of: path)
    }

    /// Begins a transaction and inserts rows that take some of its pages to the main file.
    private static func write(_ numbers: Range<Int>, in store: Store) throws -> Transaction {
        let before = store.statistics.directPages
        let write = try store.beginWrite()
        _ = try insert(numbers, in: write)
        #expect(store.statistics.directPages > before)
        return write
    }

    private static func insert(
        _ numbers: Range<Int>, in write: Transaction
    ) throws -> RowidTree {
        let tree = try write.rowidTree(TestDatabase.table)
        for number in numbers {
            _ = try TestDatabase.payload(number).withUnsafeBytes {
                try tree.insert(Int64(number), $0)
            }
        }
        return tree
    }

    @Test func `is given back at once`() throws {
        let disk = SimulatedFileSystem()
        let store = try Self.open(disk)
        try TestDatabase.insert(0..<2_000, into: store)
        _ = try store.checkpoint(.restart)
        let size = Self.size(disk)
        let write = try Self.write(2_000..<10_000, in: store)
        #expect(Self.size(disk) > size)
        write.rollback()
        #expect(Self.size(disk) == size)
        try TestDatabase.insert(2_000..<6_000, into: store)
        #expect(try TestDatabase.rows(store)?.count == 6_000)
        try store.close()
    }

    /// The file is cut behind what the log has, not behind what it holds itself.
    @Test func `is not that of commits in the log`() throws {
        let disk = SimulatedFileSystem()
        let store = try Self.open(disk)
        for start in stride(from: 0, to: 3_000, by: 50) {
            try TestDatabase.insert(start..<start + 50, into: store)
        }
        let pages = Int(store.state.pageCount)
        #expect(Self.size(disk) < pages * store.pageSize)
        try Self.write(3_000..<9_000, in: store).rollback()
        #expect(Self.size(disk) <= pages * store.pageSize)
        store.abandon()
        let again = try Self.open(disk)
        #expect(try TestDatabase.rows(again)?.count == 3_000)
        try again.close()
    }

    /// Only a clean close gave it back: of an app that is always killed it was lost for good.
    @Test func `is given back by the first reset after the process died`() throws {
        let disk = SimulatedFileSystem()
        let store = try Self.open(disk)
        try TestDatabase.insert(0..<2_000, into: store)
        _ = try store.checkpoint(.restart)
        let size = Self.size(disk)
        let write = try Self.write(2_000..<10_000, in: store)
        store.abandon()
        #expect(Self.size(disk) > 2 * size)
        withExtendedLifetime(write) {}
        let again = try Self.open(disk)
        try TestDatabase.insert(2_000..<2_010, into: again)
        _ = try again.checkpoint(.restart)
        #expect(Self.size(disk) == Int(again.state.pageCount) * again.pageSize)
        #expect(try TestDatabase.rows(again)?.count == 2_010)
        try again.close()
    }

    /// Pages that were taken and given back at once are never written: where taking blocks ahead
    /// does not make a file longer, it ended before pages that its header counts, and could not be
    /// opened any more.
    @Test(arguments: [1, 2] as [UInt64])
    func `counts as pages of the file, where it was committed`(seed: UInt64) throws {
        let disk = SimulatedFileSystem(seed: seed)
        let store = try TestDatabase.store(on: disk)
        try TestDatabase.insert(0..<100, into: store)
        let write = try store.beginWrite()
        _ = try Self.insert(100..<1_500, in: write).delete(100...1_499)
        try write.commit()
        _ = try store.checkpoint(.restart)
        store.abandon()
        let again = try TestDatabase.store(on: disk)
        #expect(try TestDatabase.rows(again) == Array(0..<100))
        #expect(Self.size(disk) >= Int(again.state.pageCount) * again.pageSize)
        try again.close()
    }

    @Test func `lets the next commit through on a full disk`() throws {
        let disk = SimulatedFileSystem()
        let store = try Self.open(disk)
        try TestDatabase.insert(0..<100, into: store)
        disk.limit(to: disk.usedBytes + 400_000)
        #expect(throws: StorageError.diskFull(path: Self.path)) {
            try TestDatabase.insert(100..<20_000, into: store)
        }
        try TestDatabase.insert(100..<200, into: store)
        #expect(try TestDatabase.rows(store)?.count == 200)
        try store.close()
    }

    /// A checkpoint knows how long the file is; the cut waits until the log begins anew.
    @Test func `is given back later when a checkpoint is at work`() throws {
        let disk = SimulatedFileSystem()
        let store = try Self.open(disk)
        try TestDatabase.insert(0..<2_000, into: store)
        let size = Self.size(disk)
        do {
            let steps = store.makeCheckpoint(.passive)
            _ = try steps.advance()
            try Self.write(2_000..<10_000, in: store).rollback()
            #expect(Self.size(disk) > 2 * size)
        }
        _ = try store.checkpoint(.restart)
        #expect(Self.size(disk) == Int(store.state.pageCount) * store.pageSize)
        #expect(try TestDatabase.rows(store)?.count == 2_000)
        try store.close()
    }
}
