/// A Swift file: its lines as written, and its tokens without comments and string contents.
struct SwiftSource {
    let path: String
    /// As written, for rules about text.
    let lines: [Substring]
    /// Words and punctuation of the code, for rules about meaning.
    let tokens: [Token]

    /// A word, or one punctuation character, and the line it stands on, counted from 1.
    struct Token: Equatable {
        let text: String
        let line: Int
    }

    init(path: String, text: String) {
        self.path = path
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        tokens = SwiftSource.tokenize(SourceMask.code(of: text))
    }

    func isIn(_ folder: String) -> Bool { path.hasPrefix(folder + "/") }

    /// The files that ship as modules, where the strictest rules hold.
    var isModule: Bool { isIn("Sources") && !isIn("Sources/Tools") }
    /// Command-line programs and what they share.
    var isTool: Bool { isIn("Sources/Tools") || isIn("Benchmarks") }
    /// The module's name and the folder inside it ("" for files at its root).
    var place: (module: String, folder: String) {
        let parts = path.split(separator: "/").map(String.init)
        guard isModule, parts.count > 2 else { return ("", "") }
        return (parts[1], parts.count > 3 ? parts[2] : "")
    }

    /// Whether the tokens from `index` on read `texts`.
    func matches(_ texts: [String], at index: Int) -> Bool {
        guard index >= 0, index + texts.count <= tokens.count else { return false }
        return texts.indices.allSatisfy { tokens[index + $0].text == texts[$0] }
    }

    private static func tokenize(_ code: [UInt8]) -> [Token] {
        var tokens: [Token] = []
        var word: [UInt8] = []
        var line = 1
        func isWordByte(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
                true
            default:
                false
            }
        }
        for byte in code + [UInt8(ascii: "\n")] {
            if isWordByte(byte) {
                word.append(byte)
                continue
            }
            if !word.isEmpty {
                tokens.append(Token(text: String(decoding: word, as: UTF8.self), line: line))
                word.removeAll(keepingCapacity: true)
            }
            if byte == UInt8(ascii: "\n") {
                line += 1
            } else if byte > UInt8(ascii: " ") {
                tokens.append(Token(text: String(UnicodeScalar(byte)), line: line))
            }
        }
        return tokens
    }
}
