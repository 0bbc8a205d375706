/// All cases of an enumeration of keys, in the order of their declaration.
///
/// `CaseIterable` is asked first. Without it the cases are found by their bits: an enumeration
/// without associated values stores its cases as 0, 1, 2 and so on, and the next number as an
/// optional is nil.
///
/// **Safe because** only trivial types of four bytes at most are read, which have no memory to be
/// managed; the loop ends at the first pattern that is no case; and each case must come back from
/// its own raw value.
enum KeyCases<Key: CodingTableKey> {
    static var all: [Key] {
        if let iterable = Key.self as? any CaseIterable.Type, let cases = cases(of: iterable) {
            return cases
        }
        let size = MemoryLayout<Key?>.size
        guard _isPOD(Key.self), size <= MemoryLayout<UInt32>.size else { return [] }
        var cases: [Key] = []
        for pattern in 0..<UInt32(1 << 16) {
            guard let key = key(pattern), isCase(key) else { break }
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

    private static func isCase(_ key: Key) -> Bool {
        Mirror(reflecting: key).displayStyle == .enum && Key(rawValue: key.rawValue) == key
    }
}
