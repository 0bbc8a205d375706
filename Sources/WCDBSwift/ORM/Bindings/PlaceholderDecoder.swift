import Foundation

/// A decoder without data: it notes what it is asked for, and answers with nothing, zero, or the
/// simplest value that a type can make of it.
struct PlaceholderDecoder: Decoder {
    /// Where the keys and types of this level are noted. Deeper levels are not.
    var record: ColumnTypeRecord?
    var depth = 0

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(PlaceholderContainer<Key>(decoder: self))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer { PlaceholderList(decoder: self) }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        PlaceholderValue(decoder: self)
    }

    /// The simplest value of a type.
    ///
    /// Trivial enumerations without a better one give their first case, whose bits are zero; that
    /// is the only memory that is made up.
    func value<Value: Decodable>(of type: Value.Type) throws -> Value {
        if let stored = type as? any ColumnDecodable.Type,
            let value = stored.init(with: WCDBSwift.Value()) as? Value
        {
            return value
        }
        if type == UUID.self, let value = UUID(uuid: UUID.zero) as? Value { return value }
        guard depth < 16 else { throw PlaceholderFailure(type: type) }
        let inner = PlaceholderDecoder(depth: depth + 1)
        if let value = try? type.init(from: inner) { return value }
        if let value = zero(type) { return value }
        throw PlaceholderFailure(type: type)
    }

    private func zero<Value>(_ type: Value.Type) -> Value? {
        // One byte or two, trivial, not a number: an enumeration. Its first case is all zeros.
        guard _isPOD(type), MemoryLayout<Value>.size <= 2 else { return nil }
        let value = withUnsafeTemporaryAllocation(byteCount: 8, alignment: 8) { memory in
            memory.initializeMemory(as: UInt8.self, repeating: 0)
            return memory.load(as: type)
        }
        return Mirror(reflecting: value).displayStyle == .enum ? value : nil
    }
}

extension UUID {
    fileprivate static var zero: uuid_t { (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0) }
}

/// A type that no value could be made up for.
struct PlaceholderFailure: Error, CustomStringConvertible {
    let type: Any.Type

    var description: String { "no value of \(type) could be made up" }
}
