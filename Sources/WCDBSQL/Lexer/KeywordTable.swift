/// Finds keywords by their bytes: one hash over length, first and last letter, then a comparison
/// or two. Made once.
struct KeywordTable: Sendable {
    static let shared = KeywordTable()

    /// The slots of an open table, twice as large as needed; `empty` where there is none.
    private var slots: [UInt8]
    /// The letters of all keywords one after the other, folded, and where each begins.
    private var letters: [UInt8] = []
    private var starts: [Int] = []
    private let keywords = Keyword.allCases

    private static let size = 512
    private static let empty = UInt8.max
    private static let lengths = 2...17

    private init() {
        slots = Array(repeating: KeywordTable.empty, count: KeywordTable.size)
        for (index, keyword) in keywords.enumerated() {
            let bytes = Array(keyword.rawValue.utf8)
            starts.append(letters.count)
            letters += bytes.map(KeywordTable.fold)
            var slot = KeywordTable.slot(bytes, bytes.startIndex, bytes.endIndex)
            while slots[slot] != KeywordTable.empty { slot = (slot + 1) % KeywordTable.size }
            slots[slot] = UInt8(truncatingIfNeeded: index)
        }
        starts.append(letters.count)
    }

    /// The keyword that the bytes spell in any case. Requires: they are those of a plain word.
    func find(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Keyword? {
        guard KeywordTable.lengths.contains(end - start) else { return nil }
        var slot = KeywordTable.slot(bytes, start, end)
        while slots[slot] != KeywordTable.empty {
            let index = Int(slots[slot])
            if matches(index, bytes, start, end) { return keywords[index] }
            slot = (slot + 1) % KeywordTable.size
        }
        return nil
    }

    private func matches(_ index: Int, _ bytes: [UInt8], _ start: Int, _ end: Int) -> Bool {
        let first = starts[index]
        guard starts[index + 1] - first == end - start else { return false }
        for offset in 0..<(end - start)
        where letters[first + offset] != KeywordTable.fold(bytes[start + offset]) {
            return false
        }
        return true
    }

    /// Folds letters; among the bytes of plain words no two others fall together.
    private static func fold(_ byte: UInt8) -> UInt8 { byte | 0x20 }

    private static func slot(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int {
        let first = Int(fold(bytes[start]))
        let second = Int(fold(bytes[start + 1]))
        let last = Int(fold(bytes[end - 1]))
        return (first &* 7 &+ second &* 61 &+ last &* 131 &+ (end - start) &* 17) & (size - 1)
    }
}
