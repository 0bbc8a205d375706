import WCDBStorage

/// A transaction of our engine, and its view of the one tree. Used by one thread at a time.
final class OurTransaction: @unchecked Sendable {
    private let store: OurStore
    let transaction: Transaction
    private let id: TreeID
    private var opened: (tree: RowidTree, cursor: OurCursor)?

    init(_ store: OurStore, _ transaction: Transaction, _ id: TreeID) {
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
