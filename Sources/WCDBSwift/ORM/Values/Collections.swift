import Foundation

// Collections are stored as JSON.

extension Array: ColumnCodableBase, ColumnEncodable, ColumnDecodable where Element: Codable {
    /// JSON is stored as bytes.
    ///
    /// ```swift
    /// [String].columnType  // BLOB
    /// ```
    public static var columnType: ColumnType { .BLOB }

    /// Reads JSON; nil if it does not fit.
    ///
    /// ```swift
    /// [Int](with: Value("[1, 2]"))  // [1, 2]
    /// [Int](with: Value("none"))    // nil
    /// ```
    public init?(with value: Value) {
        guard let decoded = value.decodeJSON(Self.self) else { return nil }
        self = decoded
    }

    /// The JSON of the array.
    ///
    /// ```swift
    /// ["shop", "home"].archivedValue().stringValue  // ["shop","home"]
    /// ```
    public func archivedValue() -> Value { Value(json: self) }
}

extension Set: ColumnCodableBase, ColumnEncodable, ColumnDecodable where Element: Codable {
    /// JSON is stored as bytes.
    ///
    /// ```swift
    /// Set<Int>.columnType  // BLOB
    /// ```
    public static var columnType: ColumnType { .BLOB }

    /// Reads JSON; nil if it does not fit.
    ///
    /// ```swift
    /// Set<Int>(with: Value("[1, 1, 2]"))?.count  // 2
    /// ```
    public init?(with value: Value) {
        guard let decoded = value.decodeJSON(Self.self) else { return nil }
        self = decoded
    }

    /// The JSON of the set.
    ///
    /// ```swift
    /// Set([7]).archivedValue().stringValue  // [7]
    /// ```
    public func archivedValue() -> Value { Value(json: self) }
}

extension Dictionary: ColumnCodableBase, ColumnEncodable, ColumnDecodable
where Key: Codable, Value: Codable {
    /// JSON is stored as bytes.
    ///
    /// ```swift
    /// [String: Int].columnType  // BLOB
    /// ```
    public static var columnType: ColumnType { .BLOB }

    /// Reads JSON; nil if it does not fit.
    ///
    /// ```swift
    /// let prices = [String: Double](with: Value("{\"tea\": 2.5}"))
    /// prices?["tea"]  // 2.5
    /// ```
    public init?(with value: WCDBSwift.Value) {
        guard let decoded = value.decodeJSON(Self.self) else { return nil }
        self = decoded
    }

    /// The JSON of the dictionary.
    ///
    /// ```swift
    /// ["tea": 2.5].archivedValue().stringValue  // {"tea":2.5}
    /// ```
    public func archivedValue() -> WCDBSwift.Value { WCDBSwift.Value(json: self) }
}
