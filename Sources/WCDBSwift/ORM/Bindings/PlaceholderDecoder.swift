import Foundation

/// A decoder without data: it notes what it is asked for, and answers with nothing, zero, or the
/// simplest value that a type can make of it.
struct PlaceholderDecoder: Decoder {
    /// Where the keys and types of this level are noted. Deeper levels are not.
    private(set) var record: ColumnTypeRecord?
    let sample: PlaceholderSample
    /// Nil on the level of the columns, each of which is a search of its own.
    private var search: PlaceholderSearch?
    private var depth = 0
    /// Which of its keys are present on a deeper level.
    private var choice = PlaceholderCase(0)

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// The decoder of an object.
    init(_ record: ColumnTypeRecord, _ sample: PlaceholderSample) {
        self.record = record
        self.sample = sample
    }

    /// The decoder of a value.
    private init(_ search: PlaceholderSearch) {
        self.search = search
        sample = search.sample
    }

    /// The decoder of a part, with the key of that number.
    private func inner(_ index: Int = 0) -> PlaceholderDecoder {
        var inner = self
        inner.record = nil
        inner.depth += 1
        inner.choice = PlaceholderCase(index)
        return inner
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(PlaceholderContainer<Key>(decoder: self))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer { PlaceholderList(decoder: self) }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        PlaceholderValue(decoder: self)
    }

    /// The parts of a value that has some.
    func nested() -> PlaceholderDecoder { inner() }

    /// The keys that are present, for types that ask.
    func keys<Key: CodingKey>(_ type: Key.Type) -> [Key] {
        record == nil ? choice.key(of: type) : []
    }

    // MARK: Values

    /// The simplest value of a type.
    func value<Value: Decodable>(of type: Value.Type) throws -> Value {
        if search != nil { return try part(of: type) }
        for asksStored in [false, true] {
            for maximumDepth in PlaceholderSearch.depths {
                for sample in PlaceholderSample.all {
                    let search = PlaceholderSearch(
                        sample, maximumDepth: maximumDepth, asksStored: asksStored)
                    if let value = try? PlaceholderDecoder(search).part(of: type) { return value }
                }
            }
        }
        throw PlaceholderFailure(type: type)
    }

    /// A value of the sample.
    ///
    /// Trivial enumerations give their first case, whose bits are zero; that is the only memory
    /// that is made up. They are not asked, and others are asked for a stored form only when
    /// nothing else is left: an initializer that a program wrote for what its database holds,
    /// `self = Kind(rawValue: value.intValue)!`, traps on what was never stored.
    private func part<Value: Decodable>(of type: Value.Type) throws -> Value {
        if MemoryLayout<Value>.size > 0, let value = zero(type) { return value }
        if type == UUID.self, let value = UUID(uuid: UUID.zero) as? Value { return value }
        if let value = decoded(type) { return value }
        if let iterable = type as? any CaseIterable.Type, let value = first(of: iterable) as? Value
        {
            return value
        }
        if let value = zero(type) { return value }
        if search?.asksStored == true, let stored = type as? any ColumnDecodable.Type {
            for candidate in [WCDBSwift.Value()] + sample.values {
                if let value = stored.init(with: candidate) as? Value { return value }
            }
        }
        throw PlaceholderFailure(type: type)
    }

    /// What a type decodes with one of its keys, if it asks for keys.
    private func decoded<Value: Decodable>(_ type: Value.Type) -> Value? {
        var index = 0
        while search?.mayTry(at: depth) == true {
            let inner = inner(index)
            if let value = try? type.init(from: inner) { return value }
            guard inner.choice.hasNext else { return nil }
            index += 1
        }
        return nil
    }

    private func first<Iterable: CaseIterable>(of type: Iterable.Type) -> Any? {
        type.allCases.first
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
