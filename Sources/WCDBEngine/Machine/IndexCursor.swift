import WCDBStorage

/// A cursor on an index: seeking by encoded values, and reading them back.
///
/// **Users.** One machine.
final class IndexCursor {
    let schema: IndexSchema
    let table: TableSchema
    let tree: KeyTree
    let cursor: KeyCursor
    @exclusivity(unchecked) var isNullRow = false
    @exclusivity(unchecked) var encoder = KeyEncoder(capacity: 128)
    /// Where a scan ends: keys that begin with this, or lie below it, are inside.
    @exclusivity(unchecked) private var bound = ByteBuffer(capacity: 64)
    @exclusivity(unchecked) private var isInclusive = true
    @exclusivity(unchecked) private var decoder = KeyDecoder()
    /// Columns of the current key that were decoded.
    @exclusivity(unchecked) private var decoded: [ColumnValue] = []
    /// Keeps alive what the tree belongs to.
    private let transaction: Transaction
    /// The transaction's when `tree` was asked for.
    private let generation: Int

    init(
        _ schema: IndexSchema, of table: TableSchema, _ transaction: Transaction
    ) throws(StorageError) {
        self.schema = schema
        self.table = table
        self.transaction = transaction
        generation = transaction.treeGeneration
        tree = try transaction.keyTree(schema.tree)
        cursor = tree.makeCursor()
        decoder.verifiesSortKeys = false
    }

    /// As that of `TableCursor`.
    func reopen() -> Bool {
        guard tree.isInUse(since: generation) else { return false }
        park()
        return true
    }

    /// Stands nowhere until the next run of the program.
    func park() {
        didMove()
        cursor.reset()
    }

    func close() { tree.remove(cursor) }

    @inline(__always)
    func didMove() {
        decoded.removeAll(keepingCapacity: true)
        isNullRow = false
    }

    /// Encodes values for a search.
    func encode(_ values: UnsafePointer<ColumnValue>, _ count: Int) {
        encoder.begin()
        for index in 0..<count { encoder.append(values[index], schema.keys[index]) }
    }

    /// Encodes a whole key with its rowid, and what reading it back needs.
    func encodeEntry(_ values: UnsafePointer<ColumnValue>, rowid: Int64) {
        encoder.begin(recordingFixups: true)
        for index in schema.keys.indices { encoder.append(values[index], schema.keys[index]) }
        encoder.appendRowid(rowid)
    }

    /// Goes to the first key that begins with the values, or (`after`) behind all of those.
    func seek(
        _ values: UnsafePointer<ColumnValue>, _ count: Int, after: Bool
    ) throws(StorageError) -> Bool {
        encode(values, count)
        if after { encoder.appendUpperBound() }
        defer { didMove() }
        return try cursor.seek(atOrAfter: encoder.key)
    }

    /// Goes to the last key that begins with the values, or (`before`) lies in front of all of
    /// those.
    func seekBack(
        _ values: UnsafePointer<ColumnValue>, _ count: Int, before: Bool
    ) throws(StorageError) -> Bool {
        encode(values, count)
        if !before { encoder.appendUpperBound() }
        defer { didMove() }
        return try cursor.seek(before: encoder.key)
    }

    func setBound(_ values: UnsafePointer<ColumnValue>, _ count: Int, isInclusive: Bool) {
        encode(values, count)
        bound.removeAll()
        bound.append(encoder.key)
        self.isInclusive = isInclusive
    }

    /// Whether the current key lies behind the end of the scan.
    func isBeyondBound() throws(StorageError) -> Bool {
        let order = try orderOfBound()
        return order > 0 || (order == 0 && !isInclusive)
    }

    /// Whether the current key lies in front of the end of a scan that goes backwards.
    func isBeforeBound() throws(StorageError) -> Bool {
        let order = try orderOfBound()
        return order < 0 || (order == 0 && !isInclusive)
    }

    private func orderOfBound() throws(StorageError) -> Int {
        let key = try cursor.key()
        let length = min(key.count, bound.count)
        return ByteOrder.compare(
            UnsafeRawBufferPointer(rebasing: key[..<length]), bound.bytes)
    }

    func rowid() throws(StorageError) -> Int64 {
        try KeyScan.rowid(of: try cursor.key(), columns: schema.keys)
    }

    /// A column of the current key, as it was stored.
    func column(_ index: Int) throws(StorageError) -> ColumnValue {
        if isNullRow { return .null }
        if decoded.isEmpty { try decoder.begin(key: try cursor.key(), fixups: try cursor.value()) }
        while decoded.count <= index {
            decoded.append(try decoder.next(schema.keys[decoded.count]))
        }
        return decoded[index]
    }

    /// Whether there is a key with these values, whatever its rowid; the cursor stands on it then.
    /// NULLs collide with nothing.
    func findConflict(_ values: UnsafePointer<ColumnValue>) throws(StorageError) -> Bool {
        encode(values, schema.keys.count)
        guard !encoder.containsNull else { return false }
        let isThere = try cursor.seek(atOrAfter: encoder.key)
        didMove()
        guard isThere else { return false }
        return ByteOrder.hasPrefix(try cursor.key(), encoder.key)
    }
}
