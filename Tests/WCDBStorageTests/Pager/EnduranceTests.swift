import StorageSimulation
import Testing

@testable import WCDBStorage

/// Long runs, short by default: `WCDB_TEST_SCALE=500` reaches a million commits and two gigabytes.
@Suite struct `Endurance` {
    @Test func `a reader through many commits keeps its snapshot, and the log its limit`() throws {
        let commits = 2_000 * TestScale.factor
        let outcome = try LongReaderCheck(commits: commits, seed: 1).run()
        #expect(outcome.longestLog > 0 && outcome.resets > 0)
    }

    /// A checkpoint reads what it copies, and what a reader still needs of the pages it overwrites.
    /// Once it kept all of that in memory until somebody else loaded a page.
    @Test func `a checkpoint beside a reader keeps the cache's budget`() throws {
        var options = TestDatabase.options
        options.cacheBudget = 256 << 10
        let disk = SimulatedFileSystem(recordsTrace: false)
        let store = try TestDatabase.store(on: disk, options: options)
        try TestDatabase.insert(0..<16_000, into: store)
        _ = try store.checkpoint(.restart)
        let reader = try store.beginRead()
        let write = try store.beginWrite()
        let tree = try write.rowidTree(TestDatabase.table)
        for number in stride(from: 0, to: 16_000, by: 30) {
            _ = try TestDatabase.payload(number + 1).withUnsafeBytes {
                try tree.replace(Int64(number), $0)
            }
        }
        try write.commit()
        #expect(try store.checkpoint(.restart).pages > 300)
        #expect(store.statistics.residentBytes <= options.cacheBudget + 64 << 10)
        let cursor = try reader.rowidTree(TestDatabase.table).makeCursor()
        for number in stride(from: 0, to: 16_000, by: 30) {
            #expect(try cursor.seek(Int64(number)))
            #expect(try cursor.payload().elementsEqual(TestDatabase.payload(number)))
        }
        reader.end()
        try store.close()
    }

    /// A reader that does nothing keeps what it could look at, and no more: neither the pages that
    /// others change meanwhile nor those that others read. It kept them all once.
    @Test func `a reader that pauses keeps no memory that is younger`() throws {
        var options = TestDatabase.options
        options.cacheBudget = 128 << 10
        let disk = SimulatedFileSystem(recordsTrace: false)
        let store = try TestDatabase.store(on: disk, options: options)
        try TestDatabase.insert(0..<16_000, into: store)
        let paused = try store.beginRead()
        let cursor = try paused.rowidTree(TestDatabase.table).makeCursor()
        #expect(try cursor.seek(77))
        for number in 0..<2_000 {
            let write = try store.beginWrite()
            _ = try TestDatabase.payload(number + 1).withUnsafeBytes {
                try write.rowidTree(TestDatabase.table).replace(Int64(number % 100), $0)
            }
            try write.commit(level: .off)
        }
        let other = try store.beginRead()
        let scan = try other.rowidTree(TestDatabase.table).makeCursor()
        for _ in 0..<5 {
            var isThere = try scan.first()
            while isThere { isThere = try scan.next() }
        }
        other.end()
        #expect(store.core.reclamation.count < 600)
        #expect(try cursor.payload().elementsEqual(TestDatabase.payload(77)))
        for number in 0..<100 {
            #expect(try cursor.seek(Int64(number)))
            #expect(try cursor.payload().elementsEqual(TestDatabase.payload(number)))
        }
        paused.end()
        store.purge()
        #expect(store.core.reclamation.count == 0)
        try store.close()
    }

    /// The check and the copy once kept the whole database in memory until they were done, and
    /// VACUUM does both.
    @Test func `what looks at all pages keeps none of them`() throws {
        var options = TestDatabase.options
        options.cacheBudget = 128 << 10
        let disk = SimulatedFileSystem(recordsTrace: false)
        let store = try TestDatabase.store(on: disk, options: options)
        try TestDatabase.insert(0..<16_000, into: store)
        let write = try store.beginWrite()
        let blob = [UInt8](repeating: 7, count: 500_000)
        let tree = try write.rowidTree(TestDatabase.table)
        for rowid in 20_000..<Int64(20_004) {
            _ = try blob.withUnsafeBytes { try tree.insert(rowid, $0) }
        }
        try write.commit()
        _ = try store.checkpoint(.restart)
        let reader = try store.beginRead()
        #expect(try IntegrityCheck.run(reader) == [])
        #expect(store.core.reclamation.count < 1200)
        reader.end()
        var most = 0
        try store.copy(to: TestDatabase.path + "-copy") { _, _ in
            most = max(most, store.core.reclamation.count)
            return true
        }
        #expect(most < 600)
        try store.close()
    }

    /// Each statement of a transaction is a savepoint, and makes copies of the pages it changes.
    /// Those of the savepoints before it waited for the end of the transaction: half a gigabyte
    /// for some ten thousand statements.
    @Test func `savepoints that are released leave no memory behind`() throws {
        let disk = SimulatedFileSystem(recordsTrace: false)
        let store = try TestDatabase.store(on: disk)
        try TestDatabase.insert(0..<2_000, into: store)
        let write = try store.beginWrite()
        let tree = try write.rowidTree(TestDatabase.table)
        let cursor = tree.makeCursor()
        #expect(try cursor.seek(5))
        var most = 0
        for number in 0..<5_000 {
            try write.openSavepoint()
            _ = try TestDatabase.payload(number).withUnsafeBytes {
                try tree.replace(Int64(number % 3 * 600), $0)
            }
            try write.releaseSavepoint()
            most = max(most, store.core.reclamation.count)
        }
        #expect(most < 2_000)
        #expect(try cursor.restore())
        #expect(try cursor.payload().elementsEqual(TestDatabase.payload(5)))
        try write.commit()
        try store.close()
    }

    @Test func `a large database is written and read within the cache's budget`() throws {
        let check = CacheBudgetCheck(
            bytes: 4 << 20 * TestScale.factor, budget: 1 << 20, seed: 1, path: "/db/large",
            fileSystem: MemoryFileSystem())
        let outcome = try check.run()
        #expect(outcome.pages * 4096 > 3 * outcome.largestCache)
    }
}
