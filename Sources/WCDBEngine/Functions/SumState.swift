package import WCDBStorage

/// The state of `sum`, `total` and `avg`: the sum as a real, and as an integer while all numbers
/// were integers and it fits.
package struct SumState: Sendable {
    private var real = 0.0
    private var integer: Int64 = 0
    private var count: Int64 = 0
    /// A number was no integer, or the integers overflowed: only `real` counts.
    private var isApproximate = false
    private var hasOverflow = false

    package init() {}

    /// Text that is nothing but a number is that number; other text makes the sum a REAL. Hot.
    @inline(__always)
    package mutating func step(_ value: ColumnValue) {
        switch value.kind {
        case .null: break
        case .integer: add(value.integer)
        case .real: add(value.real)
        case .text, .blob: stepText(value)
        }
    }

    @inline(__always)
    private mutating func add(_ number: Int64) {
        count &+= 1
        real += Double(number)
        guard !isApproximate else { return }
        let sum = integer.addingReportingOverflow(number)
        integer = sum.partialValue
        if sum.overflow {
            isApproximate = true
            hasOverflow = true
        }
    }

    @inline(__always)
    private mutating func add(_ number: Double) {
        count &+= 1
        real += number
        isApproximate = true
    }

    @inline(never)
    private mutating func stepText(_ value: ColumnValue) {
        let number = value.asNumberIfWhole
        if case .integer = number.kind { add(number.integer) } else { add(number.asReal) }
    }

    /// NULL without values; a REAL if one was not an integer. Throws `integerOverflow`.
    package func sum() throws(EngineError) -> ColumnValue {
        guard count > 0 else { return .null }
        guard !hasOverflow else { throw .integerOverflow }
        return isApproximate ? .realOrNull(real) : .integer(integer)
    }

    /// Always a REAL; 0.0 without values.
    package func total() -> ColumnValue { .realOrNull(real) }

    package func average() -> ColumnValue {
        count > 0 ? .realOrNull(real / Double(count)) : .null
    }
}
