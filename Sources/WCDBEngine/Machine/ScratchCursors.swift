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
