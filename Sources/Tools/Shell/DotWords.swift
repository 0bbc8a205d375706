/// Takes the line of a dot command apart into words.
///
/// Quotes hold a word together and are dropped. A backslash stands for itself and what follows it,
/// as in C, but in single quotes: `.separator "\t"`.
struct DotWords {
    private(set) var words: [String] = []
    private var word: String?
    private var quote: Character?
    private var rest: Substring

    static func split(_ line: String) -> [String] {
        var parts = DotWords(rest: line[...])
        while let character = parts.rest.popFirst() { parts.take(character) }
        parts.endWord()
        return parts.words
    }

    private init(rest: Substring) { self.rest = rest }

    private mutating func take(_ character: Character) {
        if character == "\\", quote != "'", !rest.isEmpty {
            append(escaped())
        } else if let open = quote {
            if character == open { quote = nil } else { append(character) }
        } else if character == "'" || character == "\"" {
            quote = character
            // An empty pair of quotes is a word, too.
            word = word ?? ""
        } else if character.isWhitespace {
            endWord()
        } else {
            append(character)
        }
    }

    private mutating func append(_ character: Character) {
        word = (word ?? "") + String(character)
    }

    private mutating func endWord() {
        if let word { words.append(word) }
        word = nil
    }

    /// What the characters behind a backslash mean: a control character, up to three octal digits,
    /// or else what stands there. Requires: something does.
    private mutating func escaped() -> Character {
        let digits = rest.prefix(3).prefix { "01234567".contains($0) }
        if let code = UInt32(digits, radix: 8), let scalar = Unicode.Scalar(code & 0xFF) {
            rest.removeFirst(digits.count)
            return Character(scalar)
        }
        switch rest.removeFirst() {
        case "a": return "\u{07}"
        case "b": return "\u{08}"
        case "t": return "\t"
        case "n": return "\n"
        case "v": return "\u{0B}"
        case "f": return "\u{0C}"
        case "r": return "\r"
        case let other: return other
        }
    }
}
