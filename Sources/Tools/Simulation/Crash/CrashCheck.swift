package import WCDBStorage

/// Records a workload once and then looks at the disk after a crash at each of its I/O calls.
///
/// Every cycle recovers, compares with the commits that may have survived, recovers again, and
/// goes on writing: P1 to P8, P10 and P12 of the specification.
package struct CrashCheck {
    package struct Outcome: Sendable {
        package var cycles = 0
        package var calls = 0
        package var commits = 0
        package init() {}
    }

    package var options: StoreOptions
    package var seed: UInt64
    package var steps: Int
    static let path = "/db/test"

    /// Whether the workload moves pages, which plain pages do not survive.
    var vacuums: Bool

    package init(options: StoreOptions, seed: UInt64, steps: Int) {
        self.options = options
        self.seed = seed
        self.steps = steps
        vacuums = CrashCheck.vacuums(seed: seed)
    }

    /// A quarter of the workloads vacuum; of bits that no option is taken from.
    static func vacuums(seed: UInt64) -> Bool { SeededRandom.mix(seed) >> 8 & 3 == 0 }

    /// Options that make a small database reach every corner.
    package static func smallOptions(seed: UInt64) -> StoreOptions {
        let seed = SeededRandom.mix(seed)
        var options = StoreOptions()
        // A page of two sectors can be torn between them.
        options.pageSize = seed & 96 == 96 ? 1024 : 512
        options.cacheBudget = seed & 1 == 0 ? 1 << 20 : 24 << 10
        options.backgroundCheckpoints = false
        options.readsInBackground = false
        options.directThreshold = seed & 2 == 0 ? 8 : 24
        options.takeOverThreshold = seed & 128 == 0 ? 0 : 4
        options.scanThreshold = seed & 256 == 0 ? 0 : 512
        options.checkpointBytes = 24 << 10
        options.logLimit = 48 << 10
        options.logMode = seed & 4 == 0 ? .deltas : .imagesOnly
        options.syncLevel = seed & 24 == 8 ? .full : (seed & 24 == 16 ? .extra : .normal)
        return options
    }

    /// Whether a store that is opened at NORMAL commits at EXTRA all the same, as a connection can:
    /// half of those. From then on sectors may break.
    static func commitsExtra(seed: UInt64) -> Bool { SeededRandom.mix(seed) & 24 == 24 }

    private var commitsExtra: Bool {
        options.syncLevel == .normal && CrashCheck.commitsExtra(seed: seed)
    }

    /// The workload from its beginning to its end.
    private func record(on disk: SimulatedFileSystem) throws -> PageWorkload {
        let workload = try PageWorkload(
            seed: seed, path: CrashCheck.path, options: options, vacuums: vacuums,
            commitsExtra: commitsExtra, fileSystem: disk, callCount: { disk.callCount })
        try workload.run(steps: steps)
        try workload.finish()
        return workload
    }

    /// Runs the workload, and `limit` crashes spread over all its calls and loss models.
    package func run(limit: Int) throws -> Outcome {
        let disk = SimulatedFileSystem(seed: seed)
        let workload = try record(on: disk)
        let trace = disk.trace
        var outcome = Outcome()
        outcome.calls = trace.callCount
        outcome.commits = workload.history.acknowledged.count
        var images = CrashImages(trace: trace)
        var random = SeededRandom(seed: seed ^ 0xC4A5)
        let models = LossModel.possible(at: commitsExtra ? .extra : options.syncLevel)
        var stride = max(1, trace.callCount * models.count / max(1, limit))
        // Never in step with the models: each must get its turn.
        if stride > 1, stride % models.count == 0 { stride += 1 }
        var number = random.below(stride)
        // A page that breaks while it is overwritten is rare among all that can happen, and the
        // worst of it: each is looked at.
        let mainWrites = trace.writes(to: CrashCheck.path)
        for call in 1...max(1, trace.callCount) {
            for model in models {
                defer { number += 1 }
                let isWorst = model == .brokenSector && mainWrites.contains(call - 1)
                guard isWorst || number % stride == 0 else { continue }
                let image = images.image(before: call, model: model, random: &random)
                do {
                    try check(image, call: call, model: model, history: workload.history)
                    if model == .processCrash, number % 2 == 0 {
                        try losePower(after: images, call: call, workload.history, &random)
                        outcome.cycles += 1
                    }
                } catch {
                    throw Contradiction("call \(call), \(model): \(error)")
                }
                outcome.cycles += 1
            }
        }
        return outcome
    }

    /// The oldest commit that must have survived a crash before `call`.
    private func floor(call: Int, model: LossModel, history: CommitHistory) -> LSN {
        model == .processCrash
            ? history.newest(before: call - 1, atLeast: .off)
            : history.newest(before: call - 1, atLeast: .full)
    }

    /// Opens what a crash left and holds it against the commits that may have survived.
    func check(
        _ image: DiskImage, call: Int, model: LossModel, history: CommitHistory
    ) throws {
        let disk = SimulatedFileSystem(image: image, seed: seed, recordsTrace: false)
        let oldest = floor(call: call, model: model, history: history)
        let store: Store
        do {
            store = try Store.open(CrashCheck.path, options: options, fileSystem: disk)
        } catch {
            throw Contradiction("does not open: \(error)")
        }
        let lsn = store.state.lsn
        guard lsn >= oldest else {
            store.abandon()
            throw Contradiction("commit \(oldest) was durable, found only \(lsn)")
        }
        // A truncating checkpoint or close keeps the LSN, so each commit has one model.
        guard let expected = history.models[lsn] else {
            store.abandon()
            throw Contradiction("commit \(lsn) was never made")
        }
        let reader = try store.beginRead()
        try expected.verify(reader)
        try goOn(store, disk: disk, expected: expected, reader: reader)
    }

    /// The process dies, the next one recovers and commits, and meanwhile, or then, the power goes
    /// off: what the first had not synced, names included, is still not durable unless the second
    /// has seen to it.
    private func losePower(
        after images: CrashImages, call: Int, _ known: CommitHistory,
        _ random: inout SeededRandom
    ) throws {
        var images = images
        let disk = SimulatedFileSystem(surviving: images.crashProcess(before: call), seed: seed)
        let store = try Store.open(CrashCheck.path, options: options, fileSystem: disk)
        let lsn = store.state.lsn
        guard let model = known.models[lsn] else {
            store.abandon()
            throw Contradiction("found commit \(lsn)")
        }
        let workload = PageWorkload(
            seed: seed &+ 11, store: store, model: model, options: options, vacuums: vacuums,
            fileSystem: disk)
        try workload.transact()
        store.abandon()
        var history = workload.history
        history.announce(lsn, model)
        let oldest = floor(call: call, model: .nothing, history: known)
        let newest = history.newest(before: .max, atLeast: .full)
        images.follow(disk.trace)
        let isOver = random.oneIn(2)
        let moment = isOver ? disk.callCount + 1 : 1 + random.below(max(1, disk.callCount))
        let loss = lossModel(&random)
        let image = images.image(before: moment, model: loss, random: &random)
        do {
            let durable = isOver ? max(oldest, newest) : oldest
            try compare(image, history: history, known, atLeast: durable)
        } catch {
            throw Contradiction(
                "power lost at call \(moment) of the next process, \(loss): \(error)")
        }
    }

    private func compare(
        _ image: DiskImage, history: CommitHistory, _ known: CommitHistory, atLeast oldest: LSN
    ) throws {
        let disk = SimulatedFileSystem(image: image, seed: seed, recordsTrace: false)
        let store = try Store.open(CrashCheck.path, options: options, fileSystem: disk)
        defer { store.abandon() }
        let lsn = store.state.lsn
        guard lsn >= oldest, let expected = history.models[lsn] ?? known.models[lsn] else {
            throw Contradiction("found commit \(lsn), and \(oldest) was durable")
        }
        let reader = try store.beginRead()
        defer { reader.end() }
        try expected.verify(reader)
    }

    /// A newer commit, an old reader beside it, a checkpoint, and a clean close.
    private func goOn(
        _ store: Store, disk: SimulatedFileSystem, expected: PageModel, reader: Transaction
    ) throws {
        let workload = PageWorkload(
            seed: seed &+ 7, store: store, model: expected, options: options, vacuums: vacuums,
            fileSystem: disk)
        try workload.transact()
        _ = try store.checkpoint(.restart)
        try expected.verify(reader)
        reader.end()
        try store.close()
        let names = Set(disk.image.files.keys)
        guard names == [CrashCheck.path] else {
            throw Contradiction("a closed database is \(names.sorted())")
        }
        let again = try Store.open(CrashCheck.path, options: options, fileSystem: disk)
        let second = try again.beginRead()
        try workload.model.verify(second)
        second.end()
        again.abandon()
    }
}

// MARK: - Crashes during recovery

extension CrashCheck {
    /// Crashes the workload, then crashes the recovery, and the recovery from that, and so on.
    package func runNested(limit: Int, depth: Int) throws -> Int {
        let disk = SimulatedFileSystem(seed: seed)
        let workload = try record(on: disk)
        let trace = disk.trace
        var random = SeededRandom(seed: seed ^ 0x2EC0)
        var cycles = 0
        var images = CrashImages(trace: trace)
        let calls = (0..<limit).map { _ in 1 + random.below(max(1, trace.callCount)) }.sorted()
        for call in calls {
            let model = lossModel(&random)
            let image = images.image(before: call, model: model, random: &random)
            var oldest = floor(call: call, model: model, history: workload.history)
            var current = image
            for level in 1...depth {
                do {
                    current = try crashRecovery(
                        of: current, oldest: &oldest, history: workload.history,
                        random: &random)
                } catch {
                    throw Contradiction("call \(call), \(model), level \(level): \(error)")
                }
                cycles += 1
            }
        }
        return cycles
    }

    func lossModel(_ random: inout SeededRandom) -> LossModel {
        // Recovery writes again what it accepted, which takes whole sectors at every level.
        let models = LossModel.possible(at: .full)
        return models[random.below(models.count)]
    }

    /// Recovers a disk, compares, and returns what a crash in the middle of that would leave.
    private func crashRecovery(
        of image: DiskImage, oldest: inout LSN, history: CommitHistory,
        random: inout SeededRandom
    ) throws -> DiskImage {
        let disk = SimulatedFileSystem(image: image, seed: seed)
        let store = try Store.open(CrashCheck.path, options: options, fileSystem: disk)
        let lsn = store.state.lsn
        defer { store.abandon() }
        guard lsn >= oldest, let expected = history.models[lsn] else {
            throw Contradiction("found commit \(lsn), and \(oldest) was durable")
        }
        let reader = try store.beginRead()
        try expected.verify(reader)
        reader.end()
        // What recovery has accepted it made durable.
        let calls = disk.callCount
        var images = CrashImages(trace: disk.trace, initial: image)
        let call = 1 + random.below(calls + 1)
        if call > calls { oldest = max(oldest, lsn) }
        return images.image(before: call, model: lossModel(&random), random: &random)
    }
}
