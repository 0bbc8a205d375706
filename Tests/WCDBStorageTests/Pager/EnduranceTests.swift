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

    @Test func `a large database is written and read within the cache's budget`() throws {
        let check = CacheBudgetCheck(
            bytes: 4 << 20 * TestScale.factor, budget: 1 << 20, seed: 1, path: "/db/large",
            fileSystem: MemoryFileSystem())
        let outcome = try check.run()
        #expect(outcome.pages * 4096 > 3 * outcome.largestCache)
    }
}
