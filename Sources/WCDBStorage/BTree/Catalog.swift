/// What a database contains: one row per object, in the order of creation.
///
/// The rowid of an object is the id of its tree, and neither is ever used again. Objects without a
/// tree (views, triggers) have an id all the same.
///
/// **Users.** The thread of the transaction.
package struct Catalog {
    /// One object.
    package struct Entry: Equatable, Sendable {
        package var id = TreeID.none
        /// As SQL calls it: table, index, view, trigger.
        package var type: String
        package var name: String
        /// The table that the object belongs to; its own name for a table.
        package var tableName: String
        /// The text that defined it.
        package var sql: String?
        /// Where its tree begins; `.none` while the tree is empty, or if it has none.
        package var root = PageNumber.none

        package init(type: String, name: String, tableName: String, sql: String?) {
            self.type = type
            self.name = name
            self.tableName = tableName
            self.sql = sql
        }
    }

    private enum Column {
        static let type = 0
        static let name = 1
        static let tableName = 2
        static let tree = 3
        static let sql = 4
        static let root = 5
        static let count = 6
    }

    private let transaction: Transaction

    package init(_ transaction: Transaction) { self.transaction = transaction }

    private var rows: RowidTree {
        transaction.openTree(.catalog, root: DatabaseHeader.catalogRoot)
    }

    /// Adds an object; returns its id. Requires: a write transaction.
    package func create(_ entry: Entry) throws(StorageError) -> TreeID {
        var entry = entry
        entry.id = try transaction.allocateTreeID()
        try write(entry, isNew: true)
        return entry.id
    }

    /// Replaces the row of an object.
    package func update(_ entry: Entry) throws(StorageError) { try write(entry, isNew: false) }

    /// Removes the row of an object; its tree must have been dropped before.
    package func delete(_ id: TreeID) throws(StorageError) {
        guard try rows.delete(Int64(id.rawValue)) else {
            throw .misuse("the catalog has no object \(id.rawValue)")
        }
    }

    private func write(_ entry: Entry, isNew: Bool) throws(StorageError) {
        var writer = RecordWriter()
        writer.begin(columnCount: Column.count)
        writer.appendText(entry.type)
        writer.appendText(entry.name)
        writer.appendText(entry.tableName)
        writer.appendInteger(Int64(entry.id.rawValue))
        if let sql = entry.sql { writer.appendText(sql) } else { writer.append(.null) }
        writer.appendInteger(Int64(entry.root.rawValue))
        let rowid = Int64(entry.id.rawValue)
        let record = writer.finish()
        let isDone =
            isNew ? try rows.insert(rowid, record) : try rows.replace(rowid, record)
        guard isDone else {
            throw .corrupt(
                Corruption(.catalog, tree: entry.id, "row \(rowid) of the catalog"))
        }
    }

    /// The object with this id, if there is one.
    package func entry(_ id: TreeID) throws(StorageError) -> Entry? {
        let cursor = rows.makeCursor()
        defer { rows.remove(cursor) }
        guard try cursor.seek(Int64(id.rawValue)) else { return nil }
        return try read(cursor)
    }

    /// All objects in the order of their creation.
    package func entries() throws(StorageError) -> [Entry] {
        let cursor = rows.makeCursor()
        defer { rows.remove(cursor) }
        var entries: [Entry] = []
        var isThere = try cursor.first()
        while isThere {
            entries.append(try read(cursor))
            isThere = try cursor.next()
        }
        return entries
    }

    private func read(_ cursor: RowidCursor) throws(StorageError) -> Entry {
        let rowid = cursor.rowid
        var reader: RecordReader
        do {
            reader = try RecordReader(checking: try cursor.payload())
        } catch {
            throw .corrupt(
                Corruption(.catalog, tree: .catalog, "row \(rowid) of the catalog: \(error)"))
        }
        guard let type = reader.column(at: Column.type)?.string,
            let name = reader.column(at: Column.name)?.string,
            let tableName = reader.column(at: Column.tableName)?.string,
            let tree = reader.column(at: Column.tree)?.integerOrNil, tree == rowid,
            let sql = reader.column(at: Column.sql),
            let root = reader.column(at: Column.root)?.integerOrNil,
            let id = UInt32(exactly: tree), let rootPage = UInt32(exactly: root)
        else {
            throw .corrupt(
                Corruption(.catalog, tree: .catalog, "row \(rowid) of the catalog is malformed"))
        }
        var entry = Entry(type: type, name: name, tableName: tableName, sql: sql.string)
        entry.id = TreeID(id)
        entry.root = PageNumber(rootPage)
        return entry
    }
}

extension ColumnValue {
    /// The text as a string of its own; nil for anything else.
    fileprivate var string: String? {
        guard kind == .text else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    fileprivate var integerOrNil: Int64? { kind == .integer ? integer : nil }
}

extension Transaction {
    /// The tree of an object in the catalog, as this transaction sees it.
    package func rowidTree(_ id: TreeID) throws(StorageError) -> RowidTree {
        if let open = openTrees[id] as? RowidTree {
            // Another transaction may have put the first row into it.
            if open.root == .none { open.root = try Catalog(self).entry(id)?.root ?? .none }
            return open
        }
        guard let entry = try Catalog(self).entry(id) else {
            throw .misuse("the catalog has no object \(id.rawValue)")
        }
        return openTree(id, root: entry.root)
    }

    func openTree(_ id: TreeID, root: PageNumber) -> RowidTree {
        if let open = openTrees[id] as? RowidTree { return open }
        let tree = RowidTree(self, tree: id, root: root)
        openTrees[id] = tree
        register(tree)
        return tree
    }

    /// An empty tree got its root: the catalog has to know.
    func didMakeRoot(_ root: PageNumber, of tree: TreeID) throws(StorageError) {
        guard var entry = try Catalog(self).entry(tree) else {
            throw .corrupt(Corruption(.catalog, tree: tree, "the tree has no row"))
        }
        entry.root = root
        try Catalog(self).update(entry)
    }

    /// After going back to a savepoint: trees may have lost their root.
    func reloadRoots() throws(StorageError) {
        for (id, tree) in openTrees where id != .catalog {
            guard let tree = tree as? RowidTree else { continue }
            tree.root = try Catalog(self).entry(id)?.root ?? .none
        }
    }
}
