import StorageSimulation
import WCDBEngine
import WCDBStorage

/// Faults at I/O calls of SQL transactions. A statement that meets one is undone, or all of its
/// transaction is; the others go on, and what is committed then is what the tables held.
package struct SQLFaultCheck {
    private let seed: UInt64
    private let steps: Int
    private let options: StoreOptions

    package init(seed: UInt64, steps: Int) {
        self.seed = seed
        self.steps = steps
        options = CrashCheck.smallOptions(seed: seed)
    }

    /// About `limit` faults, spread over all calls. Returns how many were tried.
    package func run(limit: Int) throws -> Int {
        let plain = SimulatedFileSystem(seed: seed)
        let workload = try makeWorkload(plain)
        try workload.run(steps: steps)
        let kinds = plain.callKinds
        var random = SeededRandom(seed: seed ^ 0xFA17)
        for _ in 0..<limit {
            let call = random.below(kinds.count)
            let faults = FaultCheck.faults.filter { FaultCheck.fits($0, kinds[call]) }
            let fault = faults[random.below(faults.count)]
            let isSticky = fault != .interrupted && random.oneIn(3)
            let plan = FaultPlan(fault, call: call + 1, isSticky: isSticky)
            do {
                try check(plan)
            } catch {
                throw Contradiction("\(plan) at \(kinds[call]): \(error)")
            }
        }
        return limit
    }

    private func makeWorkload(_ disk: SimulatedFileSystem) throws -> SQLCrashWorkload {
        try SQLCrashWorkload(
            seed: seed, options: options, fileSystem: disk, goesOnBehindErrors: true,
            callCount: { disk.callCount })
    }

    private func check(_ plan: FaultPlan) throws {
        let disk = SimulatedFileSystem(seed: seed, recordsTrace: false, faults: plan)
        var commits = [SQLCrashWorkload.Commit(content: [:], acknowledged: 0)]
        var workload: SQLCrashWorkload?
        do {
            workload = try makeWorkload(disk)
            try workload?.run(steps: steps)
        } catch let error as Contradiction {
            throw error
        } catch {
            // Whoever repeats an interrupted call succeeds.
            if plan.fault == .interrupted { throw Contradiction("\(error)") }
        }
        if let workload {
            workload.giveUp()
            commits = workload.commits
        }
        // What only the system's cache had is lost when a failed sync throws it away.
        let isReverted = plan.fault == .syncReverts && options.syncLevel < .full
        let oldest = isReverted ? 0 : commits.lastIndex { $0.acknowledged != nil } ?? 0
        try SQLCrashCheck(seed: seed, steps: steps).check(disk.image, commits, atLeast: oldest)
    }
}
