import Foundation

/// What is stored in a column as JSON.
public protocol ColumnJSONEncodable: ColumnEncodable {}

/// What is read from a column as JSON.
public protocol ColumnJSONDecodable: ColumnDecodable {}

/// What is stored in a column as JSON and read from there.
///
/// ```swift
/// struct Size: ColumnJSONCodable { var width = 0.0, height = 0.0 }
/// ```
public protocol ColumnJSONCodable: ColumnJSONEncodable, ColumnJSONDecodable {}

extension ColumnJSONEncodable {
    /// The JSON of the value; nothing if it cannot be encoded.
    public func archivedValue() -> Value { Value(json: self) }
}

extension ColumnJSONDecodable {
    /// Reads JSON; nil if it does not fit.
    public init?(with value: Value) {
        guard let decoded = value.decodeJSON(Self.self) else { return nil }
        self = decoded
    }
}

extension ColumnJSONCodable {
    /// JSON is stored as bytes.
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

    func decodeJSON<Decoded: Decodable>(_ type: Decoded.Type) -> Decoded? {
        try? JSONDecoder().decode(type, from: dataValue)
    }
}
