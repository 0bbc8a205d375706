import WCDBStorage

/// Keys that a hash index has no room for, in a tree that has: its pages leave memory for a file
/// that nobody else sees.
///
/// The tree is a database of one index, in one transaction that never ends: what makes large
/// transactions fit into little memory serves here as well, checksums, codec and all. Keys come
/// from everywhere, and would read and write a page each: they wait in memory until there are
/// many, and go into the tree in its order. Filters tell which keys need not be looked for.
///
/// **Users.** One cursor of the machine, or what shares a `KeyMemory`; one thread. Made when the
/// first key has no room elsewhere.
///
/// **Always true.** A key is in the batch or in the tree, and of those in the tree a filter knows.
final class ScratchTree {
    /// A tree that had less would write and read pages all the time.
    private static let smallestCache = 1 << 18
    /// Behind the keys of rows that are joined: where the row lies.
    private static let rowSize = 8

    private let store: Store
    private let transaction: Transaction
    private let tree: KeyTree
    private let cursor: KeyCursor
    private let batch: HashIndex
    private let seed: UInt64
    private let hasRows: Bool
    /// Each was made for twice as many keys as the one before, and is left when the next batch
    /// finds no room in it.
    @exclusivity(unchecked) private var filters = ScratchArray<KeyFilter>()
    @exclusivity(unchecked) private var roomOfLastFilter = 0
    @exclusivity(unchecked) private var inLastFilter = 0
    /// A key with its row.
    @exclusivity(unchecked) private var entry = ByteBuffer(capacity: 64)

    /// `hasRows`: keys are added with rows, all of them before any is looked for.
    init(space: ScratchSpace, hasRows: Bool = false) throws(StorageError) {
        var options = StoreOptions()
        options.cacheBudget = max(ScratchTree.smallestCache, space.budget / 2)
        options.syncLevel = .off
        options.backgroundCheckpoints = false
        options.readsInBackground = false
        // What is written to its place would be in memory twice.
        options.directThreshold = .max
        options.codec = space.codec
        store = try Store.open(
            "/scratch", options: options,
            fileSystem: ScratchFileSystem(spillingTo: space.fileSystem, beside: space.path))
        do throws(StorageError) {
            transaction = try store.beginWrite()
            let keys = Catalog.Entry(kind: .index, name: "keys", tableName: "keys", sql: nil)
            tree = try transaction.keyTree(try Catalog(transaction).create(keys))
        } catch {
            store.abandon()
            throw error
        }
        cursor = tree.makeCursor()
        batch = HashIndex(space: space, budget: space.budget / 2)
        seed = space.hashSeed
        self.hasRows = hasRows
    }

    /// The tree at a place, made if there is none.
    static func open(
        _ place: inout ScratchTree?, _ space: ScratchSpace, hasRows: Bool = false
    ) throws(StorageError) -> ScratchTree {
        if let tree = place { return tree }
        let tree = try ScratchTree(space: space, hasRows: hasRows)
        place = tree
        return tree
    }

    deinit {
        for index in 0..<filters.count { filters[index].deallocate() }
        transaction.end()
        store.abandon()
    }

    // MARK: Keys alone

    /// Adds a key; false if it was there.
    func insert(_ key: UnsafeRawBufferPointer) throws(StorageError) -> Bool {
        if try isInTree(key) { return false }
        return try insertIntoBatch(key)
    }

    func contains(_ key: UnsafeRawBufferPointer) throws(StorageError) -> Bool {
        if batch.find(key) >= 0 { return true }
        return try isInTree(key)
    }

    private func isInTree(_ key: UnsafeRawBufferPointer) throws(StorageError) -> Bool {
        guard mayBeInTree(key) else { return false }
        return try cursor.seek(key)
    }

    private func mayBeInTree(_ key: UnsafeRawBufferPointer) -> Bool {
        let hash = KeyHash.hash(key, seed: seed)
        for index in 0..<filters.count where filters[index].mayContain(hash) { return true }
        return false
    }

    private func insertIntoBatch(_ key: UnsafeRawBufferPointer) throws(StorageError) -> Bool {
        var found = try batch.insert(key)
        if found.entry == HashIndex.full {
            try insertBatch()
            found = try batch.insert(key)
        }
        return found.isNew
    }

    private func insertBatch() throws(StorageError) {
        let filter = filterWithRoom()
        for index in batch.sortedEntries() {
            let key = batch.key(of: index)
            let count = hasRows ? key.count - ScratchTree.rowSize : key.count
            filter.add(KeyHash.hash(UnsafeRawBufferPointer(rebasing: key[..<count]), seed: seed))
            _ = try tree.insert(key)
        }
        inLastFilter += batch.count
        batch.removeAll()
    }

    /// A filter for the keys of the batch: one for each batch would be many to ask.
    private func filterWithRoom() -> KeyFilter {
        if filters.count > 0, inLastFilter + batch.count <= roomOfLastFilter {
            return filters[filters.count - 1]
        }
        roomOfLastFilter = max(batch.count, 2 * roomOfLastFilter)
        inLastFilter = 0
        let filter = KeyFilter(for: roomOfLastFilter)
        filters.append(filter)
        return filter
    }

    // MARK: Keys with rows

    /// Adds a row to those of a key. Requires: no key begins with another one.
    func add(_ key: UnsafeRawBufferPointer, row: Int) throws(StorageError) {
        entry.removeAll()
        entry.append(key)
        withUnsafeBytes(of: UInt64(row).bigEndian) { entry.append($0) }
        _ = try insertIntoBatch(entry.bytes)
    }

    /// The first row of a key; -1 if it has none.
    func firstRow(of key: UnsafeRawBufferPointer) throws(StorageError) -> Int {
        if batch.count > 0 { try insertBatch() }
        guard mayBeInTree(key), try cursor.seek(atOrAfter: key) else { return -1 }
        return try row(of: key)
    }

    /// The next row of the key that `firstRow` found; -1 behind the last one.
    func nextRow(of key: UnsafeRawBufferPointer) throws(StorageError) -> Int {
        guard try cursor.next() else { return -1 }
        return try row(of: key)
    }

    private func row(of key: UnsafeRawBufferPointer) throws(StorageError) -> Int {
        let found = try cursor.key()
        guard found.count == key.count + ScratchTree.rowSize,
            ByteOrder.compare(UnsafeRawBufferPointer(rebasing: found[..<key.count]), key) == 0
        else { return -1 }
        let row = found.loadUnaligned(fromByteOffset: key.count, as: UInt64.self)
        return Int(truncatingIfNeeded: UInt64(bigEndian: row))
    }
}
