import StorageSimulation
import Testing

@testable import WCDBStorage

@Suite struct `Torn pages` {
    private static func options(_ level: SyncLevel) -> StoreOptions {
        var options = TestDatabase.options
        options.syncLevel = level
        return options
    }

    /// Rows that were checkpointed, then one in each page replaced: only deltas are in the log.
    private static func prepare(
        _ level: SyncLevel, committing: SyncLevel? = nil
    ) throws -> (disk: SimulatedFileSystem, store: Store) {
        let disk = SimulatedFileSystem(seed: 3)
        let store = try TestDatabase.store(on: disk, options: options(level))
        try TestDatabase.insert(0..<rowCount, into: store)
        _ = try store.checkpoint(.restart)
        let write = try store.beginWrite()
        let tree = try write.rowidTree(TestDatabase.table)
        for row in stride(from: 0, to: rowCount, by: 20) {
            _ = try changed.withUnsafeBytes { try tree.replace(Int64(row), $0) }
        }
        try write.commit(level: committing)
        #expect(store.core.pagesOnMain >= rowCount / 40)
        return (disk, store)
    }

    private static let rowCount = 200
    /// Of another size than what it replaces, so that other rows of the page move.
    private static let changed = [UInt8](repeating: 0xEE, count: 90)

    private static func isAsCommitted(_ store: Store) throws -> Bool {
        let read = try store.beginRead()
        defer { read.end() }
        let cursor = try read.rowidTree(TestDatabase.table).makeCursor()
        for row in 0..<rowCount {
            let expected = row % 20 == 0 ? changed : TestDatabase.payload(row)
            guard try cursor.seek(Int64(row)), try Array(cursor.payload()) == expected else {
                return false
            }
        }
        return try IntegrityCheck.run(read) == []
    }

    /// Any bytes of the pages that a checkpoint was writing may have arrived, and the rest not.
    @Test(arguments: [SyncLevel.normal, .full, .extra])
    func `are put together from their deltas`(level: SyncLevel) throws {
        let (disk, store) = try Self.prepare(level)
        let before = disk.image
        _ = try store.checkpoint(.passive)
        let after = disk.image
        store.abandon()
        let old = try #require(before.files[TestDatabase.path])
        let new = try #require(after.files[TestDatabase.path])
        let first = 2 * TestDatabase.options.pageSize
        #expect(old != new)
        var random = SeededRandom(seed: 7)
        for length in [1, 3, 64, 512, 5000] {
            var image = after
            var mixture = new
            for start in stride(from: first, to: min(old.count, new.count), by: length) {
                let end = min(start + length, old.count, new.count)
                if random.oneIn(2) { mixture[start..<end] = old[start..<end] }
            }
            image.files[TestDatabase.path] = mixture
            image.files[TestDatabase.log] = before.files[TestDatabase.log]
            image.files[StoreFiles.lock(TestDatabase.path)] = nil
            let found = try TestDatabase.store(on: image, options: Self.options(level))
            #expect(try Self.isAsCommitted(found), "pieces of \(length) bytes")
            found.abandon()
        }
    }

    /// The deltas of a version lead to it from the page that a checkpoint overwrites with a later
    /// one, and not from that one.
    @Test func `are none for a reader of the version before`() throws {
        let (_, store) = try Self.prepare(.normal)
        let reader = try store.beginRead()
        try Self.replace(row: 20, by: TestDatabase.payload(1, count: 90), in: store)
        store.purge()
        _ = try store.checkpoint(.passive)
        store.purge()
        let cursor = try reader.rowidTree(TestDatabase.table).makeCursor()
        #expect(try cursor.seek(20))
        #expect(try Array(cursor.payload()) == Self.changed)
        reader.end()
        store.abandon()
    }

    private static func replace(row: Int, by bytes: [UInt8], in store: Store) throws {
        let write = try store.beginWrite()
        defer { write.end() }
        let isThere = try bytes.withUnsafeBytes {
            try write.rowidTree(TestDatabase.table).replace(Int64(row), $0)
        }
        #expect(isThere)
        try write.commit()
    }

    /// A checkpoint logs the pages that it overwrites only where sectors may break.
    @Test(arguments: [SyncLevel.normal, .extra])
    func `have images in the log at the level EXTRA only`(level: SyncLevel) throws {
        let (disk, store) = try Self.prepare(level)
        let start = disk.trace.operations.count
        let pages = try store.checkpoint(.passive).pages
        let written = disk.trace.operations[start...].reduce(0) { sum, entry in
            guard case .write(_, _, let bytes) = entry.operation else { return sum }
            return sum + bytes.count { $0 != 0 }
        }
        store.abandon()
        let size = TestDatabase.options.pageSize
        #expect(pages >= Self.rowCount / 40)
        #expect((written > pages * size * 3 / 2) == (level == .extra), "\(written) of \(pages)")
    }

    /// At the level EXTRA a sector that was being written may hold anything. A connection can
    /// commit at that level in a store that was opened at another one: once its pages got no
    /// images.
    @Test(arguments: [SyncLevel.normal, .full, .extra])
    func `have any bytes in a sector and are mended at the level EXTRA`(level: SyncLevel) throws {
        let (disk, store) = try Self.prepare(level, committing: .extra)
        let first = disk.callCount + 1
        _ = try store.checkpoint(.passive)
        let trace = disk.trace
        store.abandon()
        var images = CrashImages(trace: trace)
        var random = SeededRandom(seed: 5)
        for call in first...trace.callCount {
            let image = images.image(before: call, model: .brokenSector, random: &random)
            let found = try TestDatabase.store(on: image, options: Self.options(level))
            #expect(try Self.isAsCommitted(found), "a crash before call \(call)")
            found.abandon()
        }
    }

    /// Recovery overwrites pages, too: for those whose log it is. Before that it writes the log
    /// again, which takes whole sectors at every level.
    @Test func `have images in the log of a recovery from commits at EXTRA`() throws {
        let (disk, store) = try Self.prepare(.normal, committing: .extra)
        store.abandon()
        let initial = disk.image
        let second = SimulatedFileSystem(image: initial)
        try TestDatabase.store(on: second, options: Self.options(.normal)).abandon()
        let trace = second.trace
        var images = CrashImages(trace: trace, initial: initial)
        var random = SeededRandom(seed: 5)
        let synced = try #require(
            trace.operations.firstIndex {
                if case .sync(_, .data) = $0.operation { return true }
                return false
            })
        let rewritten = try #require(
            trace.operations[(synced + 1)...].first {
                if case .sync = $0.operation { return true }
                return false
            })
        for call in (rewritten.call + 1)...trace.callCount {
            let image = images.image(before: call, model: .brokenSector, random: &random)
            let found = try TestDatabase.store(on: image, options: Self.options(.normal))
            #expect(try Self.isAsCommitted(found), "a crash before call \(call)")
            found.abandon()
        }
    }

    /// Also those of commits at another level that come later: they rest on the same pages.
    @Test func `have images in the log from the first commit at EXTRA on`() throws {
        let (_, store) = try Self.prepare(.normal, committing: .extra)
        _ = try store.checkpoint(.restart)
        try Self.replace(row: 40, by: TestDatabase.payload(1, count: 90), in: store)
        #expect(store.core.pagesOnMain > 0)
        #expect(store.core.logsImages)
        store.abandon()
    }
}
