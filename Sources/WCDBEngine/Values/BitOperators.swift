package import WCDBStorage

/// The operators `& | << >> ~`. Everything is taken as an integer of 64 bits; NULL gives NULL.
package enum BitOperators {
    package static func and(_ left: ColumnValue, _ right: ColumnValue) -> ColumnValue {
        compute(left, right, &)
    }

    package static func or(_ left: ColumnValue, _ right: ColumnValue) -> ColumnValue {
        compute(left, right, |)
    }

    /// A negative count shifts to the right; so far that no bit is left, if need be.
    package static func shiftLeft(_ left: ColumnValue, _ right: ColumnValue) -> ColumnValue {
        compute(left, right, <<)
    }

    /// Arithmetic: the sign is shifted in. A negative count shifts to the left.
    package static func shiftRight(_ left: ColumnValue, _ right: ColumnValue) -> ColumnValue {
        compute(left, right, >>)
    }

    package static func not(_ value: ColumnValue) -> ColumnValue {
        value.isNull ? .null : .integer(~value.asInteger)
    }

    private static func compute(
        _ left: ColumnValue, _ right: ColumnValue, _ operation: (Int64, Int64) -> Int64
    ) -> ColumnValue {
        left.isNull || right.isNull
            ? .null : .integer(operation(left.asInteger, right.asInteger))
    }
}
