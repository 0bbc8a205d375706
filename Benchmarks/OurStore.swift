import Synchronization
import WCDBStorage

/// Our engine as the workloads see it: a file with one rowid tree whose rows are records.
final class OurStore: Sendable {
    /// How durable a commit is when it returns.
    enum Durability {
        /// Survives a crash of the process; the log is synced at the checkpoint.
        case normal
        /// Survives power loss.
        case full
    }

    private let store: Store
    /// The one tree: the first id that a catalog gives away.
    private let tree = TreeID(3)
    /// Transactions that wait to be used again, as handles do in a pool.
    private let idle = Mutex<[OurTransaction]>([])

    /// Opens or creates the store at `path`, with pages of 4,096 bytes and the bench's budget.
    init(
        _ bench: Workbench, path: String, durability: Durability = .normal,
        checkpointsByItself: Bool = false
    ) throws {
        var options = StoreOptions()
        options.cacheBudget = bench.cacheBytes
        options.syncLevel = durability == .full ? .full : .normal
        options.backgroundCheckpoints = checkpointsByItself
        if !checkpointsByItself { options.logLimit = .max }
        store = try Store.open(path, options: options, fileSystem: SystemFileSystem.shared)
    }

    /// Makes the tree that all rows go to. Once per file.
    func createTree() throws {
        let transaction = try store.beginWrite()
        _ = try Catalog(transaction).create(
            .init(kind: .table, name: "t", tableName: "t", sql: nil))
        try transaction.commit()
    }

    private func take() throws -> OurTransaction {
        if let waiting = idle.withLock({ $0.popLast() }) { return waiting }
        return OurTransaction(self, try store.makeTransaction(), tree)
    }

    /// Takes back a transaction that has ended.
    func give(_ transaction: OurTransaction) {
        idle.withLock { $0.append(transaction) }
    }

    /// A transaction for a caller that keeps it.
    func makeTransaction() throws -> OurTransaction {
        OurTransaction(self, try store.makeTransaction(), tree)
    }

    func beginRead() throws -> OurTransaction {
        let transaction = try take()
        try transaction.transaction.beginRead()
        return transaction
    }

    func beginWrite() throws -> OurTransaction {
        let transaction = try take()
        try transaction.transaction.beginWrite(until: nil)
        return transaction
    }

    /// Moves the whole log into the file; cuts the log to nothing, or leaves it to be recycled.
    func checkpoint(truncatesLog: Bool = true) throws {
        _ = try store.checkpoint(truncatesLog ? .truncate : .restart)
    }

    func close() throws {
        idle.withLock { $0.removeAll() }
        try store.close()
    }
}
