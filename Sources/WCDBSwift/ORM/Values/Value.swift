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
    ///
    /// ```swift
    /// Value("12").type  // text
    /// ```
    public let type: ColumnType
    package let content: Content

    /// Nothing.
    ///
    /// ```swift
    /// Value().type     // null
    /// Value(nil).type  // null
    /// ```
    public init(_ _: Void? = nil) {
        type = .null
        content = .null
    }

    /// An integer.
    ///
    /// ```swift
    /// Value(Int32(7)).type  // integer32
    /// ```
    public init(_ value: Int32) {
        type = .integer32
        content = .integer(Int64(value))
    }

    /// An integer.
    ///
    /// ```swift
    /// Value(Int64(7)).type  // integer64
    /// ```
    public init(_ value: Int64) {
        type = .integer64
        content = .integer(value)
    }

    /// A number.
    ///
    /// ```swift
    /// Value(0.5).stringValue  // 0.5
    /// ```
    public init(_ value: Double) {
        type = .float
        content = .real(value)
    }

    /// A text.
    ///
    /// ```swift
    /// Value("Buy milk").stringValue  // Buy milk
    /// ```
    public init(_ value: String) {
        type = .text
        content = .text(value)
    }

    /// Bytes.
    ///
    /// ```swift
    /// Value(Data([0xCA, 0xFE])).dataValue.count  // 2
    /// ```
    public init(_ value: Data) {
        type = .BLOB
        content = .blob(value)
    }

    /// What the value is stored as.
    ///
    /// ```swift
    /// Value(true).intValue              // 1
    /// Value(["shop"]).stringValue       // ["shop"]
    /// Value(note.created).doubleValue   // 0.0
    /// ```
    public init<T: ColumnEncodable>(_ encodedValue: T) { self = encodedValue.archivedValue() }
}

/// The name of ``Value`` in older programs.
///
/// ```swift
/// let value: FundamentalValue = try database.getValue(
///     on: Note.Properties.id.max(), fromTable: "notes")
/// ```
public typealias FundamentalValue = Value
/// The values of one column.
///
/// ```swift
/// let ids: OneColumnValue = try database.getColumn(on: Note.Properties.id, fromTable: "notes")
/// ids.map(\.intValue)  // [7, 8, 9]
/// ```
public typealias OneColumnValue = [Value]
/// The values of one row.
///
/// ```swift
/// let row: OneRowValue = try database.getRow(
///     on: Note.Properties.id, Note.Properties.title, fromTable: "notes")
/// row[1].stringValue  // Milk
/// ```
public typealias OneRowValue = [Value]
/// The values of many rows.
///
/// ```swift
/// let rows: MultiRowsValue = try database.getRows(
///     on: Note.Properties.id, Note.Properties.title, fromTable: "notes")
/// rows.map { $0[1].stringValue }  // ["Milk", "Bread", "Idea"]
/// ```
public typealias MultiRowsValue = [OneRowValue]

extension Array where Element == [Value] {
    /// The value in that row and column.
    ///
    /// ```swift
    /// let rows = try database.getRows(
    ///     on: Note.Properties.id, Note.Properties.title, fromTable: "notes")
    /// rows[row: 2, column: 1].stringValue  // Idea
    /// ```
    public subscript(row row: Array.Index, column column: Array<Value>.Index) -> Value {
        self[row][column]
    }

    /// The values of that row.
    ///
    /// ```swift
    /// let rows = try database.getRows(
    ///     on: Note.Properties.id, Note.Properties.title, fromTable: "notes")
    /// rows[row: 2].count  // 2
    /// ```
    public subscript(row row: Array.Index) -> OneColumnValue { self[row] }
}
