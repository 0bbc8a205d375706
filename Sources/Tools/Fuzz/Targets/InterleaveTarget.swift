import StorageSimulation
import WCDBStorage

/// Threads under a seeded scheduler.
struct InterleaveTarget: FuzzTarget {
    let name = "interleave"
    let summary = "writers, readers, checkpoints and suspension, interleaved by a seeded scheduler"
    var defaultEffort: Int { 6 }
    var partCount: Int { InterleavingCheck.taskCount }

    func run(seed: UInt64, effort: Int) throws -> FuzzCount {
        try run(seed: seed, effort: effort, omitting: [])
    }

    func run(seed: UInt64, effort: Int, omitting parts: Set<Int>) throws -> FuzzCount {
        var check = InterleavingCheck(seed: seed, steps: effort)
        check.omitted = parts
        let outcome = try check.run()
        return FuzzCount(
            cycles: 1,
            notes: [
                "commits": outcome.commits, "reads": outcome.reads, "steps": outcome.steps,
                "crashes": outcome.crashes,
            ])
    }
}
