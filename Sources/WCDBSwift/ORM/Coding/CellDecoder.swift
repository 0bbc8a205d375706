import Foundation
import WCDBStorage

/// Decodes one value of a row for a type that does not say how it is stored, but is a single value
/// itself: an enumeration with raw values, or a UUID.
struct CellDecoder: Decoder, SingleValueDecodingContainer {
    let value: ColumnValue
    let place: FaultPlace

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(
        keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> { throw hasParts }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw hasParts }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    private var hasParts: WCDBError {
        let problem = "A column has no parts: make the type ColumnJSONCodable."
        return RowFault(place, problem: problem).error
    }

    // MARK: The value

    func decodeNil() -> Bool { value.isNull }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        guard let decoded = try ValueForm(type).read(type, value, place) else {
            let problem = "The value does not fit."
            throw RowFault(place, problem: problem, stored: value.kind, expected: type).error
        }
        return decoded
    }

    func decode(_ type: Bool.Type) -> Bool { value.int64 != 0 }
    func decode(_ type: String.Type) -> String { value.string }
    func decode(_ type: Double.Type) -> Double { value.double }
    func decode(_ type: Float.Type) -> Float { Float(value.double) }
    func decode(_ type: Int.Type) -> Int { Int(truncatingIfNeeded: value.int64) }
    func decode(_ type: Int8.Type) -> Int8 { Int8(truncatingIfNeeded: value.int64) }
    func decode(_ type: Int16.Type) -> Int16 { Int16(truncatingIfNeeded: value.int64) }
    func decode(_ type: Int32.Type) -> Int32 { Int32(truncatingIfNeeded: value.int64) }
    func decode(_ type: Int64.Type) -> Int64 { value.int64 }
    func decode(_ type: UInt.Type) -> UInt { UInt(truncatingIfNeeded: value.int64) }
    func decode(_ type: UInt8.Type) -> UInt8 { UInt8(truncatingIfNeeded: value.int64) }
    func decode(_ type: UInt16.Type) -> UInt16 { UInt16(truncatingIfNeeded: value.int64) }
    func decode(_ type: UInt32.Type) -> UInt32 { UInt32(truncatingIfNeeded: value.int64) }
    func decode(_ type: UInt64.Type) -> UInt64 { UInt64(truncatingIfNeeded: value.int64) }
}
