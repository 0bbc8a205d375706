// Words, quoted words, numbers and parameters: the tokens of any length.

extension Lexer {
    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 0x09 < 5 }

    static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    static func isHexDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || (byte | 0x20) &- 0x61 < 6
    }

    /// Letters, the underscore, and everything beyond ASCII.
    package static func isWordStart(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- 0x61 < 26 || byte >= 0x80 || byte == UInt8(ascii: "_")
    }

    @inline(__always)
    package static func isWordByte(_ byte: UInt8) -> Bool {
        // Letters come first, as most bytes are.
        (byte | 0x20) &- 0x61 < 26 || isDigit(byte) || byte >= 0x80 || byte == UInt8(ascii: "_")
            || byte == UInt8(ascii: "$")
    }

    func word(_ start: Int) -> Token {
        if self[start + 1] == UInt8(ascii: "'"), bytes[start] | 0x20 == UInt8(ascii: "x") {
            return blob(start)
        }
        // What tells keywords apart is put together on the way.
        var letters = KeywordTable.Letters()
        var end = start
        while end < bytes.count, Lexer.isWordByte(bytes[end]) {
            letters.append(bytes[end])
            end += 1
        }
        let keyword = KeywordTable.shared.find(letters, bytes, start, end)
        return Token(.word, start, end, keyword: keyword, letters: letters)
    }

    private func endOfWord(_ start: Int) -> Int {
        var end = start
        while end < bytes.count, Lexer.isWordByte(bytes[end]) { end += 1 }
        return end
    }

    private func blob(_ start: Int) -> Token {
        var end = start + 2
        while Lexer.isHexDigit(self[end]) { end += 1 }
        if self[end] == UInt8(ascii: "'"), (end - start) % 2 == 0 {
            return Token(.blob, start, end + 1)
        }
        while end < bytes.count, bytes[end] != UInt8(ascii: "'") { end += 1 }
        return Token(.illegal, start, min(end + 1, bytes.count))
    }

    /// A word or string up to its closing quote, which is doubled inside. A word has no NUL.
    func quoted(_ start: Int, closing: UInt8, _ kind: TokenKind) -> Token {
        var end = start + 1
        while end < bytes.count {
            if bytes[end] == 0, kind == .quotedWord { break }
            if bytes[end] == closing {
                guard self[end + 1] == closing else { return Token(kind, start, end + 1) }
                end += 1
            }
            end += 1
        }
        return Token(.illegal, start, min(end, bytes.count))
    }

    func bracketed(_ start: Int) -> Token {
        var end = start + 1
        while end < bytes.count, bytes[end] != UInt8(ascii: "]"), bytes[end] != 0 { end += 1 }
        return self[end] == UInt8(ascii: "]")
            ? Token(.quotedWord, start, end + 1) : Token(.illegal, start, end)
    }

    /// Whether a token has a NUL in it, which no name may have.
    func hasNUL(_ token: Token) -> Bool { bytes[token.start..<token.end].contains(0) }

    /// An integer, decimal or hexadecimal, or a real. A letter that follows makes it impossible.
    func number(_ start: Int) -> Token {
        var end = start
        var kind = TokenKind.integer
        if bytes[start] == UInt8(ascii: "0"), self[start + 1] | 0x20 == UInt8(ascii: "x"),
            Lexer.isHexDigit(self[start + 2])
        {
            end += 2
            while Lexer.isHexDigit(self[end]) { end += 1 }
        } else {
            end = endOfDigits(end)
            if self[end] == UInt8(ascii: ".") {
                kind = .real
                end = endOfDigits(end + 1)
            }
            if let exponentEnd = endOfExponent(end) {
                kind = .real
                end = exponentEnd
            }
        }
        let wordEnd = endOfWord(end)
        return Token(wordEnd > end ? .illegal : kind, start, wordEnd)
    }

    private func endOfDigits(_ start: Int) -> Int {
        var end = start
        while Lexer.isDigit(self[end]) { end += 1 }
        return end
    }

    private func endOfExponent(_ start: Int) -> Int? {
        guard self[start] | 0x20 == UInt8(ascii: "e") else { return nil }
        var digits = start + 1
        if self[digits] == UInt8(ascii: "+") || self[digits] == UInt8(ascii: "-") { digits += 1 }
        return Lexer.isDigit(self[digits]) ? endOfDigits(digits) : nil
    }

    /// `?`, `?7`
    func numberedParameter(_ start: Int) -> Token {
        Token(.parameter, start, endOfDigits(start + 1))
    }

    /// `:a`, `@a`, `$a`, with `::` between words and a suffix in parentheses.
    func namedParameter(_ start: Int) -> Token {
        var end = start + 1
        var length = 0
        while end < bytes.count {
            if Lexer.isWordByte(bytes[end]) {
                length += 1
            } else if bytes[end] == UInt8(ascii: "("), length > 0 {
                guard let closing = endOfSuffix(end) else { return Token(.illegal, start, end) }
                end = closing
                break
            } else if bytes[end] == UInt8(ascii: ":"), self[end + 1] == UInt8(ascii: ":") {
                end += 1
            } else {
                break
            }
            end += 1
        }
        let isLegal = length > 0 && bytes[start] != UInt8(ascii: "#")
        return Token(isLegal ? .parameter : .illegal, start, end)
    }

    private func endOfSuffix(_ start: Int) -> Int? {
        var end = start + 1
        while end < bytes.count, bytes[end] != UInt8(ascii: ")"), bytes[end] > 0x20 { end += 1 }
        return self[end] == UInt8(ascii: ")") ? end + 1 : nil
    }
}
