/// The list of a ``PlaceholderDecoder``: it is empty, and yet has a value for those who count on
/// one, as a pair of coordinates does.
struct PlaceholderList: UnkeyedDecodingContainer {
    let decoder: PlaceholderDecoder

    var codingPath: [any CodingKey] { [] }
    var count: Int? { 0 }
    var isAtEnd: Bool { true }
    var currentIndex: Int { 0 }

    mutating func decodeNil() -> Bool { true }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try PlaceholderValue(decoder: decoder).decode(type)
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) -> KeyedDecodingContainer<Nested> { decoder.nested().container(keyedBy: type) }

    mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer {
        decoder.nested().unkeyedContainer()
    }

    mutating func superDecoder() -> any Decoder { decoder.nested() }
}
