import WCDBStorage

/// The rows of a recursive table that are still to be worked on: in the order they came, or, with
/// terms to order by, the first of that order first.
///
/// **Users.** One machine. Rows are owned by it until they are taken.
///
/// **Always true.** With terms, `rows` is a binary heap: no row comes before its parent. Rows that
/// are equal in all terms are taken in the order they came.
final class RowQueue {
    private struct Row {
        let key: [UInt8]
        let number: Int
        let values: [Value]

        func comes(before other: Row) -> Bool {
            if key == other.key { return number < other.number }
            return key.lexicographicallyPrecedes(other.key)
        }
    }

    private let columnCount: Int
    private let isOrdered: Bool
    private var encoder: SortKeyEncoder
    private var rows: [Row] = []
    /// Without terms: the first row that was not taken.
    private var head = 0
    private var count = 0

    init(_ shape: Program.SorterShape) {
        columnCount = shape.payloadCount
        isOrdered = !shape.keys.isEmpty
        encoder = SortKeyEncoder(shape.keys)
    }

    func add(keys: UnsafePointer<ColumnValue>, values: UnsafePointer<ColumnValue>) {
        let row = (0..<columnCount).map { Value(values[$0]) }
        count += 1
        guard isOrdered else {
            rows.append(Row(key: [], number: count, values: row))
            return
        }
        encoder.encode(keys)
        rows.append(Row(key: Array(encoder.key), number: count, values: row))
        var child = rows.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard rows[child].comes(before: rows[parent]) else { break }
            rows.swapAt(child, parent)
            child = parent
        }
    }

    /// Takes the next row out; nil if there is none.
    func next() -> [Value]? {
        isOrdered ? takeFirst() : takeOldest()
    }

    private func takeOldest() -> [Value]? {
        guard head < rows.count else { return nil }
        let row = rows[head].values
        head += 1
        if head >= 1024, head * 2 >= rows.count {
            rows.removeFirst(head)
            head = 0
        }
        return row
    }

    private func takeFirst() -> [Value]? {
        guard let first = rows.first, let last = rows.popLast() else { return nil }
        guard !rows.isEmpty else { return first.values }
        rows[0] = last
        var parent = 0
        while true {
            var best = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < rows.count {
                if rows[child].comes(before: rows[best]) { best = child }
            }
            guard best != parent else { return first.values }
            rows.swapAt(best, parent)
            parent = best
        }
    }
}
