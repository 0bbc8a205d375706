/// Blanks comments, the contents of strings and of raw identifiers out of Swift text, so that a
/// search finds code only. Line breaks stay, hence line numbers do too.
struct SourceMask {
    private let text: [UInt8]
    private var output: [UInt8]
    private var position = 0

    static func code(of text: String) -> [UInt8] {
        var mask = SourceMask(text: Array(text.utf8))
        mask.scanCode(untilParenthesis: false)
        return mask.output
    }

    private init(text: [UInt8]) {
        self.text = text
        output = text
    }

    private func sees(_ expected: StaticString, at index: Int) -> Bool {
        expected.withUTF8Buffer { bytes in
            index + bytes.count <= text.count
                && text[index..<index + bytes.count].elementsEqual(bytes)
        }
    }

    private mutating func blank(_ count: Int) {
        for index in position..<min(position + count, text.count)
        where text[index] != UInt8(ascii: "\n") {
            output[index] = UInt8(ascii: " ")
        }
        position += count
    }

    /// Scans code to the end of the text, or past the parenthesis that closes an interpolation.
    private mutating func scanCode(untilParenthesis: Bool) {
        var depth = 0
        while position < text.count {
            if sees("//", at: position) {
                let end = text[position...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
                blank(end - position)
            } else if sees("/*", at: position) {
                scanBlockComment()
            } else if let hashes = openingQuote() {
                scanString(hashes: hashes)
            } else if text[position] == UInt8(ascii: "`") {
                scanRawIdentifier()
            } else {
                if text[position] == UInt8(ascii: "(") { depth += 1 }
                if text[position] == UInt8(ascii: ")") {
                    depth -= 1
                    if untilParenthesis, depth < 0 { return blank(1) }
                }
                position += 1
            }
        }
    }

    private mutating func scanBlockComment() {
        var depth = 0
        repeat {
            if sees("/*", at: position) {
                depth += 1
                blank(2)
            } else if sees("*/", at: position) {
                depth -= 1
                blank(2)
            } else {
                blank(1)
            }
        } while depth > 0 && position < text.count
    }

    private mutating func scanRawIdentifier() {
        let end = text[(position + 1)...].firstIndex(of: UInt8(ascii: "`")) ?? text.count - 1
        blank(end - position + 1)
        // What stays of `a name with words` is one word, so that declarations still have a name.
        output[end] = UInt8(ascii: "x")
    }

    /// The number of `#` before the quote if a string begins here.
    private func openingQuote() -> Int? {
        var index = position
        while index < text.count, text[index] == UInt8(ascii: "#") { index += 1 }
        guard index < text.count, text[index] == UInt8(ascii: "\"") else { return nil }
        return index - position
    }

    private mutating func scanString(hashes: Int) {
        let isMultiline = sees("\"\"\"", at: position + hashes)
        let quotes = [UInt8](repeating: UInt8(ascii: "\""), count: isMultiline ? 3 : 1)
        let fence = [UInt8](repeating: UInt8(ascii: "#"), count: hashes)
        let closing = quotes + fence
        let escape = [UInt8(ascii: "\\")] + fence
        blank(hashes + quotes.count)
        while position < text.count {
            let rest = text[position...]
            if rest.starts(with: closing) { return blank(closing.count) }
            if rest.starts(with: escape + [UInt8(ascii: "(")]) {
                blank(escape.count + 1)
                scanCode(untilParenthesis: true)
            } else if rest.starts(with: escape) {
                blank(escape.count + 1)
            } else if !isMultiline, text[position] == UInt8(ascii: "\n") {
                return  // An unterminated string: the compiler will say so.
            } else {
                blank(1)
            }
        }
    }
}
