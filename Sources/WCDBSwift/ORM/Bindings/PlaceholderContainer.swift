/// The keyed container of a ``PlaceholderDecoder``.
struct PlaceholderContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: PlaceholderDecoder

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { decoder.keys(Key.self) }

    func contains(_ key: Key) -> Bool { decoder.record != nil }

    /// Not nil, so that whoever asks goes on and says the type.
    func decodeNil(forKey key: Key) -> Bool { false }

    private func note<Value>(_ key: Key, _ type: Value.Type) {
        decoder.record?.found.add(key.stringValue, type)
    }

    private func nothing<Value>(_ key: Key, _ type: Value.Type) -> Value? {
        note(key, type)
        return nil
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        note(key, type)
        return try PlaceholderValue(decoder: decoder).decode(type)
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) -> Value? {
        nothing(key, type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedDecodingContainer<Nested> { decoder.nested().container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
        decoder.nested().unkeyedContainer()
    }

    /// The keys of a superclass are columns of the same table.
    func superDecoder() -> any Decoder { decoder }

    func superDecoder(forKey key: Key) -> any Decoder { decoder }
}

// Numbers, Booleans and texts that may be missing: without these, protocols ask whether they are
// there, and for a value.
extension PlaceholderContainer {
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) -> Bool? { nothing(key, type) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) -> String? { nothing(key, type) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) -> Double? { nothing(key, type) }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) -> Float? { nothing(key, type) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) -> Int? { nothing(key, type) }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) -> Int8? { nothing(key, type) }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) -> Int16? { nothing(key, type) }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) -> Int32? { nothing(key, type) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) -> Int64? { nothing(key, type) }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) -> UInt? { nothing(key, type) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) -> UInt8? { nothing(key, type) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) -> UInt16? { nothing(key, type) }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) -> UInt32? { nothing(key, type) }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) -> UInt64? { nothing(key, type) }
}
