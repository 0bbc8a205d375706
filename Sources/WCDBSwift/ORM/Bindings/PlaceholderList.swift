/// The list of a ``PlaceholderDecoder``: it is empty, and yet has values for those who count on
/// some, as a pair of coordinates does.
///
/// **Always true.** They come to an end: some read until there is nothing more.
struct PlaceholderList: UnkeyedDecodingContainer {
    private static let length = 64

    let decoder: PlaceholderDecoder
    private(set) var currentIndex = 0

    init(decoder: PlaceholderDecoder) { self.decoder = decoder }

    var codingPath: [any CodingKey] { [] }
    var count: Int? { 0 }
    var isAtEnd: Bool { true }

    private mutating func advance() throws {
        guard currentIndex < PlaceholderList.length else {
            throw DecodingError.valueNotFound(
                Any.self, .init(codingPath: [], debugDescription: "The list is over."))
        }
        currentIndex += 1
    }

    mutating func decodeNil() throws -> Bool {
        try advance()
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try advance()
        return try PlaceholderValue(decoder: decoder).decode(type)
    }

    private mutating func nested() throws -> PlaceholderDecoder {
        try advance()
        return decoder.nested()
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> { try nested().container(keyedBy: type) }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try nested().unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder { try nested() }
}
