/// A set of columns of one source, -1 being the rowid: bits in a word, for few tables have more
/// columns than that.
struct ColumnSet: Sendable {
    /// The bit of column -1 is the lowest.
    private var low: UInt64 = 0
    private var rest: Set<Int> = []

    mutating func insert(_ column: Int) {
        if column < 63 { low |= ColumnSet.bit(column) } else { rest.insert(column) }
    }

    func contains(_ column: Int) -> Bool {
        column < 63 ? low & ColumnSet.bit(column) != 0 : rest.contains(column)
    }

    /// The columns in order, the rowid first.
    var columns: [Int] {
        var columns: [Int] = []
        _ = allSatisfy { column in
            columns.append(column)
            return true
        }
        return columns
    }

    /// Whether all columns are so and so; asks in their order.
    func allSatisfy(_ condition: (Int) -> Bool) -> Bool {
        var bits = low
        while bits != 0 {
            guard condition(bits.trailingZeroBitCount - 1) else { return false }
            bits &= bits &- 1
        }
        return rest.isEmpty || rest.sorted().allSatisfy(condition)
    }

    private static func bit(_ column: Int) -> UInt64 {
        1 << UInt64(truncatingIfNeeded: column &+ 1)
    }
}
