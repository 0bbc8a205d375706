/// A constant written into a statement.
///
/// Two literals are equal if they are the same value of the same class: `1` is not `1.0`, `0.0`
/// is not `-0.0`.
package enum Literal: Sendable {
    case integer(Int64)
    case real(Double)
    case text(SQLText)
    case blob([UInt8])
    case null
    /// `TRUE` and `FALSE`: 1 and 0, unless a column of that name is visible.
    case boolean(Bool)
    case currentDate, currentTime, currentTimestamp

    package static func text(_ string: String) -> Literal { .text(SQLText(string)) }

    /// What a negative number is: only they are parenthesised under a prefix minus.
    package var isNegativeNumber: Bool {
        switch self {
        case .integer(let value): value < 0
        case .real(let value): value.sign == .minus && !value.isNaN
        default: false
        }
    }

    /// Whether it is a value whatever stands around it: TRUE may be a column, and NULL decides
    /// about plans.
    package var isPlainValue: Bool {
        switch self {
        case .integer, .real, .text, .blob: true
        case .null, .boolean, .currentDate, .currentTime, .currentTimestamp: false
        }
    }

    package var isNumber: Bool {
        switch self {
        case .integer, .real: true
        default: false
        }
    }

    /// The number with the other sign; nil if it is none, or has no other sign as an integer.
    package var negated: Literal? {
        switch self {
        case .integer(let value):
            value == .min ? nil : .integer(-value)
        case .real(let value): .real(-value)
        default: nil
        }
    }
}

extension Literal: Hashable {
    package static func == (left: Literal, right: Literal) -> Bool {
        switch (left, right) {
        case (.integer(let one), .integer(let other)): one == other
        case (.real(let one), .real(let other)): one.bitPattern == other.bitPattern
        case (.text(let one), .text(let other)): one == other
        case (.blob(let one), .blob(let other)): one == other
        case (.boolean(let one), .boolean(let other)): one == other
        case (.null, .null), (.currentDate, .currentDate), (.currentTime, .currentTime),
            (.currentTimestamp, .currentTimestamp):
            true
        default: false
        }
    }

    package func hash(into hasher: inout Hasher) {
        switch self {
        case .integer(let value): hasher.combine(value)
        case .real(let value): hasher.combine(value.bitPattern)
        case .text(let value): hasher.combine(value)
        case .blob(let value): hasher.combine(value)
        case .null: hasher.combine(1 as UInt8)
        case .boolean(let value): hasher.combine(value)
        case .currentDate: hasher.combine(2 as UInt8)
        case .currentTime: hasher.combine(3 as UInt8)
        case .currentTimestamp: hasher.combine(4 as UInt8)
        }
    }
}
