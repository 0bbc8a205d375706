import SQLSimulation

/// Crashes of SQL transactions at their I/O calls, under every loss model.
struct SQLCrashTarget: FuzzTarget {
    let name = "sqlcrash"
    let summary = "a crash at I/O calls of random SQL transactions; tables against indexes"
    /// Transactions of a run.
    var defaultEffort: Int { 30 }

    func run(seed: UInt64, effort: Int) throws -> FuzzCount {
        let outcome = try SQLCrashCheck(seed: seed, steps: effort).run(limit: 600)
        return FuzzCount(cycles: outcome.cycles, notes: ["commits": outcome.commits])
    }
}

/// Faults at I/O calls of SQL transactions that go on behind them.
struct SQLFaultsTarget: FuzzTarget {
    let name = "sqlfaults"
    let summary = "faults at I/O calls of random SQL transactions, which go on; tables and counts"
    /// Transactions of a run.
    var defaultEffort: Int { 30 }

    func run(seed: UInt64, effort: Int) throws -> FuzzCount {
        FuzzCount(cycles: try SQLFaultCheck(seed: seed, steps: effort).run(limit: 200))
    }
}
