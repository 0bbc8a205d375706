import WCDBStorage

/// A cursor on an index: seeking by encoded values, and reading them back.
///
/// **Users.** One machine.
final class IndexCursor {
    let schema: IndexSchema
    let table: TableSchema
    let tree: KeyTree
    let cursor: KeyCursor
    /// Those of the schema. Not an array: copying a column out of one would count references.
    private let keys: UnsafeMutableBufferPointer<KeyColumn>
    @exclusivity(unchecked) var isNullRow = false
    @exclusivity(unchecked) var encoder = KeyEncoder(capacity: 128)
    /// Where a scan that goes forward ends: the bound, and if keys that begin with the bound are
    /// inside, a byte that puts them before it.
    @exclusivity(unchecked) private var end = ByteBuffer(capacity: 64)
    @exclusivity(unchecked) private var isInclusive = true
    @exclusivity(unchecked) private var decoder = KeyDecoder()
    /// Keeps alive what the tree belongs to.
    private let transaction: Transaction
    /// The transaction's when `tree` was asked for.
    private let generation: Int
    /// Columns of the current key, of which the first `decodedCount` were decoded.
    private let decoded: UnsafeMutablePointer<ColumnValue>
    @exclusivity(unchecked) private var decodedCount = 0
    /// Behind all columns.
    @exclusivity(unchecked) private var decodedRowid: Int64?

    init(
        _ schema: IndexSchema, of table: TableSchema, _ transaction: Transaction
    ) throws(StorageError) {
        self.schema = schema
        self.table = table
        self.transaction = transaction
        generation = transaction.treeGeneration
        tree = try transaction.keyTree(schema.tree)
        cursor = tree.makeCursor()
        keys = .allocate(capacity: schema.keys.count)
        _ = keys.initialize(from: schema.keys)
        decoder.verifiesSortKeys = false
        decoded = .allocate(capacity: max(1, schema.keys.count))
    }

    deinit {
        decoded.deallocate()
        keys.deinitialize().deallocate()
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
        decodedCount = 0
        decodedRowid = nil
        isNullRow = false
    }

    /// Encodes values for a search.
    func encode(_ values: UnsafePointer<ColumnValue>, _ count: Int) {
        encoder.begin()
        for index in 0..<count { encoder.append(values[index], keys[index]) }
    }

    /// Encodes a whole key with its rowid, and what reading it back needs.
    func encodeEntry(_ values: UnsafePointer<ColumnValue>, rowid: Int64) {
        encoder.begin(recordingFixups: true)
        for index in keys.indices { encoder.append(values[index], keys[index]) }
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
        self.isInclusive = isInclusive
        if isInclusive { encoder.appendUpperBound() }
        end.removeAll()
        end.append(encoder.key)
        cursor.forgetEnd()
    }

    /// Whether the current key lies behind the end of the scan.
    func isBeyondBound() throws(StorageError) -> Bool {
        try cursor.isAtOrBehind(end.bytes)
    }

    /// Whether the current key lies in front of the end of a scan that goes backwards.
    func isBeforeBound() throws(StorageError) -> Bool {
        let key = try cursor.key()
        let bound = UnsafeRawBufferPointer(rebasing: end.bytes.dropLast(isInclusive ? 1 : 0))
        let order = ByteOrder.compare(
            UnsafeRawBufferPointer(rebasing: key.prefix(bound.count)), bound)
        return order < 0 || (order == 0 && !isInclusive)
    }

    func rowid() throws(StorageError) -> Int64 {
        guard decodedCount == keys.count, decodedCount > 0 else {
            return try KeyScan.rowid(of: try cursor.key(), columns: schema.keys)
        }
        if let decodedRowid { return decodedRowid }
        let rowid = try decoder.nextRowid()
        decodedRowid = rowid
        return rowid
    }

    /// A column of the current key, as it was stored. Hot.
    @inline(__always)
    func column(_ index: Int) throws(StorageError) -> ColumnValue {
        index < decodedCount ? decoded[index] : try decode(to: index)
    }

    private func decode(to index: Int) throws(StorageError) -> ColumnValue {
        guard !isNullRow, index < keys.count else { return .null }
        if decodedCount == 0 {
            let entry = try cursor.entry()
            try decoder.begin(key: entry.key, fixups: entry.value)
        }
        while decodedCount <= index {
            decoded[decodedCount] = try decoder.next(keys[decodedCount])
            decodedCount = decodedCount &+ 1
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
