import Foundation
import Synchronization
import WCDBStorage

/// Our engine as the workloads see it: a file with one rowid tree whose rows are records. The
/// only file of the benchmark that knows the storage interface.
final class OurStore: Sendable {
    /// Whether there is an engine to measure.
    static let isAvailable = true

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

    /// Where the log of the store at `path` is.
    static func logPath(_ path: String) -> String { path + "-wal" }

    /// Makes the tree that all rows go to. Once per file.
    func createTree() throws {
        let transaction = try store.beginWrite()
        _ = try Catalog(transaction).create(
            .init(type: "table", name: "t", tableName: "t", sql: nil))
        try transaction.commit()
    }

    private func take() throws -> OurTransaction {
        if let waiting = idle.withLock({ $0.popLast() }) { return waiting }
        return OurTransaction(self, try store.makeTransaction(), tree)
    }

    fileprivate func give(_ transaction: OurTransaction) {
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

/// A transaction of our engine, and its view of the one tree. Used by one thread at a time.
final class OurTransaction: @unchecked Sendable {
    private let store: OurStore
    fileprivate let transaction: Transaction
    private let id: TreeID
    private var opened: (tree: RowidTree, cursor: OurCursor)?

    fileprivate init(_ store: OurStore, _ transaction: Transaction, _ id: TreeID) {
        self.store = store
        self.transaction = transaction
        self.id = id
    }

    @inline(__always)
    private func tree() throws -> RowidTree {
        if let opened { return opened.tree }
        let tree = try transaction.rowidTree(id)
        opened = (tree, OurCursor(tree.makeCursor()))
        return tree
    }

    func append(_ rowid: Int64, _ record: UnsafeRawBufferPointer) throws {
        guard try tree().insert(rowid, record) else { throw BenchmarkError("\(rowid) is there") }
    }

    /// Replaces the record of a row. Requires: the row is there.
    func replace(_ rowid: Int64, _ record: UnsafeRawBufferPointer) throws {
        guard try tree().replace(rowid, record) else { throw BenchmarkError("no row \(rowid)") }
    }

    /// Returns whether the row was there.
    func delete(_ rowid: Int64) throws -> Bool { try tree().delete(rowid) }

    func cursor() throws -> OurCursor {
        _ = try tree()
        guard let opened else { throw BenchmarkError("no cursor") }
        return opened.cursor
    }

    func commit() throws {
        try transaction.commit()
        store.give(self)
    }

    @inline(__always)
    func beginRead() throws { try transaction.beginRead() }

    /// Ends a read of a transaction that the caller keeps.
    @inline(__always)
    func leave() { transaction.end() }

    /// Ends a read.
    func end() throws {
        transaction.end()
        store.give(self)
    }
}

/// A place in the tree. The payload is good until the next move.
final class OurCursor {
    private let cursor: RowidCursor

    init(_ cursor: RowidCursor) { self.cursor = cursor }

    var rowid: Int64 { cursor.rowid }

    @inline(__always)
    func payload() throws -> UnsafeRawBufferPointer { try cursor.payload() }

    @inline(__always)
    func seek(_ rowid: Int64) throws -> Bool { try cursor.seek(rowid) }

    func first() throws -> Bool { try cursor.first() }

    @inline(__always)
    func next() throws -> Bool { try cursor.next() }
}

/// Rows as records of our engine. Making and reading them is part of the measured time, as it is
/// in SQLite.
enum OurRecord {
    /// Makes records in memory that is used again: a record is good until the next one.
    struct Writer: ~Copyable {
        private var writer = RecordWriter()

        mutating func keyed(
            _ key: Int64, _ blob: UnsafeRawBufferPointer
        ) -> UnsafeRawBufferPointer {
            guard let base = blob.baseAddress else { return blob }
            writer.begin(columnCount: 2)
            writer.appendInteger(key)
            writer.append(.blob(base, count: blob.count))
            return writer.finish()
        }

        mutating func texted(
            _ text: UnsafeRawBufferPointer, _ blob: UnsafeRawBufferPointer
        ) -> UnsafeRawBufferPointer {
            guard let base = blob.baseAddress, let start = text.baseAddress else { return blob }
            writer.begin(columnCount: 3)
            writer.append(.null)
            writer.append(.text(start, count: text.count))
            writer.append(.blob(base, count: blob.count))
            return writer.finish()
        }
    }

    /// The columns of a record made by `keyed`.
    @inline(__always)
    static func readKeyed(
        _ payload: UnsafeRawBufferPointer
    ) -> (key: Int64, blob: UnsafeRawBufferPointer) {
        guard let base = payload.baseAddress else { return (0, payload) }
        var reader = RecordReader(validated: base, count: payload.count)
        let key = reader.next()?.integer ?? 0
        return (key, reader.next()?.bytes ?? payload)
    }

    /// The columns of a record made by `texted`.
    @inline(__always)
    static func readTexted(
        _ payload: UnsafeRawBufferPointer
    ) -> (text: UnsafeRawBufferPointer, blob: UnsafeRawBufferPointer) {
        guard let base = payload.baseAddress else { return (payload, payload) }
        var reader = RecordReader(validated: base, count: payload.count)
        let text = reader.column(at: 1)?.bytes ?? payload
        return (text, reader.column(at: 2)?.bytes ?? payload)
    }
}
