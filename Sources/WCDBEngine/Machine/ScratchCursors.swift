import WCDBStorage

/// Rows that were put aside, read from the first to the last.
final class RowsCursor {
    let store: RowStore
    @exclusivity(unchecked) private var position = 0
    @exclusivity(unchecked) var isNullRow = false
    /// Others read the same rows: each look has to find its own row again.
    let isShared: Bool

    init(columnCount: Int, space: ScratchSpace) {
        store = RowStore(columnCount: columnCount, space: space)
        isShared = false
    }

    init(sharing other: RowsCursor) {
        store = other.store
        isShared = true
    }

    func first() throws(StorageError) -> Bool {
        position = -1
        return try next()
    }

    func next() throws(StorageError) -> Bool {
        if isNullRow {
            isNullRow = false
            return false
        }
        position += 1
        guard position < store.count else { return false }
        try store.seek(position)
        return true
    }

    @inline(__always)
    func column(_ index: Int) -> ColumnValue { isNullRow ? .null : store.column(index) }

    /// A value of the current row, until anybody looks at the rows again.
    func sharedColumn(_ index: Int) throws(StorageError) -> ColumnValue {
        guard !isNullRow else { return .null }
        try store.seek(position)
        return store.column(index)
    }
}

/// A set of rows, as encoded keys.
final class SetCursor {
    let keys: [KeyColumn]
    let index: HashIndex
    @exclusivity(unchecked) var encoder = KeyEncoder(capacity: 64)

    init(_ shape: Program.SetShape, space: ScratchSpace) {
        keys = shape.keys
        index = HashIndex(space: space, isBounded: false)
    }

    @inline(__always)
    func encode(_ values: UnsafePointer<ColumnValue>) {
        encoder.begin()
        for position in keys.indices { encoder.append(values[position], keys[position]) }
    }

    /// Adds a row; false if it was there.
    func insert(_ values: UnsafePointer<ColumnValue>) throws(StorageError) -> Bool {
        encode(values)
        let found = try index.insert(encoder.key)
        guard found.entry >= 0 else { throw .limit("memory for a set") }
        return found.isNew
    }

    func contains(_ values: UnsafePointer<ColumnValue>) -> Bool {
        encode(values)
        return index.find(encoder.key) >= 0
    }
}

/// Rows by some of their values: the inner side of a join without an index.
final class HashCursor {
    let set: SetCursor
    let store: RowStore
    /// For each key the rows that have it: first, and for each row the next.
    @exclusivity(unchecked) private var firstRows: [Int] = []
    @exclusivity(unchecked) private var lastRows: [Int] = []
    @exclusivity(unchecked) private var nextRows: [Int] = []
    @exclusivity(unchecked) private var row = -1
    @exclusivity(unchecked) var isNullRow = false

    init(_ shape: Program.SetShape, columnCount: Int, space: ScratchSpace) {
        set = SetCursor(shape, space: space)
        store = RowStore(columnCount: columnCount, space: space)
    }

    func add(
        _ keys: UnsafePointer<ColumnValue>, _ values: UnsafePointer<ColumnValue>
    ) throws(StorageError) {
        set.encode(keys)
        let found = try set.index.insert(set.encoder.key)
        guard found.entry >= 0 else { throw .limit("memory for a join") }
        let row = try store.append(values)
        nextRows.append(-1)
        if found.isNew {
            firstRows.append(row)
            lastRows.append(row)
        } else {
            nextRows[lastRows[found.entry]] = row
            lastRows[found.entry] = row
        }
    }

    func seek(_ keys: UnsafePointer<ColumnValue>) throws(StorageError) -> Bool {
        isNullRow = false
        set.encode(keys)
        let entry = set.index.find(set.encoder.key)
        guard entry >= 0 else { return false }
        row = firstRows[entry]
        try store.seek(row)
        return true
    }

    func next() throws(StorageError) -> Bool {
        if isNullRow {
            isNullRow = false
            return false
        }
        row = nextRows[row]
        guard row >= 0 else { return false }
        try store.seek(row)
        return true
    }

    @inline(__always)
    func column(_ index: Int) -> ColumnValue { isNullRow ? .null : store.column(index) }
}
