public import Foundation

/// A value as a database stores it: an integer, a number, a text, bytes, or nothing.
///
/// ```swift
/// Value("12").intValue   // 12
/// Value(nil).type        // null
/// ```
///
/// Reading it as another class converts it; what cannot be converted is 0, empty, or the nearest
/// number there is.
public struct Value: Sendable {
    package enum Content: Sendable {
        case integer(Int64)
        case real(Double)
        case text(String)
        case blob(Data)
        case null
    }

    /// The class of the value.
    public let type: ColumnType
    package let content: Content

    /// Nothing.
    public init(_ _: Void? = nil) {
        type = .null
        content = .null
    }

    /// An integer.
    public init(_ value: Int32) {
        type = .integer32
        content = .integer(Int64(value))
    }

    /// An integer.
    public init(_ value: Int64) {
        type = .integer64
        content = .integer(value)
    }

    /// A number.
    public init(_ value: Double) {
        type = .float
        content = .real(value)
    }

    /// A text.
    public init(_ value: String) {
        type = .text
        content = .text(value)
    }

    /// Bytes.
    public init(_ value: Data) {
        type = .BLOB
        content = .blob(value)
    }

    /// What the value is stored as.
    public init<T: ColumnEncodable>(_ encodedValue: T) { self = encodedValue.archivedValue() }
}

/// The name of ``Value`` in older programs.
public typealias FundamentalValue = Value
/// The values of one column.
public typealias OneColumnValue = [Value]
/// The values of one row.
public typealias OneRowValue = [Value]
/// The values of many rows.
public typealias MultiRowsValue = [OneRowValue]

extension Array where Element == [Value] {
    /// The value in that row and column.
    public subscript(row row: Array.Index, column column: Array<Value>.Index) -> Value {
        self[row][column]
    }

    /// The values of that row.
    public subscript(row row: Array.Index) -> OneColumnValue { self[row] }
}
