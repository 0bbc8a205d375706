import WCDBStorage

/// The least or greatest value of rows that come at one end and leave at the other.
///
/// Only values are kept that can still become the best one: once a better value has come, those
/// before it never will.
///
/// **Always true.** `rows` ascend; each value is better than those behind it.
struct MovingExtreme {
    private let isMaximum: Bool
    private let collation: Collation
    private var rows: [Int] = []
    private var values: [Value] = []
    /// The first of them that has not left.
    private var first = 0

    init(isMaximum: Bool, collation: Collation) {
        self.isMaximum = isMaximum
        self.collation = collation
    }

    /// A row comes behind all others. Of equal values the last one counts, as in SQLite.
    mutating func add(_ value: ColumnValue, row: Int) {
        guard !value.isNull else { return }
        while values.count > first, let last = values.last {
            let order = last.withColumnValue { ValueOrder.compare($0, value, collation) }
            guard isMaximum ? order <= 0 : order >= 0 else { break }
            rows.removeLast()
            values.removeLast()
        }
        rows.append(row)
        values.append(Value(value))
    }

    /// The rows before `row` leave.
    mutating func leave(before row: Int) {
        while first < rows.count, rows[first] < row { first += 1 }
        guard first == rows.count || first > 1024 && first > rows.count / 2 else { return }
        rows.removeFirst(first)
        values.removeFirst(first)
        first = 0
    }

    mutating func removeAll() {
        rows.removeAll(keepingCapacity: true)
        values.removeAll(keepingCapacity: true)
        first = 0
    }

    /// The best value, its bytes at the end of `buffer`; NULL if there is none.
    func best(into buffer: inout ByteBuffer) -> ColumnValue {
        guard first < values.count else { return .null }
        return values[first].withColumnValue { value in
            guard value.isBytes else { return value }
            let begin = buffer.count
            buffer.append(value.bytes)
            return ColumnValue(value.kind, buffer.view.dropFirst(begin))
        }
    }
}
