package import WCDBStorage

/// Random transactions on plain pages and on trees: allocation, changes small and large, freeing,
/// savepoints, rollbacks, old readers, checkpoints of every kind, closing and opening again; or,
/// if it vacuums, on trees alone, because nobody can move a page that belongs to nothing.
///
/// **Users.** One thread; the crash targets and the pager's tests.
///
/// **Always true.** `model` is what the newest commit holds, and `history` has every commit that
/// may be found after a crash.
package final class PageWorkload {
    private var changes: PageChanges
    private let path: String
    private let options: StoreOptions
    private let vacuums: Bool
    /// Commits at the level EXTRA before anything else, whatever the options say.
    private let commitsExtra: Bool
    private let fileSystem: any FileSystem
    /// I/O calls so far, for the history.
    private let callCount: () -> Int
    package private(set) var history = CommitHistory()
    package private(set) var model = PageModel()
    package private(set) var store: Store
    private var reader: (transaction: Transaction, model: PageModel)?

    package init(
        seed: UInt64, path: String, options: StoreOptions, vacuums: Bool = false,
        commitsExtra: Bool = false, fileSystem: any FileSystem,
        callCount: @escaping () -> Int = { 0 }
    ) throws {
        changes = PageChanges(seed: seed, onlyTrees: vacuums)
        self.path = path
        self.options = options
        self.vacuums = vacuums
        self.commitsExtra = commitsExtra
        self.fileSystem = fileSystem
        self.callCount = callCount
        store = try Store.open(path, options: options, fileSystem: fileSystem)
        if commitsExtra { try commitExtra() }
    }

    /// Continues on a database that is there, whose content is known.
    package init(
        seed: UInt64, store: Store, model: PageModel, options: StoreOptions,
        vacuums: Bool = false, fileSystem: any FileSystem
    ) {
        changes = PageChanges(seed: seed, onlyTrees: vacuums)
        path = store.path
        self.options = options
        self.vacuums = vacuums
        commitsExtra = false
        self.fileSystem = fileSystem
        self.store = store
        self.model = model
        callCount = { 0 }
    }

    package func run(steps: Int) throws {
        for _ in 0..<steps { try step() }
    }

    package func finish() throws {
        try endReader()
        try store.close()
    }

    private func step() throws {
        switch changes.random.below(20) {
        case 0: _ = try store.checkpoint(.passive)
        case 1: _ = try store.checkpoint(.restart)
        case 2: _ = try store.checkpoint(.truncate)
        case 3: store.purge()
        case 4: try startReader()
        case 5: try endReader()
        case 6 where changes.random.oneIn(3): try reopen()
        case 7: try store.flush()
        case 8: try checkpointBetweenCommits()
        case 9 where vacuums, 10 where vacuums: try vacuum()
        default: try transact()
        }
    }

    /// Commits between the steps of a checkpoint.
    private func checkpointBetweenCommits() throws {
        let modes: [CheckpointMode] = [.passive, .restart]
        let steps = store.makeCheckpoint(modes[changes.random.below(modes.count)])
        while try steps.advance() {
            if !steps.blocksCommits, changes.random.oneIn(3) { try transact() }
        }
    }

    /// Moves pages, or rebuilds everything: a commit after which the same rows are there.
    private func vacuum() throws {
        let lsn = store.state.lsn + 1
        history.announce(lsn, model)
        if changes.random.oneIn(4) {
            try store.vacuum()
        } else {
            _ = try store.incrementalVacuum(pages: 1 + changes.random.below(8))
        }
        guard store.state.lsn == lsn else { return }
        history.acknowledge(lsn, call: callCount(), level: options.syncLevel)
    }

    private func reopen() throws {
        try endReader()
        try store.close()
        store = try Store.open(path, options: options, fileSystem: fileSystem)
        if commitsExtra { try commitExtra() }
    }

    /// Changes a number that the model knows nothing of.
    private func commitExtra() throws {
        let transaction = try store.beginWrite()
        try transaction.setUserVersion(transaction.state.userVersion &+ 1)
        let lsn = store.state.lsn + 1
        history.announce(lsn, model)
        try transaction.commit(level: .extra)
        history.acknowledge(lsn, call: callCount(), level: .extra)
    }

    private func startReader() throws {
        try endReader()
        reader = (try store.beginRead(), model)
    }

    private func endReader() throws {
        guard let reader else { return }
        defer { self.reader = nil }
        try reader.model.verify(reader.transaction)
        reader.transaction.end()
    }

    /// One write transaction. It may go on behind an error: then it must not commit, or what it
    /// commits is right all the same, and after that the error is thrown.
    package func transact() throws {
        let transaction = try store.beginWrite()
        var changed = model
        var saved: [PageModel] = []
        let operations =
            changes.random.oneIn(12) ? 60 + changes.random.below(60) : 1 + changes.random.below(6)
        var ignored: (any Error)?
        for _ in 0..<operations {
            do {
                try transaction.beginOperation()
                try changes.make(in: transaction, &changed, &saved)
            } catch {
                guard changes.random.oneIn(2) else { throw error }
                ignored = ignored ?? error
            }
        }
        if changes.random.oneIn(8) {
            transaction.rollback()
            if let ignored { throw ignored }
            return
        }
        let level: SyncLevel = changes.random.oneIn(4) ? .full : options.syncLevel
        let lsn = store.state.lsn + 1
        let hasChanges = transaction.hasChanges
        if hasChanges { history.announce(lsn, changed) }
        try transaction.commit(level: level)
        if hasChanges { history.acknowledge(lsn, call: callCount(), level: level) }
        model = changed
        if let ignored { throw ignored }
    }
}
