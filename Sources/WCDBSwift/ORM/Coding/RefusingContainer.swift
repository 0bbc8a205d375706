/// Takes whatever it is given and keeps nothing: for the parts of a value that has been refused.
///
/// The protocols of the standard library have no way to say no here; the refusal is thrown when the
/// object is done.
struct RefusingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol,
    UnkeyedEncodingContainer, SingleValueEncodingContainer, Encoder
{
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }
    var count: Int { 0 }

    func container<Other: CodingKey>(keyedBy type: Other.Type) -> KeyedEncodingContainer<Other> {
        KeyedEncodingContainer(RefusingContainer<Other>())
    }
    func unkeyedContainer() -> any UnkeyedEncodingContainer { self }
    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() {}
    func encodeNil(forKey key: Key) {}
    func encode<T: Encodable>(_ value: T) {}
    func encode<T: Encodable>(_ value: T, forKey key: Key) {}
    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> { container(keyedBy: type) }
    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { container(keyedBy: type) }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { self }
    func superEncoder() -> any Encoder { self }
    func superEncoder(forKey key: Key) -> any Encoder { self }
}

/// A key for containers that have none.
struct RefusedKey: CodingKey {
    let stringValue: String
    let intValue: Int? = nil

    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { return nil }
}
