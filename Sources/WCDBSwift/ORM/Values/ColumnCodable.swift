/// What has a type as a column.
public protocol ColumnCodableBase: SendableMetatype {
    /// The type of a column that stores it.
    static var columnType: ColumnType { get }
}

/// What can be stored in a column.
public protocol ColumnEncodable: Encodable, ColumnCodableBase {
    /// The value as it is stored.
    func archivedValue() -> Value
}

/// What can be read from a column.
public protocol ColumnDecodable: Decodable, ColumnCodableBase {
    /// Reads a stored value; nil if it does not fit.
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
    public func asLiteralValue() -> LiteralValue { LiteralValue(archivedValue()) }
}
