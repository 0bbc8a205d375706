/// What a database contains: one row per object, in the order of creation, and beside it the names
/// of the objects, so that a definition is found without reading the others.
///
/// The rowid of an object is the id of its tree, and neither is ever used again. Objects without a
/// tree (views, triggers) have an id all the same. Every change moves on the schema cookie.
///
/// **Users.** The thread of the transaction.
package struct Catalog {
    /// What an object is, as SQL calls it.
    package enum Kind: String, Sendable {
        case table, index, view, trigger
    }

    /// One object.
    package struct Entry: Equatable, Sendable {
        package var id = TreeID.none
        package var kind: Kind
        package var name: String
        /// The table that the object belongs to; its own name for a table.
        package var tableName: String
        /// The text that defined it.
        package var sql: String?
        /// Where its tree begins; `.none` while the tree is empty, or if it has none.
        package var root = PageNumber.none

        package init(kind: Kind, name: String, tableName: String, sql: String?) {
            self.kind = kind
            self.name = name
            self.tableName = tableName
            self.sql = sql
        }
    }

    private enum Column {
        static let kind = 0
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
        transaction.openRowidTree(.catalog, root: DatabaseHeader.catalogRoot)
    }

    private var names: CatalogNames { CatalogNames(transaction) }

    // MARK: Changing

    /// Adds an object; returns its id. Requires: a write transaction.
    package func create(_ entry: Entry) throws(StorageError) -> TreeID {
        var entry = entry
        entry.id = try transaction.allocateTreeID()
        try add(entry)
        return entry.id
    }

    /// Adds an object with the id it has, as a copy of a database does.
    func add(_ entry: Entry) throws(StorageError) {
        do throws(StorageError) {
            try names.add(entry)
            try write(entry, isNew: true)
            transaction.state.schemaCookie &+= 1
        } catch {
            throw transaction.doubt(error)
        }
    }

    /// Replaces what the catalog says of an object.
    package func update(_ entry: Entry) throws(StorageError) {
        do throws(StorageError) {
            guard let old = try self.entry(entry.id) else {
                throw .misuse("the catalog has no object \(entry.id.rawValue)")
            }
            try names.remove(old)
            try names.add(entry)
            try write(entry, isNew: false)
            transaction.state.schemaCookie &+= 1
        } catch {
            throw transaction.doubt(error)
        }
    }

    /// Only the root of an object's tree is another: no change of the schema.
    func setRoot(_ entry: Entry) throws(StorageError) { try write(entry, isNew: false) }

    /// Removes an object, and everything in its tree.
    package func drop(_ id: TreeID) throws(StorageError) {
        do throws(StorageError) {
            guard let old = try entry(id) else {
                throw .misuse("the catalog has no object \(id.rawValue)")
            }
            if old.root != .none { try transaction.dropTree(id) }
            try names.remove(old)
            guard try rows.delete(Int64(id.rawValue)) else {
                throw .misuse("the catalog has no object \(id.rawValue)")
            }
            transaction.state.schemaCookie &+= 1
        } catch {
            throw transaction.doubt(error)
        }
    }

    private func write(_ entry: Entry, isNew: Bool) throws(StorageError) {
        var writer = RecordWriter()
        writer.begin(columnCount: Column.count)
        writer.appendText(entry.kind.rawValue)
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

    // MARK: Reading

    /// The object of this name, which is compared as SQL compares names. Triggers have names of
    /// their own; everything else shares one space.
    package func entry(
        named name: String, isTrigger: Bool = false
    ) throws(StorageError) -> Entry? {
        guard let id = try names.find(name, isTrigger: isTrigger) else { return nil }
        guard let entry = try entry(id) else {
            throw .corrupt(Corruption(.catalog, tree: id, "'\(name)' leads to no object"))
        }
        return entry
    }

    /// A table's indexes and triggers, in the order of their creation.
    package func entries(ofTable name: String) throws(StorageError) -> [Entry] {
        var entries: [Entry] = []
        for id in try names.members(ofTable: name) {
            guard let entry = try entry(id) else {
                throw .corrupt(Corruption(.catalog, tree: id, "'\(name)' lists a lost object"))
            }
            entries.append(entry)
        }
        return entries
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
        guard let kind = reader.column(at: Column.kind)?.string.flatMap(Kind.init(rawValue:)),
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
        var entry = Entry(kind: kind, name: name, tableName: tableName, sql: sql.string)
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
