/// Takes the line of a dot command apart into words, as the sqlite3 shell does.
///
/// A quote at the beginning of a word holds it together up to the next one, and both are dropped.
/// A backslash and what follows it stand for one byte, as in C, but in single quotes:
/// `.separator "\t"`. It is bytes that are looked at: no character is taken for a part of another.
/// Words are texts all the same, in which bytes that are no UTF-8 become U+FFFD.
struct DotWords {
    private let bytes: [UInt8]
    private var place = 0

    static func split(_ line: String) -> [String] {
        var parts = DotWords(bytes: Array(line.utf8))
        var words: [String] = []
        while let word = parts.next() { words.append(String(decoding: word, as: UTF8.self)) }
        return words
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private var byte: UInt8? { place < bytes.count ? bytes[place] : nil }

    /// The next word; nil at the end of the line.
    private mutating func next() -> [UInt8]? {
        while let byte, isBlank(byte) { place += 1 }
        guard let first = byte else { return nil }
        let quote = first == UInt8(ascii: "'") || first == UInt8(ascii: "\"") ? first : nil
        if quote != nil { place += 1 }
        var word: [UInt8] = []
        while let byte {
            if quote.map({ $0 == byte }) ?? isBlank(byte) { break }
            place += 1
            let isEscape =
                byte == UInt8(ascii: "\\") && quote != UInt8(ascii: "'") && place < bytes.count
            word.append(isEscape ? escaped() : byte)
        }
        // The closing quote, or a blank.
        place += 1
        return word
    }

    private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    /// What stands behind a backslash means a control character, a byte in up to three octal
    /// digits, or itself. Requires: something does.
    private mutating func escaped() -> UInt8 {
        let digits = bytes[place...].prefix(3).prefix { $0 & 0xF8 == UInt8(ascii: "0") }
        if !digits.isEmpty {
            place += digits.count
            return digits.reduce(0) { $0 << 3 | $1 & 7 }
        }
        let byte = bytes[place]
        place += 1
        switch byte {
        case UInt8(ascii: "a"): return 0x07
        case UInt8(ascii: "b"): return 0x08
        case UInt8(ascii: "t"): return 0x09
        case UInt8(ascii: "n"): return 0x0A
        case UInt8(ascii: "v"): return 0x0B
        case UInt8(ascii: "f"): return 0x0C
        case UInt8(ascii: "r"): return 0x0D
        default: return byte
        }
    }
}
