import WCDBSQL

// Integers and Booleans. Unsigned ones are stored by their bits: the upper half is negative.

extension Bool: ColumnCodable, LiteralValueConvertible {
    /// How it is stored.
    public static var columnType: ColumnType { .integer32 }

    /// Reads a stored value.
    public init?(with value: Value) { self = value.int32Value != 0 }

    /// The value as it is stored.
    public func archivedValue() -> Value { Value(Int32(self ? 1 : 0)) }

    /// What the constant says.
    public var expressionSyntax: ExpressionSyntax { ExpressionSyntax(.integer(self ? 1 : 0)) }
}

extension Int8: ColumnCodable, LiteralValueConvertible {
    /// How it is stored.
    public static var columnType: ColumnType { .integer32 }

    /// Reads a stored value.
    public init?(with value: Value) { self.init(truncatingIfNeeded: value.int32Value) }

    /// The value as it is stored.
    public func archivedValue() -> Value { Value(Int32(self)) }

    /// What the constant says.
    public var expressionSyntax: ExpressionSyntax { ExpressionSyntax(.integer(Int64(self))) }
}

extension Int16: ColumnCodable, LiteralValueConvertible {
    /// How it is stored.
    public static var columnType: ColumnType { .integer32 }

    /// Reads a stored value.
    public init?(with value: Value) { self.init(truncatingIfNeeded: value.int32Value) }

    /// The value as it is stored.
    public func archivedValue() -> Value { Value(Int32(self)) }

    /// What the constant says.
    public var expressionSyntax: ExpressionSyntax { ExpressionSyntax(.integer(Int64(self))) }
}

extension Int32: ColumnCodable, LiteralValueConvertible {
    /// How it is stored.
    public static var columnType: ColumnType { .integer32 }

    /// Reads a stored value.
    public init?(with value: Value) { self = value.int32Value }

    /// The value as it is stored.
    public func archivedValue() -> Value { Value(self) }

    /// What the constant says.
    public var expressionSyntax: ExpressionSyntax { ExpressionSyntax(.integer(Int64(self))) }
}

extension UInt8: ColumnCodable, LiteralValueConvertible {
    /// How it is stored.
    public static var columnType: ColumnType { .integer32 }

    /// Reads a stored value.
    public init?(with value: Value) { self.init(truncatingIfNeeded: value.int32Value) }

    /// The value as it is stored.
    public func archivedValue() -> Value { Value(Int32(self)) }

    /// What the constant says.
    public var expressionSyntax: ExpressionSyntax { ExpressionSyntax(.integer(Int64(self))) }
}

extension UInt16: ColumnCodable, LiteralValueConvertible {
    /// How it is stored.
    public static var columnType: ColumnType { .integer32 }

    /// Reads a stored value.
    public init?(with value: Value) { self.init(truncatingIfNeeded: value.int32Value) }

    /// The value as it is stored.
    public func archivedValue() -> Value { Value(Int32(self)) }

    /// What the constant says.
    public var expressionSyntax: ExpressionSyntax { ExpressionSyntax(.integer(Int64(self))) }
}

extension UInt32: ColumnCodable, LiteralValueConvertible {
    /// How it is stored.
    public static var columnType: ColumnType { .integer32 }

    /// Reads a stored value.
    public init?(with value: Value) { self.init(truncatingIfNeeded: value.int32Value) }

    /// The value as it is stored.
    public func archivedValue() -> Value { Value(Int32(bitPattern: self)) }

    /// What the constant says.
    public var expressionSyntax: ExpressionSyntax {
        ExpressionSyntax(.integer(Int64(Int32(bitPattern: self))))
    }
}

extension Int: ColumnCodable, LiteralValueConvertible {
    /// How it is stored.
    public static var columnType: ColumnType { .integer64 }

    /// Reads a stored value.
    public init?(with value: Value) { self.init(truncatingIfNeeded: value.int64Value) }

    /// The value as it is stored.
    public func archivedValue() -> Value { Value(Int64(self)) }

    /// What the constant says.
    public var expressionSyntax: ExpressionSyntax { ExpressionSyntax(.integer(Int64(self))) }
}

extension Int64: ColumnCodable, LiteralValueConvertible {
    /// How it is stored.
    public static var columnType: ColumnType { .integer64 }

    /// Reads a stored value.
    public init?(with value: Value) { self = value.int64Value }

    /// The value as it is stored.
    public func archivedValue() -> Value { Value(self) }

    /// What the constant says.
    public var expressionSyntax: ExpressionSyntax { ExpressionSyntax(.integer(self)) }
}

extension UInt: ColumnCodable, LiteralValueConvertible {
    /// How it is stored.
    public static var columnType: ColumnType { .integer64 }

    /// Reads a stored value.
    public init?(with value: Value) { self.init(truncatingIfNeeded: value.int64Value) }

    /// The value as it is stored.
    public func archivedValue() -> Value { Value(Int64(truncatingIfNeeded: self)) }

    /// What the constant says.
    public var expressionSyntax: ExpressionSyntax {
        ExpressionSyntax(.integer(Int64(truncatingIfNeeded: self)))
    }
}

extension UInt64: ColumnCodable, LiteralValueConvertible {
    /// How it is stored.
    public static var columnType: ColumnType { .integer64 }

    /// Reads a stored value.
    public init?(with value: Value) { self.init(truncatingIfNeeded: value.int64Value) }

    /// The value as it is stored.
    public func archivedValue() -> Value { Value(Int64(bitPattern: self)) }

    /// What the constant says.
    public var expressionSyntax: ExpressionSyntax {
        ExpressionSyntax(.integer(Int64(bitPattern: self)))
    }
}
