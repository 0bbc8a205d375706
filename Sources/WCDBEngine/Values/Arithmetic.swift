package import WCDBStorage

/// The operators `+ - * / %` and the unary minus. Integers stay integers until they overflow;
/// division by zero is NULL, and so is what is not a number.
package enum Arithmetic {
    /// Hot.
    @inline(__always)
    package static func add(_ left: ColumnValue, _ right: ColumnValue) -> ColumnValue {
        if left.kind == .integer && right.kind == .integer {
            let sum = left.integer.addingReportingOverflow(right.integer)
            if !sum.overflow { return .integer(sum.partialValue) }
        }
        return compute(left, right, Int64.addingReportingOverflow, +)
    }

    /// Hot.
    @inline(__always)
    package static func subtract(_ left: ColumnValue, _ right: ColumnValue) -> ColumnValue {
        if left.kind == .integer && right.kind == .integer {
            let difference = left.integer.subtractingReportingOverflow(right.integer)
            if !difference.overflow { return .integer(difference.partialValue) }
        }
        return compute(left, right, Int64.subtractingReportingOverflow, -)
    }

    /// Hot.
    @inline(__always)
    package static func multiply(_ left: ColumnValue, _ right: ColumnValue) -> ColumnValue {
        if left.kind == .integer && right.kind == .integer {
            let product = left.integer.multipliedReportingOverflow(by: right.integer)
            if !product.overflow { return .integer(product.partialValue) }
        }
        return compute(left, right, Int64.multipliedReportingOverflow(by:), *)
    }

    /// Towards zero between integers. Hot.
    @inline(__always)
    package static func divide(_ left: ColumnValue, _ right: ColumnValue) -> ColumnValue {
        if left.kind == .integer && right.kind == .integer, right.integer > 0 {
            return .integer(left.integer / right.integer)
        }
        return divideOthers(left, right)
    }

    private static func divideOthers(_ left: ColumnValue, _ right: ColumnValue) -> ColumnValue {
        let divisor = right.asOperand
        if divisor.kind == .integer ? divisor.integer == 0 : divisor.asReal == 0 { return .null }
        return compute(left, divisor, Int64.dividedReportingOverflow(by:), /)
    }

    /// Both sides are taken as integers; the result is REAL if one of them was not one. Hot.
    @inline(__always)
    package static func remainder(_ left: ColumnValue, _ right: ColumnValue) -> ColumnValue {
        if left.kind == .integer && right.kind == .integer, right.integer > 0 {
            return .integer(left.integer % right.integer)
        }
        return remainderOfOthers(left, right)
    }

    private static func remainderOfOthers(
        _ left: ColumnValue, _ right: ColumnValue
    ) -> ColumnValue {
        let (first, second) = (left.asOperand, right.asOperand)
        guard !first.isNull, !second.isNull else { return .null }
        let bothAreIntegers = first.kind == .integer && second.kind == .integer
        // Not the operands' values: `'1e3' % 7` looks at the 1 only.
        let dividend = bothAreIntegers ? first.integer : left.asInteger
        let divisor = bothAreIntegers ? second.integer : right.asInteger
        guard divisor != 0 else { return .null }
        // The smallest integer divided by −1 would overflow; nothing remains anyway.
        let rest = divisor == -1 ? 0 : dividend % divisor
        return bothAreIntegers ? .integer(rest) : .real(Double(rest))
    }

    /// Zero minus the value: so the smallest integer becomes a REAL, and 0.0 does not get a sign.
    package static func negate(_ value: ColumnValue) -> ColumnValue {
        subtract(.integer(0), value)
    }

    /// What integers of 64 bits cannot do, or one operand is no integer.
    private static func compute(
        _ left: ColumnValue, _ right: ColumnValue,
        _ integers: (Int64) -> (Int64) -> (partialValue: Int64, overflow: Bool),
        _ reals: (Double, Double) -> Double
    ) -> ColumnValue {
        let (first, second) = (left.asOperand, right.asOperand)
        if first.isNull || second.isNull { return .null }
        if first.kind == .integer && second.kind == .integer {
            let result = integers(first.integer)(second.integer)
            if !result.overflow { return .integer(result.partialValue) }
        }
        return .realOrNull(reals(first.asReal, second.asReal))
    }
}
