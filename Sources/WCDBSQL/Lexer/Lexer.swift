/// Cuts SQL text into tokens.
///
/// The text is bytes in UTF-8; no byte of it can make the lexer trap or loop. It keeps no
/// position of its own, so looking ahead is asking for the token behind a token.
package struct Lexer: Sendable {
    package let bytes: [UInt8]

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The first token at or behind `position`. Comments and white space are skipped.
    package func token(at position: Int) -> Token {
        // Mostly there is one space, and a word behind it.
        var start = position
        if start < bytes.count, bytes[start] == UInt8(ascii: " ") { start += 1 }
        if !isLetter(start) { start = skipSpace(start) }
        guard start < bytes.count else { return Token(.endOfText, bytes.count, bytes.count) }
        let byte = bytes[start]
        if Lexer.isWordStart(byte) { return word(start) }
        if Lexer.isDigit(byte) { return number(start) }
        switch byte {
        case UInt8(ascii: "'"): return quoted(start, closing: byte, .string)
        case UInt8(ascii: "\""), UInt8(ascii: "`"):
            return quoted(start, closing: byte, .quotedWord)
        case UInt8(ascii: "["): return bracketed(start)
        case UInt8(ascii: "."):
            return Lexer.isDigit(self[start + 1]) ? number(start) : sign(.dot, start, 1)
        case UInt8(ascii: "?"): return numberedParameter(start)
        case UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "$"), UInt8(ascii: "#"):
            return namedParameter(start)
        default: return operatorSign(start, byte)
        }
    }

    /// The byte at `position`; 0 behind the end.
    subscript(_ position: Int) -> UInt8 {
        position < bytes.count ? bytes[position] : 0
    }

    func sign(_ kind: TokenKind, _ start: Int, _ length: Int) -> Token {
        Token(kind, start, start + length)
    }

    private func operatorSign(_ start: Int, _ byte: UInt8) -> Token {
        let next = self[start + 1]
        switch byte {
        case UInt8(ascii: "("): return sign(.leftParenthesis, start, 1)
        case UInt8(ascii: ")"): return sign(.rightParenthesis, start, 1)
        case UInt8(ascii: ","): return sign(.comma, start, 1)
        case UInt8(ascii: ";"): return sign(.semicolon, start, 1)
        case UInt8(ascii: "*"): return sign(.star, start, 1)
        case UInt8(ascii: "+"): return sign(.plus, start, 1)
        case UInt8(ascii: "/"): return sign(.slash, start, 1)
        case UInt8(ascii: "%"): return sign(.percent, start, 1)
        case UInt8(ascii: "&"): return sign(.ampersand, start, 1)
        case UInt8(ascii: "~"): return sign(.tilde, start, 1)
        case UInt8(ascii: "|"):
            return next == byte ? sign(.concatenate, start, 2) : sign(.bar, start, 1)
        case UInt8(ascii: "="): return sign(.equal, start, next == byte ? 2 : 1)
        case UInt8(ascii: "!"):
            return next == UInt8(ascii: "=")
                ? sign(.notEqual, start, 2) : sign(.illegal, start, 1)
        case UInt8(ascii: "<"): return lessSign(start, next)
        case UInt8(ascii: ">"): return greaterSign(start, next)
        case UInt8(ascii: "-"):
            guard next == UInt8(ascii: ">") else { return sign(.minus, start, 1) }
            return self[start + 2] == UInt8(ascii: ">")
                ? sign(.extractValue, start, 3) : sign(.extractJSON, start, 2)
        default: return sign(.illegal, start, 1)
        }
    }

    private func lessSign(_ start: Int, _ next: UInt8) -> Token {
        switch next {
        case UInt8(ascii: "="): sign(.lessOrEqual, start, 2)
        case UInt8(ascii: ">"): sign(.notEqual, start, 2)
        case UInt8(ascii: "<"): sign(.shiftLeft, start, 2)
        default: sign(.less, start, 1)
        }
    }

    private func greaterSign(_ start: Int, _ next: UInt8) -> Token {
        switch next {
        case UInt8(ascii: "="): sign(.greaterOrEqual, start, 2)
        case UInt8(ascii: ">"): sign(.shiftRight, start, 2)
        default: sign(.greater, start, 1)
        }
    }

    private func isLetter(_ position: Int) -> Bool {
        position < bytes.count && (bytes[position] | 0x20) &- 0x61 < 26
    }

    /// The first position from `position` on that begins a token, or the end.
    private func skipSpace(_ position: Int) -> Int {
        var position = position
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\t"), UInt8(ascii: "\r"),
                0x0C:
                position += 1
            case UInt8(ascii: "-"):
                guard self[position + 1] == UInt8(ascii: "-") else { return position }
                while position < bytes.count, bytes[position] != UInt8(ascii: "\n") {
                    position += 1
                }
            case UInt8(ascii: "/"):
                guard self[position + 1] == UInt8(ascii: "*") else { return position }
                position = endOfComment(position + 2)
            case 0xEF:
                // A byte order mark.
                guard self[position + 1] == 0xBB, self[position + 2] == 0xBF else {
                    return position
                }
                position += 3
            default: return position
            }
        }
        return position
    }

    /// Behind the `*/`; an open comment reaches to the end of the text.
    private func endOfComment(_ start: Int) -> Int {
        var position = start
        while position < bytes.count {
            if bytes[position] == UInt8(ascii: "*"), self[position + 1] == UInt8(ascii: "/") {
                return position + 2
            }
            position += 1
        }
        return position
    }
}
