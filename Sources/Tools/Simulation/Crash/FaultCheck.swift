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
    private let vacuums: Bool

    package init(options: StoreOptions, seed: UInt64, steps: Int) {
        self.options = options
        self.seed = seed
        self.steps = steps
        vacuums = CrashCheck.vacuums(seed: seed)
    }

    /// Every call with every fault that fits its kind. Returns the number of faults tried.
    package func run() throws -> Int {
        let plain = SimulatedFileSystem(seed: seed)
        _ = try runWorkload(on: plain)
        var tried = 0
        for (index, kind) in plain.callKinds.enumerated() {
            for fault in FaultCheck.faults where FaultCheck.fits(fault, kind) {
                for isSticky in [false, true] where !(isSticky && fault == .interrupted) {
                    try check(FaultPlan(fault, call: index + 1, isSticky: isSticky), kind)
                    tried += 1
                }
            }
        }
        return tried
    }

    /// Whether a call of this kind can meet a fault.
    package static func fits(_ fault: SimulatedFault, _ kind: CallKind) -> Bool {
        switch fault {
        case .syncKeepsCache, .syncReverts, .syncOnce: kind == .sync
        case .shortTransfer: kind == .read || kind == .write
        case .diskFull:
            kind == .write || kind == .setSize || kind == .reserve || kind == .open
                || kind == .rename
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
                seed: seed, path: CrashCheck.path, options: options, vacuums: vacuums,
                fileSystem: disk, callCount: { disk.callCount })
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
        let history = outcome.workload?.history ?? CommitHistory()
        do {
            try compare(store, history, history.newest(before: .max, atLeast: level))
            if kind == .sync, !plan.isSticky { try losePower(disk, history) }
        } catch {
            throw Contradiction("\(plan) at \(kind): \(error)")
        }
    }

    private func compare(
        _ store: Store, _ history: CommitHistory, _ acknowledged: LSN
    ) throws {
        let lsn = store.state.lsn
        guard lsn >= acknowledged, let expected = history.models[lsn] else {
            throw Contradiction("found commit \(lsn) after \(acknowledged)")
        }
        let reader = try store.beginRead()
        defer { reader.end() }
        try expected.verify(reader)
    }

    /// A sync failed, so what the system shows may not be what the disk has. The file is opened
    /// again without a crash between, so that recovery sees what the system shows; the power goes
    /// off before that, and after one more commit.
    private func losePower(_ disk: SimulatedFileSystem, _ known: CommitHistory) throws {
        try compare(
            afterPowerLossOf: disk, known, known.newest(before: .max, atLeast: .full), "at once")
        let failed = disk.callCount
        let store = try Store.open(CrashCheck.path, options: options, fileSystem: disk)
        defer { store.abandon() }
        let lsn = store.state.lsn
        guard let model = known.models[lsn] else { throw Contradiction("found commit \(lsn)") }
        let workload = PageWorkload(
            seed: seed &+ 7, store: store, model: model, options: options, vacuums: vacuums,
            fileSystem: disk)
        try workload.transact()
        var history = workload.history
        history.announce(lsn, model)
        // What recovery has accepted it has made durable.
        let durable = max(lsn, history.newest(before: .max, atLeast: .full))
        try compare(afterPowerLossOf: disk, history, durable, "after opening again")
        try losePower(between: failed, and: disk, history, known)
    }

    /// The power goes off while the file is opened again, or while that commit is made. A commit
    /// that failed and one that was made after it can have one number: the disk may have either.
    private func losePower(
        between failed: Int, and disk: SimulatedFileSystem, _ history: CommitHistory,
        _ known: CommitHistory
    ) throws {
        let durable = known.newest(before: .max, atLeast: .full)
        var random = SeededRandom(seed: seed ^ UInt64(failed))
        let models = LossModel.possible(at: .full).filter { $0 != .processCrash }
        for _ in 0..<4 {
            let call = failed + 1 + random.below(disk.callCount - failed)
            let model = random.oneIn(2) ? .tornSector : models[random.below(models.count)]
            var images = CrashImages(trace: disk.trace)
            let image = images.image(before: call, model: model, random: &random)
            do {
                try compare(image, history, known, durable)
            } catch {
                throw Contradiction(
                    "power lost at call \(call - failed) of the next process, \(model): \(error)")
            }
        }
    }

    private func compare(
        _ image: DiskImage, _ history: CommitHistory, _ known: CommitHistory, _ durable: LSN
    ) throws {
        let disk = SimulatedFileSystem(image: image, seed: seed, recordsTrace: false)
        let store = try Store.open(CrashCheck.path, options: options, fileSystem: disk)
        defer { store.abandon() }
        do {
            try compare(store, history, durable)
        } catch {
            try compare(store, known, durable)
        }
    }

    private func compare(
        afterPowerLossOf disk: SimulatedFileSystem, _ history: CommitHistory, _ durable: LSN,
        _ moment: String
    ) throws {
        var images = CrashImages(trace: disk.trace)
        var random = SeededRandom(seed: seed)
        let image = images.image(before: .max, model: .nothing, random: &random)
        let again = SimulatedFileSystem(image: image, seed: seed, recordsTrace: false)
        do {
            let store = try Store.open(CrashCheck.path, options: options, fileSystem: again)
            defer { store.abandon() }
            try compare(store, history, durable)
        } catch {
            throw Contradiction("power lost \(moment): \(error)")
        }
    }
}
