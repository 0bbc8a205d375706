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
    @exclusivity(unchecked) private var ahead = ProbesAhead()
    /// The key is one ascending column, as its value is stored.
    private let looksAhead: Bool

    init(_ shape: Program.SetShape, columnCount: Int, space: ScratchSpace) {
        encoder = RowKeyEncoder(shape.keys)
        looksAhead = encoder.isSingle
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

    /// Looks for what the row under the cursor of a scan finds by one of its columns, or (-1) by
    /// its rowid, together with those that follow in the leaf; goes there. Hot.
    @inline(__always)
    func seek(
        _ column: Int, of slot: inout TableSlot, at cursor: RowidCursor
    ) -> ProbesAhead.ProbeAnswer {
        guard looksAhead, rest == nil, slot.state != .null else { return .unknown }
        var answer = ahead.answer(at: cursor)
        if answer == nil {
            ahead.look(in: rows, &encoder, column, of: &slot, at: cursor)
            answer = ahead.answer(at: cursor)
        }
        guard let answer else { return .unknown }
        if case .found = answer, let row = ahead.row {
            current = rows.select(row)
            isNullRow = false
        } else if case .missing = answer {
            current = nil
            isNullRow = false
        }
        return answer
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
