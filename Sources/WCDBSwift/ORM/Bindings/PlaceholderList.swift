/// The list of a ``PlaceholderDecoder``: it is empty.
struct PlaceholderList: UnkeyedDecodingContainer {
    let decoder: PlaceholderDecoder

    var codingPath: [any CodingKey] { [] }
    var count: Int? { 0 }
    var isAtEnd: Bool { true }
    var currentIndex: Int { 0 }

    mutating func decodeNil() throws -> Bool { throw PlaceholderFailure(type: Void.self) }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        throw PlaceholderFailure(type: type)
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        throw PlaceholderFailure(type: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw PlaceholderFailure(type: Void.self)
    }

    mutating func superDecoder() throws -> any Decoder { throw PlaceholderFailure(type: Void.self) }
}
