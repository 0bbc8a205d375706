import Foundation

/// Anything that is stored in a column as JSON.
///
/// ```swift
/// struct Size: ColumnJSONEncodable {
///     var width = 0.0
///     static var columnType: ColumnType { .text }
/// }
/// ```
public protocol ColumnJSONEncodable: ColumnEncodable {}

/// Anything that is read from a column as JSON.
///
/// ```swift
/// struct Size: ColumnJSONDecodable {
///     var width = 0.0
///     static var columnType: ColumnType { .text }
/// }
/// Size(with: Value("{\"width\": 2.5}"))?.width  // 2.5
/// ```
public protocol ColumnJSONDecodable: ColumnDecodable {}

/// Anything that is stored in a column as JSON and read from there.
///
/// ```swift
/// struct Size: ColumnJSONCodable { var width = 0.0, height = 0.0 }
/// ```
public protocol ColumnJSONCodable: ColumnJSONEncodable, ColumnJSONDecodable {}

extension ColumnJSONEncodable {
    /// The JSON of the value; nothing if it cannot be encoded.
    ///
    /// ```swift
    /// struct Size: ColumnJSONCodable { var width = 0.0 }
    /// Size(width: 2.5).archivedValue().stringValue  // {"width":2.5}
    /// ```
    public func archivedValue() -> Value { Value(json: self) }
}

extension ColumnJSONDecodable {
    /// Reads JSON; nil if it does not fit.
    ///
    /// ```swift
    /// struct Size: ColumnJSONCodable { var width = 0.0 }
    /// Size(with: Value("{\"width\": 2.5}"))?.width  // 2.5
    /// ```
    public init?(with value: Value) {
        guard let decoded = value.decodeJSON(Self.self) else { return nil }
        self = decoded
    }
}

extension ColumnJSONCodable {
    /// JSON is stored as bytes.
    ///
    /// ```swift
    /// struct Size: ColumnJSONCodable { var width = 0.0 }
    /// Size.columnType  // BLOB
    /// ```
    public static var columnType: ColumnType { .BLOB }
}

extension Value {
    /// The JSON of the value; nothing if it cannot be encoded.
    init(json value: some Encodable) {
        if let data = try? JSONEncoder().encode(value) {
            self.init(data)
        } else {
            self.init()
        }
    }

    /// Why the JSON of something is missing that was stored as nothing; nil if it is not.
    static func jsonProblem(of value: some ColumnEncodable, storedAs stored: Value) -> String? {
        guard case .null = stored.content,
            value is any ColumnJSONEncodable || value is any StoredAsJSON
        else { return nil }
        do {
            _ = try JSONEncoder().encode(value)
            return nil
        } catch {
            return "The value cannot be written as JSON: \(error)"
        }
    }

    func decodeJSON<Decoded: Decodable>(_ type: Decoded.Type) -> Decoded? {
        try? JSONDecoder().decode(type, from: dataValue)
    }
}

/// Types of the standard library that are stored as JSON.
protocol StoredAsJSON {}
extension Array: StoredAsJSON where Element: Codable {}
extension Set: StoredAsJSON where Element: Codable {}
extension Dictionary: StoredAsJSON where Key: Codable, Value: Codable {}
