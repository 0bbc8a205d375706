import Synchronization

/// A database file that is open: the door to everything above pages.
///
/// **Users.** Any thread. Several stores of one file share one core.
package final class Store: Sendable {
    let core: Core
    private let isClosed = Atomic<Bool>(false)

    private init(core: Core) { self.core = core }

    /// Opens the database at `path`, creating it when nothing is there and recovering it when its
    /// last user did not close it.
    package static func open(
        _ path: String, options: StoreOptions = StoreOptions(), fileSystem: any FileSystem
    ) throws(StorageError) -> Store {
        Store(
            core: try CoreRegistry.shared.core(
                at: path, options: options, fileSystem: fileSystem))
    }

    deinit {
        if !isClosed.load(ordering: .relaxed) { try? CoreRegistry.shared.release(core) }
    }

    /// Ends this use of the file. The last one checkpoints everything into the one file.
    package func close() throws(StorageError) {
        guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        try CoreRegistry.shared.release(core)
    }

    /// Lets go of the file as a crash of the process would: nothing is written any more.
    package func abandon() {
        guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        CoreRegistry.shared.abandon(core)
    }

    package func isSameFile(as other: Store) -> Bool { core === other.core }

    package var pageSize: Int { core.pageSize }
    package var state: CommitState { core.readState() }
    package var statistics: StorageStatistics { core.statistics }
    package var path: String { core.path }
    /// Whether nothing can be written, whatever may be asked.
    package var isReadOnly: Bool { core.isReadOnly }
    /// Whether that is because the disk had no room to recover it: the next opening may have.
    package var lacksRoom: Bool { core.lacksRoom }
    /// Whether somebody stands in line behind the writer.
    package var hasWaitingWriters: Bool { core.writerTicket.hasWaiters }
    /// Has all who wait to write ask how long they still want to.
    package func wakeWaitingWriters() { core.writerTicket.wakeWaiters() }

    /// A transaction that can begin and end many times; for one thread at a time.
    package func makeTransaction() throws(StorageError) -> Transaction {
        guard !isClosed.load(ordering: .acquiring) else { throw .closed }
        return Transaction(core: core)
    }

    package func beginRead() throws(StorageError) -> Transaction {
        let transaction = try makeTransaction()
        try transaction.beginRead()
        return transaction
    }

    /// Begins to write; waits at most `timeout` nanoseconds for the writer before, and as long as
    /// `patience` lasts.
    package func beginWrite(
        timeout: UInt64? = nil, patience: (any WriterPatience)? = nil
    ) throws(StorageError) -> Transaction {
        let transaction = try makeTransaction()
        transaction.patience = patience
        try transaction.beginWrite(until: timeout.map { core.fileSystem.now() &+ $0 })
        return transaction
    }

    package func checkpoint(_ mode: CheckpointMode) throws(StorageError) -> CheckpointResult {
        guard !isClosed.load(ordering: .acquiring) else { throw .closed }
        return try core.checkpoint(mode)
    }

    /// A checkpoint that is taken step by step.
    package func makeCheckpoint(_ mode: CheckpointMode) -> CheckpointSteps {
        CheckpointSteps(core: core, mode: mode)
    }

    /// Makes every commit so far durable, and leaves a record in the log that says so: from then
    /// on damage to those commits is told from a tail that never arrived.
    package func flush() throws(StorageError) {
        try core.flush()
    }

    /// Gives memory back: everything that can be read again leaves the cache.
    package func purge() { core.purge() }

    /// What is wrong with the memory of pages, for tests; nil if nothing is. No transaction may be
    /// active.
    package var contradictionInCache: String? { core.contradictionInCache() }

    package func setCacheBudget(_ bytes: Int) {
        core.cache.budget.store(bytes, ordering: .relaxed)
        if core.cache.isOverBudget { core.makeRoom() }
    }

    /// Lets another process have the file: every commit is made durable, the lock is released and
    /// nothing is written until `resume`.
    package func suspend() throws(StorageError) {
        guard !isClosed.load(ordering: .acquiring) else { throw .closed }
        try core.suspend()
    }

    /// Takes the file back. If somebody else changed it meanwhile, this store can only be closed.
    package func resume() throws(StorageError) {
        guard !isClosed.load(ordering: .acquiring) else { throw .closed }
        try core.resume()
    }
}
