/// How the position of a key in a row is found.
///
/// The keys of a model are nearly always an enumeration of one byte without payload. Equal bytes
/// are equal keys, so the byte is an index into a table that is filled once for each statement,
/// and no name is compared for a value of a row.
enum KeyForm: UInt8 {
    /// The key's byte is the index.
    case byte
    /// An enumeration of one case has no bits: its index is 0.
    case single
    /// Anything else is looked up by its name.
    case named

    /// How many keys a table of positions has.
    static let limit = 256

    init<Key: CodingKey>(_ type: Key.Type) {
        guard _isPOD(type) else {
            self = .named
            return
        }
        switch MemoryLayout<Key>.size {
        case 0: self = .single
        case 1: self = .byte
        default: self = .named
        }
    }

    /// The index of a key in the table of positions. Requires: the form is that of the key's type,
    /// and not `.named`.
    @inline(__always)
    func index<Key: CodingKey>(_ key: Key) -> Int {
        // Safe because `init` saw a trivial type of exactly one byte.
        self == .byte ? Int(unsafeBitCast(key, to: UInt8.self)) : 0
    }

    /// The index of a property that is nothing but a key of that type; nil for any other, and for
    /// types whose keys have no indexes.
    static func index(
        of property: any PropertyConvertible, in type: any CodingTableKey.Type
    ) -> UInt8? { plainIndex(of: property, in: type) }

    private static func plainIndex<Element: PropertyConvertible, Key: CodingTableKey>(
        of element: Element, in type: Key.Type
    ) -> UInt8? {
        let form = KeyForm(type)
        guard form != .named else { return nil }
        guard Element.self == type else { return indexInside(element, type, form) }
        // Safe because both names stand for one type.
        return UInt8(truncatingIfNeeded: form.index(unsafeBitCast(element, to: Key.self)))
    }

    /// Not inlined, so that the types of the optionals are looked up here and nowhere else.
    @inline(never)
    private static func indexInside<Element: PropertyConvertible, Key: CodingTableKey>(
        _ element: Element, _ type: Key.Type, _ form: KeyForm
    ) -> UInt8? {
        guard let property = element as? Property, property.isPlain,
            let own = property.codingTableKey as? Key
        else { return nil }
        return UInt8(truncatingIfNeeded: form.index(own))
    }
}
