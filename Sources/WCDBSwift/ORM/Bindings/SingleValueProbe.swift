import Foundation

/// A decoder that notes which single value a type asks for, and then gives up: how the column of
/// an enumeration with raw values is found, or that of a UUID.
final class SingleValueProbe: Decoder, SingleValueDecodingContainer {
    private var found: ColumnType?

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// The type of a column for values of a type that does not say so itself; nil if it is not a
    /// single value.
    static func columnType(of type: any Decodable.Type) -> ColumnType? {
        let probe = SingleValueProbe()
        _ = try? type.init(from: probe)
        return probe.found
    }

    func container<Key: CodingKey>(
        keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> { throw PlaceholderFailure(type: type) }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw PlaceholderFailure(type: Void.self)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    /// Not nil, so that whoever asks goes on and says the type.
    func decodeNil() -> Bool { false }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        if found == nil {
            found =
                (type as? any ColumnCodableBase.Type)?.columnType
                ?? SingleValueProbe.columnType(of: type)
        }
        throw PlaceholderFailure(type: type)
    }
}
