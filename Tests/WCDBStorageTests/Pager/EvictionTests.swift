import StorageSimulation
import Testing

@testable import WCDBStorage

@Suite struct `Evicting a page` {
    /// A version is popped, and before its page is locked, two commits use its memory again for
    /// the newest version of that page: once it was queued twice, and freed while queued.
    @Test func `leaves a newer version alone that has the memory of the one that was popped`()
        throws
    {
        let store = try Store.open(
            TestDatabase.path, options: TestDatabase.options,
            fileSystem: SimulatedFileSystem(recordsTrace: false))
        try TestDatabase.insert(0..<5, into: store)
        let read = try store.beginRead()
        let leaf = try #require(try Catalog(read).entry(TreeID(3))?.root)
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
}
