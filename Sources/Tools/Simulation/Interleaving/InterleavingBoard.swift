import WCDBStorage

/// What the tasks of one interleaving share: the store, what it should hold at each commit, and
/// the first contradiction.
///
/// **Users.** The tasks of one scheduler. They run one at a time, and passing the turn is a
/// synchronisation, so nothing here needs a lock.
final class InterleavingBoard: @unchecked Sendable {
    let store: Store
    let disk: SimulatedFileSystem
    let scheduler: SimulatedScheduler
    let options: StoreOptions
    /// Nobody holds pages by their numbers, so they may be moved.
    let movesPages: Bool
    /// Models by commit; announced before the commit is written.
    var history: CommitHistory
    /// The newest commit that returned to its writer.
    var newest: LSN
    /// The longest that the log's file ever was after a commit.
    var longestLog = 0
    var readCount = 0
    var problem: (any Error)?

    init(
        store: Store, disk: SimulatedFileSystem, scheduler: SimulatedScheduler,
        options: StoreOptions, movesPages: Bool, history: CommitHistory
    ) {
        self.movesPages = movesPages
        self.store = store
        self.disk = disk
        self.scheduler = scheduler
        self.options = options
        self.history = history
        newest = store.state.lsn
    }

    /// Keeps the first contradiction; the tasks look at it and end.
    func report(_ error: any Error, by task: String) {
        if problem == nil { problem = Contradiction("\(task): \(error)") }
    }

    /// What a transaction that has just begun must see; `oldest` is the newest commit that had
    /// returned when it began.
    func model(of transaction: Transaction, atLeast oldest: LSN) throws -> PageModel {
        let lsn = transaction.state.lsn
        guard lsn >= oldest else {
            throw Contradiction("began at commit \(lsn), and \(oldest) had returned")
        }
        guard let model = history.models[lsn] else {
            throw Contradiction("began at commit \(lsn), which nobody made")
        }
        return model
    }

    func acknowledge(_ lsn: LSN, level: SyncLevel) {
        history.acknowledge(lsn, call: disk.callCount, level: level)
        newest = max(newest, lsn)
        longestLog = max(longestLog, disk.length(of: StoreFiles.log(store.path)))
    }
}

/// One thread of an interleaving.
protocol InterleavingTask: Sendable {
    var name: String { get }
    /// The next thing it does; what it throws is a contradiction.
    mutating func step(_ board: InterleavingBoard) throws
}

extension InterleavingTask {
    /// Runs `body`; false if the store refused it because it is suspended.
    func unlessSuspended(_ body: () throws -> Void) throws -> Bool {
        do {
            try body()
            return true
        } catch StorageError.suspended {
            return false
        }
    }
}
