package import WCDBStorage

/// Several threads on one store under a seeded scheduler: each reader sees exactly its snapshot,
/// no update is lost, nobody waits for ever, the log stays short, the end is clean, and a crash
/// anywhere on the way leaves what may be left.
package struct InterleavingCheck {
    package struct Outcome: Sendable {
        package var steps = 0
        package var commits = 0
        package var reads = 0
        package var crashes = 0
        /// Equal for equal runs.
        package var digest: UInt64 = 0
        package var longestLog = 0
        package init() {}
    }

    package var seed: UInt64
    /// What each task does, in steps of its own.
    package var steps: Int
    package var plantedBugs: Set<PlantedBug> = []
    package var codec: (any PageCodec)?
    /// Tasks to leave out, by their place: a smaller failure is easier to understand.
    package var omitted: Set<Int> = []
    package static let taskCount = 7

    package init(seed: UInt64, steps: Int) {
        self.seed = seed
        self.steps = steps
    }

    /// A small log and a small cache: everything happens often.
    package static func options(seed: UInt64) -> StoreOptions {
        var options = CrashCheck.smallOptions(seed: seed)
        let seed = SeededRandom.mix(seed ^ 0x1E4F)
        options.cacheBudget = [12 << 10, 48 << 10, 1 << 20][Int(seed % 3)]
        options.checkpointBytes = seed & 16 == 0 ? 3 << 10 : 12 << 10
        options.logLimit = options.checkpointBytes * 3
        options.backgroundCheckpoints = seed & 32 == 0
        options.readsInBackground = seed & 64 == 0
        return options
    }

    /// Half of the runs move pages beside everything else, which plain pages do not survive.
    private var movesPages: Bool { SeededRandom.mix(seed ^ 0x7AC) & 1 == 0 }

    private var tasks: [any InterleavingTask] {
        func seed(_ number: UInt64) -> UInt64 { SeededRandom.mix(self.seed &* 31 &+ number) }
        let all: [any InterleavingTask] = [
            InterleavingWriter(name: "writer 1", seed: seed(1), onlyTrees: movesPages),
            InterleavingWriter(name: "writer 2", seed: seed(2), onlyTrees: movesPages),
            InterleavingReader(name: "reader 1", seed: seed(3)),
            InterleavingReader(name: "reader 2", seed: seed(4)),
            InterleavingReader(name: "reader 3", seed: seed(5)),
            InterleavingCheckpointer(seed: seed(6)),
            InterleavingKeeper(seed: seed(7)),
        ]
        return all.indices.filter { !omitted.contains($0) }.map { all[$0] }
    }

    /// One interleaving, and `crashes` crashes at random calls of it.
    package func run(crashes: Int = 2) throws -> Outcome {
        var options = InterleavingCheck.options(seed: seed)
        options.plantedBugs = plantedBugs
        options.codec = codec
        let scheduler = SimulatedScheduler(seed: seed)
        let disk = SimulatedFileSystem(seed: seed, scheduler: scheduler)
        let prepared = try PageWorkload(
            seed: seed, path: CrashCheck.path, options: options, vacuums: movesPages,
            fileSystem: disk, callCount: { disk.callCount })
        do {
            for _ in 0..<4 { try prepared.transact() }
        } catch {
            // Its checkpoints run under the scheduler only, and so does whoever waits for them.
            let store = prepared.store
            _ = scheduler.run { store.abandon() }
            throw error
        }
        let board = InterleavingBoard(
            store: prepared.store, disk: disk, scheduler: scheduler, options: options,
            movesPages: movesPages, history: prepared.history)
        let (tasks, steps) = (tasks, steps)
        switch scheduler.run({ InterleavingCheck.run(tasks, steps: steps, board) }) {
        case .finished: break
        case .deadlock(let names): throw Contradiction("deadlock of \(names)")
        case .endless: throw Contradiction("no end after \(scheduler.steps) steps")
        }
        if let problem = board.problem { throw problem }
        var outcome = Outcome()
        outcome.steps = scheduler.steps
        outcome.commits = board.history.acknowledged.count
        outcome.reads = board.readCount
        outcome.digest = scheduler.digest
        outcome.longestLog = board.longestLog
        outcome.crashes = try crash(board, crashes, options)
        return outcome
    }

    /// The first task: starts the others, waits for them, and closes the store.
    private static func run(
        _ tasks: [any InterleavingTask], steps: Int, _ board: InterleavingBoard
    ) {
        let threads = tasks.map { task in
            BackgroundThread(name: task.name, scheduler: board.scheduler) {
                var task = task
                do {
                    for _ in 0..<steps where board.problem == nil { try task.step(board) }
                } catch {
                    board.report(error, by: task.name)
                }
            }
        }
        for thread in threads { thread.join() }
        do {
            if board.problem == nil { try finish(board) }
        } catch {
            board.report(error, by: "the end")
        }
        board.store.abandon()
    }

    private static func finish(_ board: InterleavingBoard) throws {
        let reader = try board.store.beginRead()
        guard reader.state.lsn == board.newest else {
            throw Contradiction("commit \(board.newest) is not the last, \(reader.state.lsn) is")
        }
        let model = try board.model(of: reader, atLeast: board.newest)
        try model.verify(reader)
        reader.end()
        _ = try board.store.checkpoint(.restart)
        if let contradiction = board.store.contradictionInCache {
            throw Contradiction(contradiction)
        }
        try board.store.close()
        let names = Set(board.disk.image.files.keys)
        guard names == [CrashCheck.path] else {
            throw Contradiction("a closed database is \(names.sorted())")
        }
        let again = try Store.open(
            CrashCheck.path, options: board.options, fileSystem: board.disk)
        let second = try again.beginRead()
        try model.verify(second)
        second.end()
        again.abandon()
    }

    private func crash(
        _ board: InterleavingBoard, _ count: Int, _ options: StoreOptions
    ) throws -> Int {
        var check = CrashCheck(options: options, seed: seed, steps: steps)
        check.options.backgroundCheckpoints = false
        check.options.readsInBackground = false
        check.vacuums = movesPages
        let trace = board.disk.trace
        var images = CrashImages(trace: trace)
        var random = SeededRandom(seed: seed ^ 0xC4A5)
        let calls = (0..<count).map { _ in 1 + random.below(max(1, trace.callCount)) }.sorted()
        for call in calls {
            let model = check.lossModel(&random)
            let image = images.image(before: call, model: model, random: &random)
            do {
                try check.check(image, call: call, model: model, history: board.history)
            } catch {
                throw Contradiction("crash at call \(call), \(model): \(error)")
            }
        }
        return calls.count
    }
}
