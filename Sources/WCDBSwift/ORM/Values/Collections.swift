import Foundation

// Collections are stored as JSON.

extension Array: ColumnCodableBase, ColumnEncodable, ColumnDecodable where Element: Codable {
    /// JSON is stored as bytes.
    public static var columnType: ColumnType { .BLOB }

    /// Reads JSON; nil if it does not fit.
    public init?(with value: Value) {
        guard let decoded = value.decodeJSON(Self.self) else { return nil }
        self = decoded
    }

    /// The JSON of the array.
    public func archivedValue() -> Value { Value(json: self) }
}

extension Set: ColumnCodableBase, ColumnEncodable, ColumnDecodable where Element: Codable {
    /// JSON is stored as bytes.
    public static var columnType: ColumnType { .BLOB }

    /// Reads JSON; nil if it does not fit.
    public init?(with value: Value) {
        guard let decoded = value.decodeJSON(Self.self) else { return nil }
        self = decoded
    }

    /// The JSON of the set.
    public func archivedValue() -> Value { Value(json: self) }
}

extension Dictionary: ColumnCodableBase, ColumnEncodable, ColumnDecodable
where Key: Codable, Value: Codable {
    /// JSON is stored as bytes.
    public static var columnType: ColumnType { .BLOB }

    /// Reads JSON; nil if it does not fit.
    public init?(with value: WCDBSwift.Value) {
        guard let decoded = value.decodeJSON(Self.self) else { return nil }
        self = decoded
    }

    /// The JSON of the dictionary.
    public func archivedValue() -> WCDBSwift.Value { WCDBSwift.Value(json: self) }
}
