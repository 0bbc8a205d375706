/// The single value of a ``PlaceholderDecoder``: that of its sample.
struct PlaceholderValue: SingleValueDecodingContainer {
    let decoder: PlaceholderDecoder

    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { true }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try decoder.sample.plainValue(type) ?? decoder.value(of: type)
    }
}
