import WCDBStorage

/// Bytes by chance, as many as one asks for.
///
/// The first ones are the system's own, which is what keys and names are made of. To ask it for
/// each word of a large blob would take most of the time: from there on the words are those of the
/// generator xoshiro256++, which four of the system's words have set off.
struct RandomBytes {
    private let seed: () -> UInt64
    private var state: (UInt64, UInt64, UInt64, UInt64)?

    /// So many bytes are the system's own.
    private static let seededCount = 64

    init(seed: @escaping () -> UInt64) { self.seed = seed }

    mutating func append(_ count: Int, to output: inout ByteBuffer) {
        var missing = count
        while missing > 0 {
            let word = count - missing < RandomBytes.seededCount ? seed() : next()
            withUnsafeBytes(of: word) { bytes in
                output.append(UnsafeRawBufferPointer(rebasing: bytes.prefix(missing)))
            }
            missing -= MemoryLayout<UInt64>.size
        }
    }

    private mutating func next() -> UInt64 {
        var words = state ?? (seed(), seed(), seed(), seed() | 1)
        let sum = words.0 &+ words.3
        let result = (sum << 23 | sum >> 41) &+ words.0
        let shifted = words.1 << 17
        words.2 ^= words.0
        words.3 ^= words.1
        words.1 ^= words.2
        words.0 ^= words.3
        words.2 ^= shifted
        words.3 = words.3 << 45 | words.3 >> 19
        state = words
        return result
    }
}
