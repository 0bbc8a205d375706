/// Finds keywords by their letters: one hash, then a comparison or two. Made once.
struct KeywordTable: Sendable {
    static let shared = KeywordTable()

    /// The letters of a word as one number: of a longer word the last eight.
    struct Letters: Sendable {
        private(set) var bits: UInt64 = 0

        /// So many letters are all that a word has.
        static var maximumCount: Int { 8 }

        @inline(__always)
        mutating func append(_ byte: UInt8) { bits = bits << 8 | UInt64(byte) }

        /// In lower case; among the bytes of plain words no two others fall together. Leading
        /// places of a short word are as they are.
        @inline(__always)
        fileprivate func folded(_ count: Int) -> UInt64 {
            bits | 0x2020_2020_2020_2020 >> UInt64(truncatingIfNeeded: 64 - 8 * min(count, 8))
        }
    }

    private struct Entry {
        let letters: UInt64
        let count: Int
        let keyword: Keyword
        /// Of a word of more than eight letters those before them.
        let rest: [UInt8]
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
            let bytes = keyword.rawValue.utf8.map(KeywordTable.fold)
            var letters = Letters()
            for byte in bytes { letters.append(byte) }
            let entry = Entry(
                letters: letters.folded(bytes.count), count: bytes.count, keyword: keyword,
                rest: bytes.dropLast(8))
            entries.append(entry)
            var slot = KeywordTable.slot(entry.letters, entry.count)
            while slots[slot] != KeywordTable.empty { slot = (slot + 1) % KeywordTable.size }
            slots[slot] = UInt8(truncatingIfNeeded: index)
        }
    }

    /// The keyword that the bytes from `start` on spell in any case. Requires: they are those of a
    /// plain word, and `letters` theirs.
    func find(_ letters: Letters, _ bytes: [UInt8], _ start: Int, _ end: Int) -> Keyword? {
        let count = end - start
        guard KeywordTable.lengths.contains(count) else { return nil }
        let letters = letters.folded(count)
        var slot = KeywordTable.slot(letters, count)
        while slots[slot] != KeywordTable.empty {
            let index = Int(slots[slot])
            if entries[index].letters == letters, entries[index].count == count,
                count <= 8 || begins(bytes, start, with: entries[index].rest)
            {
                return entries[index].keyword
            }
            slot = (slot + 1) % KeywordTable.size
        }
        return nil
    }

    private func begins(_ bytes: [UInt8], _ start: Int, with rest: [UInt8]) -> Bool {
        for index in rest.indices where rest[index] != KeywordTable.fold(bytes[start + index]) {
            return false
        }
        return true
    }

    private static func fold(_ byte: UInt8) -> UInt8 { byte | 0x20 }

    private static func slot(_ letters: UInt64, _ count: Int) -> Int {
        let product = (letters ^ UInt64(truncatingIfNeeded: count)) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: product >> 55)
    }
}
