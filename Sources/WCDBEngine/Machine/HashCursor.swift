import WCDBStorage

/// Rows by some of their values: the inner side of a join without an index. Those that came while
/// there was room are found with two looks into memory; the others come behind them.
final class HashCursor {
    private let rows: JoinRows
    private let columnCount: Int
    private let space: ScratchSpace
    @exclusivity(unchecked) private var encoder: RowKeyEncoder
    @exclusivity(unchecked) private var rest: JoinRest?
    /// The current row; nil while it is one of the rest.
    @exclusivity(unchecked) private var current: UnsafePointer<ColumnValue>?
    @exclusivity(unchecked) var isNullRow = false
    /// When keys of rows that come next are warmed.
    @exclusivity(unchecked) var keysAhead = RowsAhead(most: JoinRows.warmWidth)

    init(_ shape: Program.SetShape, columnCount: Int, space: ScratchSpace) {
        encoder = RowKeyEncoder(shape.keys)
        rows = JoinRows(columnCount: columnCount, space: space)
        self.columnCount = columnCount
        self.space = space
    }

    func add(
        _ keys: UnsafePointer<ColumnValue>, _ values: UnsafePointer<ColumnValue>
    ) throws(StorageError) {
        let isAdded =
            if let short = encoder.shortKey(of: keys) {
                rows.add(short, values)
            } else {
                rows.add(encoder.key(of: keys), values)
            }
        if !isAdded { try addToRest(keys, values) }
    }

    @inline(never)
    private func addToRest(
        _ keys: UnsafePointer<ColumnValue>, _ values: UnsafePointer<ColumnValue>
    ) throws(StorageError) {
        let rest = self.rest ?? JoinRest(columnCount: columnCount, space: space)
        self.rest = rest
        try rest.add(encoder.key(of: keys), values)
    }

    func seek(_ keys: UnsafePointer<ColumnValue>) throws(StorageError) -> Bool {
        isNullRow = false
        if let short = encoder.shortKey(of: keys) {
            current = rows.find(short)
        } else {
            current = rows.find(encoder.key(of: keys))
        }
        if current != nil { return true }
        guard let rest else { return false }
        return try rest.seek(encoder.key(of: keys))
    }

    /// Warms what the rows that follow in the leaf of a table's scan will find by one of their
    /// columns, or (-1) by their rowid.
    @inline(never)
    func warm(_ column: Int, of slot: UnsafeMutablePointer<TableSlot>) {
        guard rows.isFar else { return keysAhead.giveUp() }
        let count = min(keysAhead.width, slot.pointee.rowsLeftInLeaf)
        // At the end of a leaf nobody knows yet which rows come next.
        guard count > 0 else { return keysAhead.didFetch(1, isUseful: true) }
        var key = ColumnValue.null
        let warmed = withUnsafeTemporaryAllocation(
            of: UInt64.self, capacity: JoinRows.warmWidth
        ) { hashes in
            var known = 0
            for step in 1...count
            where slot.pointee.read(column, ahead: step, into: &key) && !key.isNull {
                hashes[known] =
                    if let short = encoder.shortKey(of: &key) {
                        rows.hash(of: short)
                    } else {
                        rows.hash(of: encoder.key(of: &key))
                    }
                known &+= 1
            }
            rows.warm(UnsafeBufferPointer(rebasing: hashes.prefix(known)))
            return known
        }
        keysAhead.didFetch(count, isUseful: warmed &* 2 > count)
    }

    func next() throws(StorageError) -> Bool {
        if isNullRow {
            isNullRow = false
            return false
        }
        if current == nil { return try rest?.next() ?? false }
        current = rows.next()
        if current != nil { return true }
        guard let rest else { return false }
        return try rows.withKey { (key) throws(StorageError) in try rest.seek(key) } ?? false
    }

    @inline(__always)
    func column(_ index: Int) -> ColumnValue {
        if isNullRow { return .null }
        if let current { return current[index] }
        return rest?.column(index) ?? .null
    }
}
