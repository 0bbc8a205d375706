import Foundation
import StorageSimulation
import WCDBStorage

/// A reader that stays through many commits.
struct LongReaderTarget: FuzzTarget {
    let name = "long"
    let summary = "a reader stays while others commit; effort = commits, 1000000 at full scale"
    var defaultEffort: Int { 20_000 }

    func run(seed: UInt64, effort: Int) throws -> FuzzCount {
        let outcome = try LongReaderCheck(commits: effort, seed: seed).run()
        return FuzzCount(
            cycles: effort,
            notes: [
                "bytes of log at most": outcome.longestLog, "checkpoints": outcome.resets,
                "bytes of cache at most": outcome.largestCache,
            ])
    }
}

/// A database much larger than its cache, on the real file system.
struct BudgetTarget: FuzzTarget {
    let name = "budget"
    let summary = "a database larger than its cache; effort = MiB, 2048 at full scale"
    var defaultEffort: Int { 64 }
    var shrinks: Bool { false }

    func run(seed: UInt64, effort: Int) throws -> FuzzCount {
        let file = TemporaryFile(name, seed: seed)
        defer { file.remove() }
        let memory = ProcessMemory()
        let before = memory.restartPeak()
        let budget = 8 << 20
        let check = CacheBudgetCheck(
            bytes: effort << 20, budget: budget, seed: seed, path: file.path,
            fileSystem: SystemFileSystem.shared)
        let outcome = try check.run()
        var count = FuzzCount(
            cycles: outcome.rows,
            notes: ["pages": outcome.pages, "bytes of cache at most": outcome.largestCache])
        if let before, let peak = memory.peak {
            count.notes["bytes of process more"] = peak - before
            // Beside the cache: a log's buffer, a run of pages, versions of old readers; and the
            // list of the pages of the largest transaction, which writes half of all.
            let list = outcome.pages / 2 * 180
            guard peak - before <= 3 * budget + 32 << 20 + list else {
                throw Contradiction("\(peak - before) bytes of memory for a cache of \(budget)")
            }
        }
        return count
    }
}
