public import Foundation
import WCDBSQL

// Numbers, texts, bytes, and what is stored as one of them.

extension Float: ColumnCodable, LiteralValueConvertible {
    /// The column type of a `Float`: a number with a fraction.
    ///
    /// ```swift
    /// Float.columnType  // float
    /// ```
    public static var columnType: ColumnType { .float }

    /// Reads a stored value.
    ///
    /// ```swift
    /// Float(with: Value("2.5"))  // 2.5
    /// ```
    public init?(with value: Value) { self.init(value.doubleValue) }

    /// The value as it is stored. NaN becomes NULL, for SQL has none: it is read as 0, or as nil
    /// where the property is optional.
    ///
    /// ```swift
    /// Float(2.5).archivedValue().doubleValue  // 2.5
    /// ```
    public func archivedValue() -> Value { Value(Double(self)) }

    /// The value as an SQL literal.
    ///
    /// ```swift
    /// Note.Properties.stars > Float(2.5)  // stars > 2.5
    /// ```
    public var expressionSyntax: ExpressionSyntax { ExpressionSyntax(.real(Double(self))) }
}

extension Double: ColumnCodable, LiteralValueConvertible {
    /// The column type of a `Double`: a number with a fraction.
    ///
    /// ```swift
    /// Double.columnType  // float
    /// ```
    public static var columnType: ColumnType { .float }

    /// Reads a stored value.
    ///
    /// ```swift
    /// Double(with: Value("2.5"))  // 2.5
    /// ```
    public init?(with value: Value) { self = value.doubleValue }

    /// The value as it is stored. NaN becomes NULL, for SQL has none: it is read as 0, or as nil
    /// where the property is optional.
    ///
    /// ```swift
    /// 2.5.archivedValue().type  // float
    /// ```
    public func archivedValue() -> Value { Value(self) }

    /// The value as an SQL literal.
    ///
    /// ```swift
    /// Note.Properties.stars > 2.5  // stars > 2.5
    /// ```
    public var expressionSyntax: ExpressionSyntax { ExpressionSyntax(.real(self)) }
}

extension String: ColumnCodable, LiteralValueConvertible {
    /// The column type of a `String`: a text.
    ///
    /// ```swift
    /// String.columnType  // text
    /// ```
    public static var columnType: ColumnType { .text }

    /// Reads a stored value.
    ///
    /// ```swift
    /// String(with: Value(Int64(12)))  // 12
    /// ```
    public init?(with value: Value) { self = value.stringValue }

    /// The value as it is stored.
    ///
    /// ```swift
    /// "Milk".archivedValue().type  // text
    /// ```
    public func archivedValue() -> Value { Value(self) }

    /// The value as an SQL literal.
    ///
    /// ```swift
    /// Note.Properties.title == "it's"  // title == 'it''s'
    /// ```
    public var expressionSyntax: ExpressionSyntax { ExpressionSyntax(.text(self)) }
}

extension Data: ColumnCodable, LiteralValueConvertible {
    /// The column type of a `Data`: bytes.
    ///
    /// ```swift
    /// Data.columnType  // BLOB
    /// ```
    public static var columnType: ColumnType { .BLOB }

    /// Reads a stored value.
    ///
    /// ```swift
    /// Data(with: Value("abc"))?.count  // 3
    /// ```
    public init?(with value: Value) { self = value.dataValue }

    /// The value as it is stored.
    ///
    /// ```swift
    /// Data([0xCA, 0xFE]).archivedValue().type  // BLOB
    /// ```
    public func archivedValue() -> Value { Value(self) }

    /// The bytes as an SQL literal: `x'…'`.
    ///
    /// ```swift
    /// Note.Properties.text == Data([0xCA, 0xFE])  // text == X'CAFE'
    /// ```
    public var expressionSyntax: ExpressionSyntax {
        ExpressionSyntax(.literal(.blob([UInt8](self))))
    }
}

extension Date: ColumnCodable, LiteralValueConvertible {
    /// The column type of a `Date`: a number, the seconds since 1970.
    ///
    /// ```swift
    /// Date.columnType  // float
    /// ```
    public static var columnType: ColumnType { .float }

    /// Reads a stored value.
    ///
    /// ```swift
    /// Date(with: Value(60.5))?.timeIntervalSince1970  // 60.5
    /// ```
    public init?(with value: Value) { self.init(timeIntervalSince1970: value.doubleValue) }

    /// The value as it is stored.
    ///
    /// ```swift
    /// Date(timeIntervalSince1970: 60.5).archivedValue().doubleValue  // 60.5
    /// ```
    public func archivedValue() -> Value { Value(timeIntervalSince1970) }

    /// The date as an SQL literal: the seconds since 1970.
    ///
    /// ```swift
    /// Note.Properties.created > Date(timeIntervalSince1970: 60.5)  // created > 60.5
    /// ```
    public var expressionSyntax: ExpressionSyntax { ExpressionSyntax(.real(timeIntervalSince1970)) }
}

extension URL: ColumnCodable, LiteralValueConvertible {
    /// The column type of a `URL`: a text.
    ///
    /// ```swift
    /// URL.columnType  // text
    /// ```
    public static var columnType: ColumnType { .text }

    /// Reads a stored value.
    ///
    /// ```swift
    /// URL(with: Value("https://swift.org"))?.host  // swift.org
    /// ```
    public init?(with value: Value) { self.init(string: value.stringValue) }

    /// The value as it is stored.
    ///
    /// ```swift
    /// URL(fileURLWithPath: "/a").archivedValue().stringValue  // file:///a
    /// ```
    public func archivedValue() -> Value { Value(absoluteString) }

    /// The URL as an SQL literal: a text.
    ///
    /// ```swift
    /// Note.Properties.text == URL(fileURLWithPath: "/a")  // text == 'file:///a'
    /// ```
    public var expressionSyntax: ExpressionSyntax { ExpressionSyntax(.text(absoluteString)) }
}
