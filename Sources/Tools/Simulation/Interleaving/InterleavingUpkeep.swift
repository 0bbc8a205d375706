import WCDBStorage

/// A task that checkpoints in all modes, at once or step by step, to the end or not.
struct InterleavingCheckpointer: InterleavingTask {
    let name = "checkpointer"
    private var random: SeededRandom

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    mutating func step(_ board: InterleavingBoard) throws {
        let modes: [CheckpointMode] = [.passive, .full, .restart, .truncate]
        let mode = modes[random.below(modes.count)]
        guard random.oneIn(4) else {
            _ = try unlessSuspended { _ = try board.store.checkpoint(mode) }
            return
        }
        let steps = board.store.makeCheckpoint(mode)
        let isAbandoned = random.oneIn(3)
        var rest = isAbandoned ? random.below(8) : Int.max
        _ = try unlessSuspended {
            while rest > 0, try steps.advance() { rest -= 1 }
        }
    }
}

/// A task that does what an app does now and then: gives memory back, makes commits durable,
/// opens the file once more, lets another process have it for a while.
struct InterleavingKeeper: InterleavingTask {
    let name = "keeper"
    private var random: SeededRandom

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    mutating func step(_ board: InterleavingBoard) throws {
        switch random.below(8) {
        case 0: board.store.purge()
        case 1: board.store.setCacheBudget(8_000 << random.below(8))
        case 2:
            let lsn = board.store.state.lsn
            try board.store.flush()
            board.acknowledge(lsn, level: .full)
        case 3:
            let second = try Store.open(
                board.store.path, options: board.options, fileSystem: board.disk)
            board.scheduler.clock.advance(by: 150_000_000)
            try second.close()
        case 4, 5: try vacuum(board)
        default: try lend(board)
        }
    }

    /// Moves pages to the front: a commit after which the same rows are there.
    private mutating func vacuum(_ board: InterleavingBoard) throws {
        guard board.movesPages else { return board.store.purge() }
        let write = try board.store.makeTransaction()
        defer { write.end() }
        let oldest = board.newest
        try write.beginWrite(until: nil)
        let model = try board.model(of: write, atLeast: oldest)
        _ = try write.vacuum(pages: 1 + random.below(8))
        guard write.hasChanges else { return }
        let lsn = write.state.lsn + 1
        board.history.announce(lsn, model)
        try write.commit()
        board.acknowledge(lsn, level: board.options.syncLevel)
    }

    /// Nothing may be written while another process could have the file.
    private mutating func lend(_ board: InterleavingBoard) throws {
        let lsn = board.store.state.lsn
        try board.store.suspend()
        board.acknowledge(lsn, level: .full)
        let before = board.disk.trace.operations.count
        for _ in 0..<random.below(60) { board.scheduler.yield() }
        let after = board.disk.trace.operations.count
        guard before == after else {
            throw Contradiction("\(after - before) writes while suspended")
        }
        try board.store.resume()
    }
}
