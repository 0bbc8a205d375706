/// Anything that has a type as a column.
///
/// ```swift
/// let types: [any ColumnCodableBase.Type] = [Int.self, String.self, Date.self]
/// types.map { "\($0.columnType)" }  // ["integer64", "text", "float"]
/// ```
public protocol ColumnCodableBase: SendableMetatype {
    /// The type of a column that stores it.
    ///
    /// ```swift
    /// Date.columnType  // float
    /// ```
    static var columnType: ColumnType { get }
}

/// Anything that can be stored in a column.
///
/// ```swift
/// /// A colour, stored as the number of its bits.
/// struct Colour: ColumnEncodable {
///     var bits: Int
///     static var columnType: ColumnType { .integer64 }
///     func archivedValue() -> Value { Value(bits) }
/// }
/// ```
public protocol ColumnEncodable: Encodable, ColumnCodableBase {
    /// The value as it is stored.
    ///
    /// ```swift
    /// Date(timeIntervalSince1970: 2.5).archivedValue().doubleValue  // 2.5
    /// ```
    func archivedValue() -> Value
}

/// Anything that can be read from a column.
///
/// ```swift
/// /// A colour, read from the number of its bits.
/// struct Colour: ColumnDecodable {
///     var bits: Int
///     static var columnType: ColumnType { .integer64 }
///     init?(with value: Value) {
///         guard (0..<1 << 24).contains(value.intValue) else { return nil }
///         bits = value.intValue
///     }
/// }
/// ```
public protocol ColumnDecodable: Decodable, ColumnCodableBase {
    /// Reads a stored value; nil if it does not fit.
    ///
    /// ```swift
    /// String(with: Value(Int64(7)))  // 7
    /// ```
    init?(with value: Value)
}

/// What can be stored in a column and read from one.
///
/// ```swift
/// enum Mood: Int, ColumnCodable {
///     case sad, happy
///     static var columnType: ColumnType { .integer64 }
///     func archivedValue() -> Value { Value(rawValue) }
///     init?(with value: Value) { self.init(rawValue: value.intValue) }
/// }
/// ```
public typealias ColumnCodable = ColumnEncodable & ColumnDecodable

extension ColumnEncodable where Self: LiteralValueConvertible {
    /// The stored value as a constant.
    ///
    /// ```swift
    /// Date(timeIntervalSince1970: 2.5).asLiteralValue()  // 2.5
    /// ```
    public func asLiteralValue() -> LiteralValue { LiteralValue(archivedValue()) }
}
