import StorageSimulation
import Testing

@testable import WCDBStorage

/// Transactions that change a good part of a database: where they change it, and what they log.
@Suite struct `Large transactions` {
    private static let rowCount = 16_000
    /// Rows that are left by the test that drops pages.
    private static let kept = 2_000
    /// About one row of each page.
    private static let changed = stride(from: 0, to: rowCount, by: 30)

    private static func open(_ disk: SimulatedFileSystem) throws -> Store {
        var options = TestDatabase.options
        options.logLimit = .max
        let store = try TestDatabase.store(on: disk, options: options)
        try TestDatabase.insert(0..<rowCount, into: store)
        _ = try store.checkpoint(.restart)
        return store
    }

    /// Replaces the payload of the changed rows by that of another number; does not commit.
    private static func change(_ write: Transaction, by offset: Int) throws {
        let tree = try write.rowidTree(TestDatabase.table)
        for number in changed {
            let isThere = try TestDatabase.payload(number + offset).withUnsafeBytes {
                try tree.replace(Int64(number), $0)
            }
            #expect(isThere)
        }
    }

    private static func expect(
        _ offset: Int, in read: Transaction, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let cursor = try read.rowidTree(TestDatabase.table).makeCursor()
        for number in changed {
            let isThere = try cursor.seek(Int64(number))
            #expect(isThere, sourceLocation: sourceLocation)
            let isRight = try cursor.payload().elementsEqual(TestDatabase.payload(number + offset))
            #expect(isRight, "row \(number)", sourceLocation: sourceLocation)
        }
    }

    private static func expect(_ offset: Int, in store: Store) throws {
        let read = try store.beginRead()
        defer { read.end() }
        try expect(offset, in: read)
        #expect(try IntegrityCheck.run(read) == [])
    }

    @Test func `change pages where the cache has them`() throws {
        let store = try Self.open(SimulatedFileSystem(recordsTrace: false))
        try Self.expect(0, in: store)
        let before = store.statistics.residentBytes
        let write = try store.beginWrite()
        try Self.change(write, by: 1)
        #expect(store.statistics.residentBytes < before + 100 * 4096)
        try Self.expect(1, in: write)
        write.rollback()
        try Self.expect(0, in: store)
        let second = try store.beginWrite()
        try Self.change(second, by: 2)
        try second.commit()
        try Self.expect(2, in: store)
        try store.close()
    }

    @Test func `leave a reader's pages alone`() throws {
        let store = try Self.open(SimulatedFileSystem(recordsTrace: false))
        let reader = try store.beginRead()
        let cursor = try reader.rowidTree(TestDatabase.table).makeCursor()
        #expect(try cursor.seek(30))
        let write = try store.beginWrite()
        try Self.change(write, by: 1)
        let isKept = try cursor.payload().elementsEqual(TestDatabase.payload(30))
        #expect(isKept)
        try Self.expect(0, in: reader)
        try write.commit()
        _ = try store.checkpoint(.restart)
        try Self.expect(0, in: reader)
        reader.end()
        try Self.expect(1, in: store)
        try store.close()
    }

    @Test func `log what they changed, not the pages`() throws {
        let store = try Self.open(SimulatedFileSystem(recordsTrace: false))
        let before = store.statistics.logBytes
        let write = try store.beginWrite()
        try Self.change(write, by: 1)
        try write.commit()
        let count = Self.changed.underestimatedCount
        #expect(store.statistics.logBytes - before < count * 600)
        store.purge()
        try Self.expect(1, in: store)
        try store.close()
    }

    /// The pages in the main file are what the log's deltas were made from: before a checkpoint
    /// overwrites, and maybe tears, one of them, the log has its image.
    @Test(arguments: [CheckpointMode.passive, .restart])
    func `survive a checkpoint that tears their pages`(mode: CheckpointMode) throws {
        let disk = SimulatedFileSystem()
        let store = try Self.open(disk)
        let write = try store.beginWrite()
        try Self.change(write, by: 1)
        try write.commit()
        let main = try #require(disk.image.files[TestDatabase.path])
        let checkpoint = store.makeCheckpoint(mode)
        while disk.image.files[TestDatabase.path] == main, try checkpoint.advance() {}
        var image = disk.image
        store.abandon()
        image.files[StoreFiles.lock(TestDatabase.path)] = nil
        var torn = try #require(image.files[TestDatabase.path])
        var tornCount = 0
        for page in stride(from: 0, to: torn.count - 4095, by: 4096)
        where main.count >= page + 4096 && torn[page..<page + 4096] != main[page..<page + 4096] {
            torn.replaceSubrange(page..<page + 512, with: main[page..<page + 512])
            tornCount += 1
        }
        #expect(tornCount > 0)
        image.files[TestDatabase.path] = torn
        let again = try TestDatabase.store(on: image)
        try Self.expect(1, in: again)
        try again.close()
    }

    /// Once a checkpoint logged no image of a page that a commit had dropped since the checkpoint
    /// began, and overwrote it all the same: torn, it made recovery refuse the file.
    @Test func `survive a checkpoint that tears pages dropped meanwhile`() throws {
        let disk = SimulatedFileSystem()
        let store = try Self.open(disk)
        let write = try store.beginWrite()
        try Self.change(write, by: 1)
        try write.commit()
        let main = try #require(disk.image.files[TestDatabase.path])
        let checkpoint = store.makeCheckpoint(.passive)
        #expect(try checkpoint.advance())
        let drop = try store.beginWrite()
        let tree = try drop.rowidTree(TestDatabase.table)
        for number in Self.kept..<Self.rowCount { #expect(try tree.delete(Int64(number))) }
        _ = try drop.vacuum(pages: 1000)
        let pageCount = Int(drop.state.pageCount)
        #expect(pageCount * 4096 < main.count / 2)
        try drop.commit()
        while try checkpoint.advance() {}
        var image = disk.image
        store.abandon()
        image.files[StoreFiles.lock(TestDatabase.path)] = nil
        var torn = try #require(image.files[TestDatabase.path])
        for page in stride(from: pageCount * 4096, to: torn.count - 4095, by: 4096)
        where main.count >= page + 4096 && torn[page..<page + 4096] != main[page..<page + 4096] {
            torn.replaceSubrange(page..<page + 512, with: main[page..<page + 512])
        }
        image.files[TestDatabase.path] = torn
        let again = try TestDatabase.store(on: image)
        let read = try again.beginRead()
        #expect(try read.rowidTree(TestDatabase.table).count() == Int64(Self.kept))
        #expect(try IntegrityCheck.run(read) == [])
        read.end()
        try again.close()
    }
}
