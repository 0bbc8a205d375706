import StorageSimulation
import WCDBStorage

/// Crashes of a recorded workload at its I/O calls, under every loss model.
struct CrashTarget: FuzzTarget {
    let name = "crash"
    let summary = "a crash at each I/O call of random transactions; recovers and compares"

    func run(seed: UInt64, effort: Int) throws -> FuzzCount {
        let check = CrashCheck(
            options: CrashCheck.smallOptions(seed: seed), seed: seed, steps: effort)
        let outcome = try check.run(limit: .max)
        return FuzzCount(cycles: outcome.cycles, notes: ["commits": outcome.commits])
    }
}

/// Crashes during the recovery from crashes, up to four deep.
struct RecoverTarget: FuzzTarget {
    let name = "recover"
    let summary = "crashes during recovery, up to four deep"

    func run(seed: UInt64, effort: Int) throws -> FuzzCount {
        let check = CrashCheck(
            options: CrashCheck.smallOptions(seed: seed), seed: seed, steps: effort)
        return FuzzCount(cycles: try check.runNested(limit: 200, depth: 4))
    }
}
