package import WCDBStorage

/// Faults at the I/O calls of a workload: the error surfaces, nothing acknowledged is lost, and
/// the store goes on answering.
package struct FaultCheck {
    package static let faults: [SimulatedFault] = [
        .error(5), .diskFull, .interrupted, .shortTransfer, .error(24),
        .syncKeepsCache, .syncReverts, .syncOnce,
    ]

    private let options: StoreOptions
    private let seed: UInt64
    private let steps: Int

    package init(options: StoreOptions, seed: UInt64, steps: Int) {
        self.options = options
        self.seed = seed
        self.steps = steps
    }

    /// Every call with every fault that fits its kind. Returns the number of faults tried.
    package func run() throws -> Int {
        let plain = SimulatedFileSystem(seed: seed)
        _ = try runWorkload(on: plain)
        var tried = 0
        for (index, kind) in plain.callKinds.enumerated() {
            for fault in FaultCheck.faults where fits(fault, kind) {
                for isSticky in [false, true] where !(isSticky && fault == .interrupted) {
                    try check(FaultPlan(fault, call: index + 1, isSticky: isSticky), kind)
                    tried += 1
                }
            }
        }
        return tried
    }

    private func fits(_ fault: SimulatedFault, _ kind: CallKind) -> Bool {
        switch fault {
        case .syncKeepsCache, .syncReverts, .syncOnce: kind == .sync
        case .shortTransfer: kind == .read || kind == .write
        case .diskFull: kind == .write || kind == .setSize || kind == .reserve
        default: true
        }
    }

    /// The newest commit that was acknowledged, and the workload, if it could be opened at all.
    private func runWorkload(
        on disk: SimulatedFileSystem
    ) throws -> (workload: PageWorkload?, error: (any Error)?) {
        let workload: PageWorkload
        do {
            workload = try PageWorkload(
                seed: seed, path: CrashCheck.path, options: options, fileSystem: disk,
                callCount: { disk.callCount })
        } catch {
            return (nil, error)
        }
        do {
            try workload.run(steps: steps)
            try workload.finish()
            return (workload, nil)
        } catch {
            return (workload, error)
        }
    }

    private func check(_ plan: FaultPlan, _ kind: CallKind) throws {
        let disk = SimulatedFileSystem(seed: seed, faults: plan)
        let outcome = try runWorkload(on: disk)
        if let contradiction = outcome.error as? Contradiction {
            throw Contradiction("\(plan) at \(kind): \(contradiction)")
        }
        // Whoever repeats an interrupted or short call succeeds.
        if plan.fault == .interrupted, let error = outcome.error {
            throw Contradiction("\(plan) at \(kind): \(error)")
        }
        if let workload = outcome.workload {
            _ = try? workload.transact()
            workload.store.abandon()
        }
        let again = SimulatedFileSystem(image: disk.image, seed: seed, recordsTrace: false)
        let store: Store
        do {
            store = try Store.open(CrashCheck.path, options: options, fileSystem: again)
        } catch {
            throw Contradiction("\(plan) at \(kind): does not open again: \(error)")
        }
        defer { store.abandon() }
        // What only the system's cache had is lost when a failed sync throws it away.
        let level: SyncLevel = plan.fault == .syncReverts ? .full : .off
        try compare(store, outcome.workload, level, "\(plan) at \(kind)")
    }

    private func compare(
        _ store: Store, _ workload: PageWorkload?, _ level: SyncLevel, _ what: String
    ) throws {
        guard let workload else { return }
        let lsn = store.state.lsn
        let acknowledged = workload.history.newest(before: .max, atLeast: level)
        guard lsn >= acknowledged, let expected = workload.history.models[lsn] else {
            throw Contradiction("\(what): found commit \(lsn) after \(acknowledged)")
        }
        let reader = try store.beginRead()
        defer { reader.end() }
        do {
            try expected.verify(reader)
        } catch {
            throw Contradiction("\(what): \(error)")
        }
    }
}
