package import WCDBStorage

/// The total order of values: NULL, numbers, texts by their collation, blobs.
package enum ValueOrder {
    /// Negative, zero or positive, as `left` sorts before, with or after `right`. NULLs are equal.
    /// Hot.
    package static func compare(
        _ left: ColumnValue, _ right: ColumnValue, _ collation: Collation = .binary
    ) -> Int {
        if left.kind == .integer && right.kind == .integer {
            return compare(left.integer, right.integer)
        }
        let difference = rank(left.kind) &- rank(right.kind)
        guard difference == 0 else { return difference }
        switch left.kind {
        case .null: return 0
        case .integer, .real: return compareNumbers(left, right)
        case .text: return collation.compare(left.view, right.view)
        case .blob: return ByteOrder.compare(left.bytes, right.bytes)
        }
    }

    private static func rank(_ kind: ColumnValue.Kind) -> Int {
        switch kind {
        case .null: 0
        case .integer, .real: 1
        case .text: 2
        case .blob: 3
        }
    }

    private static func compareNumbers(_ left: ColumnValue, _ right: ColumnValue) -> Int {
        switch (left.kind == .integer, right.kind == .integer) {
        case (true, true): compare(left.integer, right.integer)
        case (true, false): compare(left.integer, right.real)
        case (false, true): 0 &- compare(right.integer, left.real)
        case (false, false): compare(left.real, right.real)
        }
    }

    private static func compare<Number: Comparable>(_ left: Number, _ right: Number) -> Int {
        left < right ? -1 : left > right ? 1 : 0
    }

    /// By mathematical value, without rounding either.
    package static func compare(_ left: Int64, _ right: Double) -> Int {
        // NaN is not a value; should one come by, it sorts before all integers.
        if right < -0x1p63 || right.isNaN { return 1 }
        if right >= 0x1p63 { return -1 }
        let whole = Int64(right)
        if left != whole { return left < whole ? -1 : 1 }
        // What `right` has behind the point decides; below zero that makes it smaller.
        return compare(Double(whole), right)
    }
}
