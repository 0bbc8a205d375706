import WCDBStorage

/// A task that commits random changes on top of whatever is newest.
struct InterleavingWriter: InterleavingTask {
    let name: String
    private var changes: PageChanges

    init(name: String, seed: UInt64, onlyTrees: Bool) {
        self.name = name
        changes = PageChanges(seed: seed, onlyTrees: onlyTrees)
    }

    mutating func step(_ board: InterleavingBoard) throws {
        let transaction = try board.store.makeTransaction()
        defer { transaction.end() }
        let oldest = board.newest
        do {
            try begin(transaction, board)
        } catch StorageError.suspended {
            return
        } catch StorageError.busy {
            return
        } catch StorageError.busySnapshot {
            // Only a snapshot that somebody has overtaken can be refused.
            guard board.history.models[transaction.state.lsn + 1] != nil else {
                throw Contradiction("the newest snapshot was refused")
            }
            return
        }
        let model = try board.model(of: transaction, atLeast: oldest)
        try transact(transaction, model, board)
    }

    /// Waits for ever, for a while, or reads first and then becomes the writer.
    private mutating func begin(_ transaction: Transaction, _ board: InterleavingBoard) throws {
        let span = UInt64(changes.random.below(40_000))
        let deadline = changes.random.oneIn(4) ? board.scheduler.clock.now + span : nil
        guard changes.random.oneIn(4) else {
            try transaction.beginWrite(until: deadline)
            return
        }
        let oldest = board.newest
        try transaction.beginRead()
        try board.model(of: transaction, atLeast: oldest).verifyContent(transaction)
        try transaction.upgrade(until: deadline)
    }

    private mutating func transact(
        _ transaction: Transaction, _ model: PageModel, _ board: InterleavingBoard
    ) throws {
        var changed = model
        var saved: [PageModel] = []
        let operations =
            changes.random.oneIn(10)
            ? 30 + changes.random.below(40) : 1 + changes.random.below(6)
        for _ in 0..<operations {
            try transaction.beginOperation()
            try changes.make(in: transaction, &changed, &saved)
        }
        if changes.random.oneIn(8) { return transaction.rollback() }
        let level: SyncLevel = changes.random.oneIn(4) ? .full : board.options.syncLevel
        let lsn = transaction.state.lsn + 1
        let hasChanges = transaction.hasChanges
        if hasChanges {
            // Two writers at once would make the same commit twice.
            guard board.newest < lsn else { throw Contradiction("commit \(lsn) is lost") }
            board.history.announce(lsn, changed)
        }
        try transaction.commit(level: level)
        if hasChanges { board.acknowledge(lsn, level: level) }
    }
}
