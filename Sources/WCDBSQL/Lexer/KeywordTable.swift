/// Finds keywords by their letters: one hash, then a comparison or two. Made once.
struct KeywordTable: Sendable {
    static let shared = KeywordTable()

    /// The letters of a word, folded, as two numbers: of a longer word the last sixteen.
    struct Letters: Equatable {
        private(set) var high: UInt64 = 0
        private(set) var low: UInt64 = 0

        /// Folds letters; among the bytes of plain words no two others fall together.
        @inline(__always)
        mutating func append(_ byte: UInt8) {
            high = high << 8 | low >> 56
            low = low << 8 | UInt64(byte | 0x20)
        }

        init() {}

        init(_ bytes: some Sequence<UInt8>) {
            for byte in bytes { append(byte) }
        }

        fileprivate var slot: Int {
            let product = (low ^ high &* 31) &* 0x9E37_79B9_7F4A_7C15
            return Int(truncatingIfNeeded: product >> 55)
        }
    }

    private struct Entry {
        let letters: Letters
        let count: Int
        let keyword: Keyword
    }

    /// The slots of an open table, twice as large as needed; `empty` where there is none.
    private var slots: [UInt8]
    private var entries: [Entry] = []

    private static let size = 512
    private static let empty = UInt8.max
    private static let lengths = 2...17

    private init() {
        slots = Array(repeating: KeywordTable.empty, count: KeywordTable.size)
        for (index, keyword) in Keyword.allCases.enumerated() {
            let letters = Letters(keyword.rawValue.utf8)
            entries.append(
                Entry(letters: letters, count: keyword.rawValue.utf8.count, keyword: keyword))
            var slot = letters.slot
            while slots[slot] != KeywordTable.empty { slot = (slot + 1) % KeywordTable.size }
            slots[slot] = UInt8(truncatingIfNeeded: index)
        }
    }

    /// The keyword that a word of so many letters spells in any case. Requires: they are those of
    /// a plain word, which begins with `first`.
    func find(_ letters: Letters, _ count: Int, first: UInt8) -> Keyword? {
        guard KeywordTable.lengths.contains(count) else { return nil }
        var slot = letters.slot
        while slots[slot] != KeywordTable.empty {
            let index = Int(slots[slot])
            if entries[index].letters == letters, entries[index].count == count {
                // There is one of seventeen letters.
                return count <= 16 || first | 0x20 == UInt8(ascii: "c")
                    ? entries[index].keyword : nil
            }
            slot = (slot + 1) % KeywordTable.size
        }
        return nil
    }
}
