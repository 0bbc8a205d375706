public import Foundation
import WCDBSQL

// Numbers, texts, bytes, and what is stored as one of them.

extension Float: ColumnCodable, LiteralValueConvertible {
    /// How it is stored.
    public static var columnType: ColumnType { .float }

    /// Reads a stored value.
    public init?(with value: Value) { self.init(value.doubleValue) }

    /// The value as it is stored.
    public func archivedValue() -> Value { Value(Double(self)) }

    /// What the constant says.
    public var expressionSyntax: ExpressionSyntax { ExpressionSyntax(.real(Double(self))) }
}

extension Double: ColumnCodable, LiteralValueConvertible {
    /// How it is stored.
    public static var columnType: ColumnType { .float }

    /// Reads a stored value.
    public init?(with value: Value) { self = value.doubleValue }

    /// The value as it is stored.
    public func archivedValue() -> Value { Value(self) }

    /// What the constant says.
    public var expressionSyntax: ExpressionSyntax { ExpressionSyntax(.real(self)) }
}

extension String: ColumnCodable, LiteralValueConvertible {
    /// How it is stored.
    public static var columnType: ColumnType { .text }

    /// Reads a stored value.
    public init?(with value: Value) { self = value.stringValue }

    /// The value as it is stored.
    public func archivedValue() -> Value { Value(self) }

    /// What the constant says.
    public var expressionSyntax: ExpressionSyntax { ExpressionSyntax(.text(self)) }
}

extension Data: ColumnCodable, LiteralValueConvertible {
    /// How it is stored.
    public static var columnType: ColumnType { .BLOB }

    /// Reads a stored value.
    public init?(with value: Value) { self = value.dataValue }

    /// The value as it is stored.
    public func archivedValue() -> Value { Value(self) }

    /// What the constant says.
    public var expressionSyntax: ExpressionSyntax {
        ExpressionSyntax(.literal(.blob([UInt8](self))))
    }
}

extension Date: ColumnCodable, LiteralValueConvertible {
    /// How it is stored.
    public static var columnType: ColumnType { .float }

    /// Reads a stored value.
    public init?(with value: Value) { self.init(timeIntervalSince1970: value.doubleValue) }

    /// The value as it is stored.
    public func archivedValue() -> Value { Value(timeIntervalSince1970) }

    /// What the constant says.
    public var expressionSyntax: ExpressionSyntax { ExpressionSyntax(.real(timeIntervalSince1970)) }
}

extension URL: ColumnCodable, LiteralValueConvertible {
    /// How it is stored.
    public static var columnType: ColumnType { .text }

    /// Reads a stored value.
    public init?(with value: Value) { self.init(string: value.stringValue) }

    /// The value as it is stored.
    public func archivedValue() -> Value { Value(absoluteString) }

    /// What the constant says.
    public var expressionSyntax: ExpressionSyntax { ExpressionSyntax(.text(absoluteString)) }
}
