// What the bytes of a token mean.

extension Lexer {
    package func text(_ start: Int, _ end: Int) -> String {
        let count = end - start
        guard count <= Lexer.shortLength else {
            return String(decoding: bytes[start..<end], as: UTF8.self)
        }
        // Written where it stays: a slice and its checks cost more than the letters.
        return String(unsafeUninitializedCapacity: count) { letters in
            for index in 0..<count { letters[index] = bytes[start + index] }
            return count
        }
    }

    /// A `String` of so many bytes takes no memory beside itself.
    private static var shortLength: Int { 15 }

    package func text(_ token: Token) -> String { text(token.start, token.end) }

    /// The inside of a quoted token; doubled quotes become one.
    func unquoted(_ token: Token) -> String {
        let closing = bytes[token.end - 1]
        let start = token.start + 1
        let end = token.end - 1
        guard bytes[token.start] != UInt8(ascii: "["), bytes[start..<end].contains(closing) else {
            return text(start, end)
        }
        var inside: [UInt8] = []
        var position = start
        while position < end {
            inside.append(bytes[position])
            position += bytes[position] == closing ? 2 : 1
        }
        return String(decoding: inside, as: UTF8.self)
    }

    /// A word, quoted or not, or a string, as a name.
    package func name(_ token: Token) -> Name {
        let offset = UInt32(clamping: token.start)
        guard token.kind != .word else { return Name(text(token), offset: offset) }
        let quoting: Name.Quoting =
            switch bytes[token.start] {
            case UInt8(ascii: "\""): .doubleQuotes
            case UInt8(ascii: "["): .brackets
            case UInt8(ascii: "'"): .singleQuotes
            default: .backticks
            }
        return Name(unquoted(token), quoting: quoting, offset: offset)
    }

    func blobValue(_ token: Token) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity((token.end - token.start - 3) / 2)
        var position = token.start + 2
        while position + 1 < token.end - 1 {
            result.append(
                Lexer.hexValue(bytes[position]) << 4 | Lexer.hexValue(bytes[position + 1]))
            position += 2
        }
        return result
    }

    static func hexValue(_ byte: UInt8) -> UInt8 {
        isDigit(byte) ? byte & 0x0F : (byte & 0x0F) + 9
    }

    func isHexadecimal(_ token: Token) -> Bool {
        token.end - token.start > 2 && bytes[token.start + 1] | 0x20 == UInt8(ascii: "x")
    }

    /// The value of a hexadecimal integer, as two's complement; nil if it has over 64 bits.
    func hexInteger(_ token: Token) -> Int64? {
        var value: UInt64 = 0
        for position in (token.start + 2)..<token.end {
            guard value >> 60 == 0 else { return nil }
            value = value << 4 | UInt64(Lexer.hexValue(bytes[position]))
        }
        return Int64(bitPattern: value)
    }

    /// The magnitude of a decimal integer; nil if it has over 64 bits.
    func magnitude(_ token: Token) -> UInt64? {
        var value: UInt64 = 0
        for position in token.start..<token.end {
            let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, hasCarry) = product.addingReportingOverflow(UInt64(bytes[position] & 0x0F))
            if isTooLarge || hasCarry { return nil }
            value = sum
        }
        return value
    }

    /// The double nearest to a decimal number.
    func realValue(_ token: Token) -> Double {
        // The nearest one always exists: infinity beyond the largest, zero below the smallest.
        Double(text(token)) ?? 0
    }
}
