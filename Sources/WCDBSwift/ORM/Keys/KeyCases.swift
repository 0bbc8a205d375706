/// All cases of an enumeration of keys, in the order of their declaration.
///
/// `CaseIterable` is asked first. Without it the cases are found by their bits: an enumeration
/// without associated values stores its cases as 0, 1, 2 and so on, and the next number as an
/// optional is nil.
///
/// **Safe because** only trivial types of four bytes at most are read, which have no memory to be
/// managed; the loop ends at the first pattern that is no case, or one with associated values.
enum KeyCases<Key: CodingKey> {
    /// None for keys that are no such enumeration, and for those that take no memory: they may have
    /// one case or none, and a value of the latter must not be made.
    static var all: [Key] {
        guard MemoryLayout<Key>.size > 0 else { return [] }
        return all { Key(stringValue: $0.stringValue)?.stringValue == $0.stringValue }
    }

    private static func all(comesBack: (Key) -> Bool) -> [Key] {
        if let iterable = Key.self as? any CaseIterable.Type, let cases = cases(of: iterable) {
            return cases
        }
        let size = MemoryLayout<Key?>.size
        guard _isPOD(Key.self), 1...MemoryLayout<UInt32>.size ~= size else { return [] }
        var cases: [Key] = []
        for pattern in 0..<UInt32(1 << 16) {
            guard let key = key(pattern), isEnumeration(key), comesBack(key) else {
                break
            }
            cases.append(key)
        }
        return cases
    }

    private static func cases<Iterable: CaseIterable>(of type: Iterable.Type) -> [Key]? {
        Array(type.allCases) as? [Key]
    }

    private static func key(_ pattern: UInt32) -> Key? {
        withUnsafeTemporaryAllocation(byteCount: 8, alignment: 8) { memory in
            memory.initializeMemory(as: UInt8.self, repeating: 0)
            memory.storeBytes(of: pattern.littleEndian, as: UInt32.self)
            return memory.load(as: Key?.self)
        }
    }

    private static func isEnumeration(_ key: Key) -> Bool {
        let mirror = Mirror(reflecting: key)
        return mirror.displayStyle == .enum && mirror.children.isEmpty
    }
}

extension KeyCases where Key: CodingTableKey {
    /// The keys of a table, which have a case. What is made of their texts is the client's affair,
    /// who may have written it, or have given two cases texts that Swift calls equal: every case
    /// is a column all the same.
    static var all: [Key] { all { _ in true } }
}
