public import Foundation
package import WCDBSQL

/// A constant in a statement.
///
/// ```swift
/// LiteralValue("it's")        // 'it''s'
/// LiteralValue(nil)           // NULL
/// let flag: LiteralValue = true  // TRUE
/// ```
public final class LiteralValue: Identifier, LiteralValueConvertible, Sendable {
    package let literal: Literal

    package init(_ literal: Literal) { self.literal = literal }

    /// The integer.
    ///
    /// ```swift
    /// LiteralValue(Int32(3))  // 3
    /// ```
    public convenience init(_ value: Int32) { self.init(.integer(Int64(value))) }

    /// The integer.
    ///
    /// ```swift
    /// LiteralValue(Int64.max)  // 9223372036854775807
    /// ```
    public convenience init(_ value: Int64) { self.init(.integer(value)) }

    /// `TRUE` or `FALSE`.
    ///
    /// ```swift
    /// LiteralValue(false)  // FALSE
    /// ```
    public convenience init(_ value: Bool) { self.init(.boolean(value)) }

    /// The number. There is no NaN in SQL; it becomes `NULL`.
    ///
    /// ```swift
    /// LiteralValue(0.5)  // 0.5
    /// LiteralValue(Double.nan)  // NULL
    /// ```
    public convenience init(_ value: Double) { self.init(value.isNaN ? .null : .real(value)) }

    /// The text.
    ///
    /// ```swift
    /// LiteralValue("it's")  // 'it''s'
    /// ```
    public convenience init(_ value: String) { self.init(.text(value)) }

    /// The bytes.
    ///
    /// ```swift
    /// LiteralValue(Data([0xCA, 0xFE]))  // X'CAFE'
    /// ```
    public convenience init(_ value: Data) { self.init(.blob([UInt8](value))) }

    /// `NULL`.
    ///
    /// ```swift
    /// LiteralValue(nil)  // NULL
    /// ```
    public convenience init(_ value: Void?) { self.init(.null) }

    /// The time at which the statement runs.
    ///
    /// ```swift
    /// Column(named: "alarm") < LiteralValue.currentTime()  // alarm < CURRENT_TIME
    /// ```
    public static func currentTime() -> LiteralValue { LiteralValue(.currentTime) }

    /// The day at which the statement runs.
    ///
    /// ```swift
    /// Column(named: "day") == LiteralValue.currentDate()  // day == CURRENT_DATE
    /// ```
    public static func currentDate() -> LiteralValue { LiteralValue(.currentDate) }

    /// The day and time at which the statement runs.
    ///
    /// ```swift
    /// Column(named: "at").asDef(with: .text).makeDefault(to: LiteralValue.currentTimestamp())
    /// // at TEXT DEFAULT CURRENT_TIMESTAMP
    /// ```
    public static func currentTimestamp() -> LiteralValue { LiteralValue(.currentTimestamp) }

    /// This constant.
    public func asLiteralValue() -> LiteralValue { self }

    /// The constant as an SQL literal.
    public var expressionSyntax: ExpressionSyntax { ExpressionSyntax(.literal(literal)) }

    /// The constant as SQL.
    public var description: String { literal.sql }
}

extension LiteralValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral
{
    /// `NULL`.
    public convenience init(nilLiteral: ()) { self.init(.null) }

    /// `TRUE` or `FALSE`.
    public convenience init(booleanLiteral value: Bool) { self.init(.boolean(value)) }

    /// The integer.
    public convenience init(integerLiteral value: Int) { self.init(.integer(Int64(value))) }

    /// The number.
    public convenience init(floatLiteral value: Double) { self.init(.real(value)) }

    /// The text.
    public convenience init(stringLiteral value: String) { self.init(.text(value)) }
}
