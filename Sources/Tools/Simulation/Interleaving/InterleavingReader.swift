import WCDBStorage

/// A task that holds a snapshot across other tasks' commits and looks at it again and again.
struct InterleavingReader: InterleavingTask {
    let name: String
    private var random: SeededRandom

    init(name: String, seed: UInt64) {
        self.name = name
        random = SeededRandom(seed: seed)
    }

    mutating func step(_ board: InterleavingBoard) throws {
        let transaction = try board.store.makeTransaction()
        let oldest = board.newest
        guard try unlessSuspended({ try transaction.beginRead() }) else { return }
        defer { transaction.end() }
        let model = try board.model(of: transaction, atLeast: oldest)
        for _ in 0...random.below(3) {
            guard board.problem == nil else { return }
            // What nobody has in memory is read ahead, beside a checkpoint perhaps.
            if random.oneIn(4) { board.store.purge() }
            if random.oneIn(5) {
                try model.verify(transaction)
            } else {
                var pauses = SeededRandom(seed: UInt64(random.below(1 << 30)))
                try model.verifyContent(transaction) {
                    if pauses.oneIn(6) { board.scheduler.yield() }
                }
            }
            board.readCount += 1
            for _ in 0..<random.below(30) { board.scheduler.yield() }
        }
    }
}
