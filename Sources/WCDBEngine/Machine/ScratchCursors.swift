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

/// A set of rows, as encoded keys: in memory those that came while there was room.
final class SetCursor {
    private let index: HashIndex
    private let space: ScratchSpace
    @exclusivity(unchecked) private var encoder: RowKeyEncoder
    @exclusivity(unchecked) private var rest: ScratchTree?

    init(_ shape: Program.SetShape, space: ScratchSpace) {
        encoder = RowKeyEncoder(shape.keys)
        index = HashIndex(space: space, budget: space.keyBudget)
        self.space = space
    }

    /// Adds a row; false if it was there.
    func insert(_ values: UnsafePointer<ColumnValue>) throws(StorageError) -> Bool {
        let found =
            if let short = encoder.shortKey(of: values) {
                try index.insert(short)
            } else {
                try index.insert(encoder.key(of: values))
            }
        if found.entry == HashIndex.full { return try insertIntoRest(values) }
        return found.isNew
    }

    @inline(never)
    private func insertIntoRest(
        _ values: UnsafePointer<ColumnValue>
    ) throws(StorageError) -> Bool {
        let tree = try ScratchTree.open(&rest, space)
        return try tree.insert(encoder.key(of: values))
    }

    func contains(_ values: UnsafePointer<ColumnValue>) throws(StorageError) -> Bool {
        let entry =
            if let short = encoder.shortKey(of: values) {
                index.find(short)
            } else {
                index.find(encoder.key(of: values))
            }
        guard entry == HashIndex.none, let rest else { return entry >= 0 }
        return try rest.contains(encoder.key(of: values))
    }
}

/// Rows by some of their values: the inner side of a join without an index. The keys that came
/// while there was room are in memory, each with all of its rows.
final class HashCursor {
    private let index: JoinIndex
    private let store: RowStore
    private let space: ScratchSpace
    @exclusivity(unchecked) private var encoder: RowKeyEncoder
    @exclusivity(unchecked) private var row = -1
    @exclusivity(unchecked) private var rest: ScratchTree?
    /// The current row is one of those that `rest` has.
    @exclusivity(unchecked) private var isInRest = false
    @exclusivity(unchecked) var isNullRow = false

    init(_ shape: Program.SetShape, columnCount: Int, space: ScratchSpace) {
        encoder = RowKeyEncoder(shape.keys)
        index = JoinIndex(space: space)
        store = RowStore(columnCount: columnCount, space: space)
        self.space = space
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
        if !isAdded { try addToRest(keys, row) }
    }

    @inline(never)
    private func addToRest(
        _ keys: UnsafePointer<ColumnValue>, _ row: Int
    ) throws(StorageError) {
        let tree = try ScratchTree.open(&rest, space, hasRows: true)
        try tree.add(encoder.key(of: keys), row: row)
    }

    func seek(_ keys: UnsafePointer<ColumnValue>) throws(StorageError) -> Bool {
        isNullRow = false
        isInRest = false
        let entry =
            if let short = encoder.shortKey(of: keys) {
                index.find(short)
            } else {
                index.find(encoder.key(of: keys))
            }
        row = index.firstRow(of: entry)
        if row < 0, let rest {
            isInRest = true
            row = try rest.firstRow(of: encoder.key(of: keys))
        }
        guard row >= 0 else { return false }
        try store.seek(row)
        return true
    }

    func next() throws(StorageError) -> Bool {
        if isNullRow {
            isNullRow = false
            return false
        }
        if isInRest, let rest {
            row = try rest.nextRow(of: encoder.lastKey)
        } else {
            row = index.nextRow(after: row)
        }
        guard row >= 0 else { return false }
        try store.seek(row)
        return true
    }

    @inline(__always)
    func column(_ index: Int) -> ColumnValue { isNullRow ? .null : store.column(index) }
}
