/// The second tree of the catalog: from names to objects.
///
///     0, folded name       → id     tables, indexes, views
///     1, folded name       → id     triggers
///     2, folded table, id  →        the indexes and triggers of a table
///
/// Keys are encoded as those of an index with the columns INTEGER, TEXT COLLATE NOCASE, and the id
/// as rowid; a value is the id in four bytes.
///
/// **Users.** The catalog, and the check of it.
struct CatalogNames {
    private enum Space: Int64 { case relations, triggers, members }

    private let transaction: Transaction

    init(_ transaction: Transaction) { self.transaction = transaction }

    private var tree: KeyTree {
        transaction.openKeyTree(.catalogNames, root: DatabaseHeader.catalogNamesRoot)
    }

    private static func space(_ entry: Catalog.Entry) -> Space {
        entry.kind == .trigger ? .triggers : .relations
    }

    /// Whether the object is found through its table as well.
    private static func isMember(_ entry: Catalog.Entry) -> Bool {
        entry.kind == .index || entry.kind == .trigger
    }

    func add(_ entry: Catalog.Entry) throws(StorageError) {
        let key = CatalogNames.key(CatalogNames.space(entry), entry.name)
        guard try insert(key, value: entry.id) else {
            throw .misuse("there is a \(entry.kind) '\(entry.name)' already")
        }
        guard CatalogNames.isMember(entry) else { return }
        _ = try insert(CatalogNames.key(.members, entry.tableName, entry.id), value: nil)
    }

    func remove(_ entry: Catalog.Entry) throws(StorageError) {
        var isComplete = try delete(CatalogNames.key(CatalogNames.space(entry), entry.name))
        if CatalogNames.isMember(entry) {
            let isThere = try delete(CatalogNames.key(.members, entry.tableName, entry.id))
            isComplete = isComplete && isThere
        }
        guard isComplete else {
            throw .corrupt(
                Corruption(.catalog, tree: entry.id, "'\(entry.name)' has lost its name"))
        }
    }

    func find(_ name: String, isTrigger: Bool) throws(StorageError) -> TreeID? {
        let cursor = tree.makeCursor()
        defer { tree.remove(cursor) }
        let key = CatalogNames.key(isTrigger ? .triggers : .relations, name)
        guard try seek(cursor, key) else { return nil }
        let value = try cursor.value()
        guard value.count == 4, let base = value.baseAddress else {
            throw .corrupt(Corruption(.catalog, tree: .catalogNames, "'\(name)' has no id"))
        }
        return TreeID(base.little(UInt32.self, at: 0))
    }

    func members(ofTable name: String) throws(StorageError) -> [TreeID] {
        let prefix = CatalogNames.key(.members, name)
        let cursor = tree.makeCursor()
        defer { tree.remove(cursor) }
        var members: [TreeID] = []
        var isThere = try seek(cursor, atOrAfter: prefix)
        while isThere {
            let key = try cursor.key()
            guard key.starts(with: prefix) else { break }
            let rowid = try KeyScan.rowid(of: key, columns: [.ascending, .ascending])
            guard let id = UInt32(exactly: rowid) else {
                throw .corrupt(Corruption(.catalog, tree: .catalogNames, "no id is \(rowid)"))
            }
            members.append(TreeID(id))
            isThere = try cursor.next()
        }
        return members
    }

    /// How many keys an object has here.
    static func keyCount(_ entry: Catalog.Entry) -> Int64 { isMember(entry) ? 2 : 1 }

    // MARK: Keys

    private static func key(_ space: Space, _ name: String, _ id: TreeID? = nil) -> [UInt8] {
        var encoder = KeyEncoder(capacity: 64)
        encoder.begin()
        encoder.append(.integer(space.rawValue))
        var name = name
        name.withUTF8 { utf8 in
            if let base = utf8.baseAddress {
                encoder.append(
                    .text(UnsafeRawPointer(base), count: utf8.count),
                    KeyColumn(collation: .nocase))
            }
        }
        if let id { encoder.appendRowid(Int64(id.rawValue)) }
        return Array(encoder.key)
    }

    // The tree throws typed errors, which the standard library's closures cannot pass on: keys are
    // copied into a buffer whose bytes can be handed over.

    private func insert(_ key: [UInt8], value: TreeID?) throws(StorageError) -> Bool {
        var bytes = ByteBuffer(capacity: key.count + 4)
        bytes.append(key)
        if let value { withUnsafeBytes(of: value.rawValue.littleEndian) { bytes.append($0) } }
        return try tree.insert(
            UnsafeRawBufferPointer(rebasing: bytes.bytes[..<key.count]),
            UnsafeRawBufferPointer(rebasing: bytes.bytes[key.count...]))
    }

    private func delete(_ key: [UInt8]) throws(StorageError) -> Bool {
        var bytes = ByteBuffer(capacity: key.count)
        bytes.append(key)
        return try tree.delete(bytes.bytes)
    }

    private func seek(_ cursor: KeyCursor, _ key: [UInt8]) throws(StorageError) -> Bool {
        var bytes = ByteBuffer(capacity: key.count)
        bytes.append(key)
        return try cursor.seek(bytes.bytes)
    }

    private func seek(
        _ cursor: KeyCursor, atOrAfter key: [UInt8]
    ) throws(StorageError) -> Bool {
        var bytes = ByteBuffer(capacity: key.count)
        bytes.append(key)
        return try cursor.seek(atOrAfter: bytes.bytes)
    }
}

extension ByteBuffer {
    fileprivate mutating func append(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { append($0) }
    }
}
