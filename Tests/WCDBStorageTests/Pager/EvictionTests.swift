import StorageSimulation
import Synchronization
import Testing

@testable import WCDBStorage

@Suite struct `Evicting a page` {
    /// A version is popped, and before its page is locked, two commits use its memory again for
    /// the newest version of that page: once it was queued twice, and freed while queued.
    @Test func `leaves a newer version alone that has the memory of the one that was popped`()
        throws
    {
        let store = try TestDatabase.store()
        try TestDatabase.insert(0..<5, into: store)
        let read = try store.beginRead()
        let leaf = try #require(try Catalog(read).entry(TestDatabase.table)?.root)
        read.end()
        let core = store.core
        let candidate = try #require(pop(leaf, from: core))
        #expect(store.contradictionInCache != nil, "it is in no queue")
        try TestDatabase.insert(5..<6, into: store)
        try TestDatabase.insert(6..<7, into: store)
        let newest = candidate.version
        #expect(core.table.newest(leaf) == newest, "the memory was used again")
        #expect(store.contradictionInCache == nil)
        core.evict(candidate)
        #expect(store.contradictionInCache == nil)
        // The commit may have published the version, and not queued it yet.
        core.cache.remove(newest)
        core.evict(candidate)
        #expect(!core.cache.hasQueued(newest))
        core.cache.append(newest)
        #expect(store.contradictionInCache == nil)
        store.abandon()
    }

    /// Pops until it is the turn of a page; the others go back.
    private func pop(_ number: PageNumber, from core: Core) -> PageCache.Candidate? {
        var others: [VersionPointer] = []
        defer { for other in others { core.cache.append(other) } }
        while let next = core.cache.popFirst() {
            if next.number == number { return next }
            others.append(next.version)
        }
        return nil
    }

    /// What a reader loaded of the main file after it was superseded, and a checkpoint then kept,
    /// was in no list: it stayed for good, and the file of parked versions with it.
    @Test func `lets go what a checkpoint kept for a reader`() throws {
        let disk = SimulatedFileSystem(recordsTrace: false)
        var options = TestDatabase.options
        options.cacheBudget = 1 << 19
        options.directThreshold = .max
        let store = try TestDatabase.store(on: disk, options: options)
        let count = 20_000
        func write(_ byte: UInt8, _ rows: Range<Int>) throws {
            let write = try store.beginWrite()
            defer { write.end() }
            let tree = try write.rowidTree(TestDatabase.table)
            try [UInt8](repeating: byte, count: 200).withUnsafeBytes { payload in
                for row in rows {
                    let isThere = try tree.replace(Int64(row), payload)
                    #expect(isThere)
                }
            }
            try write.commit()
        }
        try TestDatabase.insert(0..<count, into: store)
        _ = try store.checkpoint(.restart)
        for round in 0..<4 {
            let reader = try store.beginRead()
            try write(UInt8(2 + round), 0..<count)
            let cursor = try reader.rowidTree(TestDatabase.table).makeCursor()
            for row in stride(from: 2000 * round, to: 2000 * round + 1500, by: 10) {
                #expect(try cursor.seek(Int64(row)))
            }
            _ = try store.checkpoint(.full)
            reader.end()
        }
        for byte in 10..<40 { try write(UInt8(byte), 0..<1) }
        _ = try store.checkpoint(.full)
        store.purge()
        var kept = 0
        store.core.table.forEach { newest in
            var version = newest.pointee.older.load(ordering: .relaxed)
            while let older = version {
                kept += 1
                version = older.pointee.older.load(ordering: .relaxed)
            }
        }
        #expect(kept == 0)
        try store.close()
    }
}
