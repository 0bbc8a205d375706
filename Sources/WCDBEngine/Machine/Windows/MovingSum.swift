import WCDBStorage

/// The sum of numbers that come and leave, without error: what has left leaves no trace.
///
/// Subtracting from a rounded sum keeps the rounding of numbers that are gone, which may be larger
/// than all that are left. So the sum is kept as the sum of two reals that nothing was rounded off,
/// and is given up as soon as two are not enough.
///
/// **Always true.** While `isExact`, `high + low` is the sum, `high` is it rounded, and `integer`
/// is the sum of those that are integers.
struct MovingSum {
    private var high = 0.0
    private var low = 0.0
    private var integer: Int64 = 0
    private var count = 0
    /// A number was no integer. From then on sums are REALs, also when it has left, as in SQLite.
    private(set) var hasReals = false
    /// Whether the results can be relied on; if not, rows must be added up afresh.
    private(set) var isExact = true

    /// Without numbers, but for what `hasReals` says.
    mutating func restart() {
        let hadReals = hasReals
        self = MovingSum()
        hasReals = hadReals
    }

    mutating func add(_ value: ColumnValue) { change(value, isLeaving: false) }

    /// Requires: it was added.
    mutating func remove(_ value: ColumnValue) { change(value, isLeaving: true) }

    private mutating func change(_ value: ColumnValue, isLeaving: Bool) {
        let number = value.asNumberIfWhole
        let sign = isLeaving ? -1 : 1
        switch number.kind {
        case .null: return
        case .integer: add(number.integer, isLeaving: isLeaving)
        case .real, .text, .blob:
            hasReals = true
            add(number.asReal * Double(sign))
        }
        count += sign
    }

    private mutating func add(_ number: Int64, isLeaving: Bool) {
        let sum =
            isLeaving
            ? integer.subtractingReportingOverflow(number)
            : integer.addingReportingOverflow(number)
        integer = sum.partialValue
        if sum.overflow { isExact = false }
        // Halves that a real has every bit of.
        let upper = Double(number >> 32) * 0x1p32
        let lower = Double(number & 0xFFFF_FFFF)
        add(isLeaving ? -upper : upper)
        add(isLeaving ? -lower : lower)
    }

    private mutating func add(_ real: Double) {
        let (sum, error) = MovingSum.sum(high, real)
        let (rest, lost) = MovingSum.sum(low, error)
        (high, low) = MovingSum.sum(sum, rest)
        if lost != 0 || !high.isFinite { isExact = false }
    }

    /// The rounded sum of two numbers, and what was rounded off.
    private static func sum(_ left: Double, _ right: Double) -> (sum: Double, error: Double) {
        let sum = left + right
        let part = sum - left
        return (sum, (left - (sum - part)) + (right - part))
    }

    /// As the aggregate of the name: NULL without numbers, a REAL if one is not an integer.
    func result(_ function: AggregateFunction) -> ColumnValue {
        switch function {
        case .total: .real(high)
        case .average: count > 0 ? .real(high / Double(count)) : .null
        default: count == 0 ? .null : hasReals ? .real(high) : .integer(integer)
        }
    }
}
