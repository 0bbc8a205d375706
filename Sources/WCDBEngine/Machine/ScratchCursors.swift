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
    let index: HashIndex
    @exclusivity(unchecked) private var encoder: RowKeyEncoder

    init(_ shape: Program.SetShape, space: ScratchSpace) {
        encoder = RowKeyEncoder(shape.keys)
        index = HashIndex(space: space, isBounded: false)
    }

    /// Adds a row; false if it was there.
    func insert(_ values: UnsafePointer<ColumnValue>) throws(StorageError) -> Bool {
        let found =
            if let short = encoder.shortKey(of: values) {
                try index.insert(short)
            } else {
                try index.insert(encoder.key(of: values))
            }
        guard found.entry >= 0 else { throw .limit("memory for a set") }
        return found.isNew
    }

    func contains(_ values: UnsafePointer<ColumnValue>) -> Bool {
        if let short = encoder.shortKey(of: values) { return index.find(short) >= 0 }
        return index.find(encoder.key(of: values)) >= 0
    }
}

/// Rows by some of their values: the inner side of a join without an index.
final class HashCursor {
    private let index: JoinIndex
    private let store: RowStore
    @exclusivity(unchecked) private var encoder: RowKeyEncoder
    @exclusivity(unchecked) private var row = -1
    @exclusivity(unchecked) var isNullRow = false

    init(_ shape: Program.SetShape, columnCount: Int, space: ScratchSpace) {
        encoder = RowKeyEncoder(shape.keys)
        index = JoinIndex(space: space, isBounded: false)
        store = RowStore(columnCount: columnCount, space: space)
    }

    func add(
        _ keys: UnsafePointer<ColumnValue>, _ values: UnsafePointer<ColumnValue>
    ) throws(StorageError) {
        let row = try store.append(values)
        let isAdded =
            if let short = encoder.shortKey(of: keys) {
                try index.add(short, row: row)
            } else {
                try index.add(encoder.key(of: keys), row: row)
            }
        guard isAdded else { throw .limit("memory for a join") }
    }

    func seek(_ keys: UnsafePointer<ColumnValue>) throws(StorageError) -> Bool {
        isNullRow = false
        let entry =
            if let short = encoder.shortKey(of: keys) {
                index.find(short)
            } else {
                index.find(encoder.key(of: keys))
            }
        row = index.firstRow(of: entry)
        guard row >= 0 else { return false }
        try store.seek(row)
        return true
    }

    func next() throws(StorageError) -> Bool {
        if isNullRow {
            isNullRow = false
            return false
        }
        row = index.nextRow(after: row)
        guard row >= 0 else { return false }
        try store.seek(row)
        return true
    }

    @inline(__always)
    func column(_ index: Int) -> ColumnValue { isNullRow ? .null : store.column(index) }
}
