import WCDBSQL

// Integers and Booleans. Unsigned ones are stored by their bits: the upper half is negative.

extension Bool: ColumnCodable, LiteralValueConvertible {
    /// The column type of a `Bool`: an integer, 0 or 1.
    ///
    /// ```swift
    /// Bool.columnType  // integer32
    /// ```
    public static var columnType: ColumnType { .integer32 }

    /// Reads a stored value.
    ///
    /// ```swift
    /// Bool(with: Value(Int32(2)))  // true
    /// ```
    public init?(with value: Value) { self = value.int32Value != 0 }

    /// The value as it is stored.
    ///
    /// ```swift
    /// true.archivedValue().intValue  // 1
    /// ```
    public func archivedValue() -> Value { Value(Int32(self ? 1 : 0)) }

    /// The value as an SQL literal: 1 or 0.
    ///
    /// ```swift
    /// Note.Properties.isDraft == true  // isDraft == 1
    /// ```
    public var expressionSyntax: ExpressionSyntax { ExpressionSyntax(.integer(self ? 1 : 0)) }
}

extension Int8: ColumnCodable, LiteralValueConvertible {
    /// The column type of an `Int8`: an integer.
    ///
    /// ```swift
    /// Int8.columnType  // integer32
    /// ```
    public static var columnType: ColumnType { .integer32 }

    /// Reads a stored value.
    ///
    /// ```swift
    /// Int8(with: Value(Int32(7)))    // 7
    /// Int8(with: Value(Int32(257)))  // 1
    /// ```
    public init?(with value: Value) { self.init(truncatingIfNeeded: value.int32Value) }

    /// The value as it is stored.
    ///
    /// ```swift
    /// Int8(-7).archivedValue().intValue  // -7
    /// ```
    public func archivedValue() -> Value { Value(Int32(self)) }

    /// The value as an SQL literal.
    ///
    /// ```swift
    /// Note.Properties.stars == Int8(5)  // stars == 5
    /// ```
    public var expressionSyntax: ExpressionSyntax { ExpressionSyntax(.integer(Int64(self))) }
}

extension Int16: ColumnCodable, LiteralValueConvertible {
    /// The column type of an `Int16`: an integer.
    ///
    /// ```swift
    /// Int16.columnType  // integer32
    /// ```
    public static var columnType: ColumnType { .integer32 }

    /// Reads a stored value.
    ///
    /// ```swift
    /// Int16(with: Value("300"))  // 300
    /// ```
    public init?(with value: Value) { self.init(truncatingIfNeeded: value.int32Value) }

    /// The value as it is stored.
    ///
    /// ```swift
    /// Int16(300).archivedValue().type  // integer32
    /// ```
    public func archivedValue() -> Value { Value(Int32(self)) }

    /// The value as an SQL literal.
    ///
    /// ```swift
    /// Note.Properties.stars == Int16(5)  // stars == 5
    /// ```
    public var expressionSyntax: ExpressionSyntax { ExpressionSyntax(.integer(Int64(self))) }
}

extension Int32: ColumnCodable, LiteralValueConvertible {
    /// The column type of an `Int32`: an integer.
    ///
    /// ```swift
    /// Int32.columnType  // integer32
    /// ```
    public static var columnType: ColumnType { .integer32 }

    /// Reads a stored value.
    ///
    /// ```swift
    /// Int32(with: Value("70000"))  // 70000
    /// ```
    public init?(with value: Value) { self = value.int32Value }

    /// The value as it is stored.
    ///
    /// ```swift
    /// Int32(70000).archivedValue().type  // integer32
    /// ```
    public func archivedValue() -> Value { Value(self) }

    /// The value as an SQL literal.
    ///
    /// ```swift
    /// Note.Properties.id == Int32(7)  // id == 7
    /// ```
    public var expressionSyntax: ExpressionSyntax { ExpressionSyntax(.integer(Int64(self))) }
}

extension UInt8: ColumnCodable, LiteralValueConvertible {
    /// The column type of a `UInt8`: an integer.
    ///
    /// ```swift
    /// UInt8.columnType  // integer32
    /// ```
    public static var columnType: ColumnType { .integer32 }

    /// Reads a stored value.
    ///
    /// ```swift
    /// UInt8(with: Value(Int32(255)))  // 255
    /// ```
    public init?(with value: Value) { self.init(truncatingIfNeeded: value.int32Value) }

    /// The value as it is stored.
    ///
    /// ```swift
    /// UInt8(255).archivedValue().intValue  // 255
    /// ```
    public func archivedValue() -> Value { Value(Int32(self)) }

    /// The value as an SQL literal.
    ///
    /// ```swift
    /// Note.Properties.stars == UInt8(5)  // stars == 5
    /// ```
    public var expressionSyntax: ExpressionSyntax { ExpressionSyntax(.integer(Int64(self))) }
}

extension UInt16: ColumnCodable, LiteralValueConvertible {
    /// The column type of a `UInt16`: an integer.
    ///
    /// ```swift
    /// UInt16.columnType  // integer32
    /// ```
    public static var columnType: ColumnType { .integer32 }

    /// Reads a stored value.
    ///
    /// ```swift
    /// UInt16(with: Value(Int32(65535)))  // 65535
    /// ```
    public init?(with value: Value) { self.init(truncatingIfNeeded: value.int32Value) }

    /// The value as it is stored.
    ///
    /// ```swift
    /// UInt16(65535).archivedValue().intValue  // 65535
    /// ```
    public func archivedValue() -> Value { Value(Int32(self)) }

    /// The value as an SQL literal.
    ///
    /// ```swift
    /// Note.Properties.stars == UInt16(5)  // stars == 5
    /// ```
    public var expressionSyntax: ExpressionSyntax { ExpressionSyntax(.integer(Int64(self))) }
}

extension UInt32: ColumnCodable, LiteralValueConvertible {
    /// The column type of a `UInt32`: an integer, negative where the number is above `Int32.max`.
    ///
    /// ```swift
    /// UInt32.columnType  // integer32
    /// ```
    public static var columnType: ColumnType { .integer32 }

    /// Reads a stored value.
    ///
    /// ```swift
    /// UInt32(with: Value(Int32(-1)))  // 4294967295
    /// ```
    public init?(with value: Value) { self.init(truncatingIfNeeded: value.int32Value) }

    /// The value as it is stored.
    ///
    /// ```swift
    /// UInt32.max.archivedValue().intValue  // -1
    /// ```
    public func archivedValue() -> Value { Value(Int32(bitPattern: self)) }

    /// The value as an SQL literal: the integer that is stored.
    ///
    /// ```swift
    /// Note.Properties.id == UInt32.max  // id == -1
    /// ```
    public var expressionSyntax: ExpressionSyntax {
        ExpressionSyntax(.integer(Int64(Int32(bitPattern: self))))
    }
}

extension Int: ColumnCodable, LiteralValueConvertible {
    /// The column type of an `Int`: an integer.
    ///
    /// ```swift
    /// Int.columnType  // integer64
    /// ```
    public static var columnType: ColumnType { .integer64 }

    /// Reads a stored value.
    ///
    /// ```swift
    /// Int(with: Value("12"))      // 12
    /// Int(with: Value("twelve"))  // 0
    /// ```
    public init?(with value: Value) { self.init(truncatingIfNeeded: value.int64Value) }

    /// The value as it is stored.
    ///
    /// ```swift
    /// 12.archivedValue().type  // integer64
    /// ```
    public func archivedValue() -> Value { Value(Int64(self)) }

    /// The value as an SQL literal.
    ///
    /// ```swift
    /// Note.Properties.id == 7  // id == 7
    /// ```
    public var expressionSyntax: ExpressionSyntax { ExpressionSyntax(.integer(Int64(self))) }
}

extension Int64: ColumnCodable, LiteralValueConvertible {
    /// The column type of an `Int64`: an integer.
    ///
    /// ```swift
    /// Int64.columnType  // integer64
    /// ```
    public static var columnType: ColumnType { .integer64 }

    /// Reads a stored value.
    ///
    /// ```swift
    /// Int64(with: Value(2.9))  // 2
    /// ```
    public init?(with value: Value) { self = value.int64Value }

    /// The value as it is stored.
    ///
    /// ```swift
    /// Int64(12).archivedValue().type  // integer64
    /// ```
    public func archivedValue() -> Value { Value(self) }

    /// The value as an SQL literal.
    ///
    /// ```swift
    /// Note.Properties.id == Int64(7)  // id == 7
    /// ```
    public var expressionSyntax: ExpressionSyntax { ExpressionSyntax(.integer(self)) }
}

extension UInt: ColumnCodable, LiteralValueConvertible {
    /// The column type of a `UInt`: an integer, negative where the number is above `Int64.max`.
    ///
    /// ```swift
    /// UInt.columnType  // integer64
    /// ```
    public static var columnType: ColumnType { .integer64 }

    /// Reads a stored value.
    ///
    /// ```swift
    /// UInt(with: Value(Int64(7)))  // 7
    /// ```
    public init?(with value: Value) { self.init(truncatingIfNeeded: value.int64Value) }

    /// The value as it is stored.
    ///
    /// ```swift
    /// UInt.max.archivedValue().intValue  // -1
    /// ```
    public func archivedValue() -> Value { Value(Int64(truncatingIfNeeded: self)) }

    /// The value as an SQL literal: the integer that is stored.
    ///
    /// ```swift
    /// Note.Properties.id == UInt(7)  // id == 7
    /// ```
    public var expressionSyntax: ExpressionSyntax {
        ExpressionSyntax(.integer(Int64(truncatingIfNeeded: self)))
    }
}

extension UInt64: ColumnCodable, LiteralValueConvertible {
    /// The column type of a `UInt64`: an integer, negative where the number is above `Int64.max`.
    ///
    /// ```swift
    /// UInt64.columnType  // integer64
    /// ```
    public static var columnType: ColumnType { .integer64 }

    /// Reads a stored value.
    ///
    /// ```swift
    /// UInt64(with: Value(Int64(-1)))  // 18446744073709551615
    /// ```
    public init?(with value: Value) { self.init(truncatingIfNeeded: value.int64Value) }

    /// The value as it is stored.
    ///
    /// ```swift
    /// UInt64.max.archivedValue().int64Value  // -1
    /// ```
    public func archivedValue() -> Value { Value(Int64(bitPattern: self)) }

    /// The value as an SQL literal: the integer that is stored.
    ///
    /// ```swift
    /// Note.Properties.id == UInt64(7)  // id == 7
    /// ```
    public var expressionSyntax: ExpressionSyntax {
        ExpressionSyntax(.integer(Int64(bitPattern: self)))
    }
}
