import WCDBStorage

/// Knows of most keys that they are not in a set, without looking at the set: a Bloom filter whose
/// bits of a key lie in one word.
///
/// **Users.** One owner, one thread.
///
/// **Always true.** A key that was added is never denied. Of others, fewer than one of a hundred
/// is not denied, as long as no more were added than it was made for. Several filters add up.
struct KeyFilter: BitwiseCopyable {
    /// Words have four keys each, of four bits each: a quarter of their bits is set at most.
    private static let keysOfWord = 4

    private let words: UnsafeMutablePointer<UInt64>
    private let count: UInt64

    /// A filter for so many keys. Its memory is given back by `deallocate`.
    init(for keyCount: Int) {
        let count = max(1, (keyCount + KeyFilter.keysOfWord - 1) / KeyFilter.keysOfWord)
        words = LargeMemory.allocate(UInt64.self, capacity: count)
        words.initialize(repeating: 0, count: count)
        self.count = UInt64(count)
    }

    func deallocate() { words.deallocate() }

    /// Adds a key by its hash.
    func add(_ hash: UInt64) { words[place(hash)] |= KeyFilter.bits(hash) }

    /// Whether a key of this hash may have been added.
    @inline(__always)
    func mayContain(_ hash: UInt64) -> Bool {
        let bits = KeyFilter.bits(hash)
        return words[place(hash)] & bits == bits
    }

    /// The upper half of the hash chooses the word, the lower one its bits.
    @inline(__always)
    private func place(_ hash: UInt64) -> Int {
        Int(truncatingIfNeeded: ((hash &>> 32) &* count) &>> 32)
    }

    @inline(__always)
    private static func bits(_ hash: UInt64) -> UInt64 {
        1 &<< (hash & 63) | 1 &<< ((hash &>> 6) & 63) | 1 &<< ((hash &>> 12) & 63)
            | 1 &<< ((hash &>> 18) & 63)
    }
}
