import WCDBStorage

/// Texts and numbers as JSON writes them, and what they mean.
enum JSONText {
    /// The number that some digits are; an integer that does not fit is a real.
    static func number(_ digits: ByteView, isInteger: Bool) -> ColumnValue {
        if isInteger {
            let integer = IntegerScan(digits)
            if integer.extent == .whole { return .integer(integer.value) }
        }
        return .real(RealScan(digits).value)
    }

    /// Writes a value of SQL as JSON; what is marked is JSON already. Throws for a blob.
    static func write(
        _ value: ColumnValue, to output: inout ByteBuffer
    ) throws(EngineError) {
        if value.isBytes { try output.admit(value.count) }
        if value.isJSON { return output.append(value.bytes) }
        switch value.kind {
        case .null: output.append("null")
        case .integer, .real: value.appendText(to: &output)
        case .text: quote(value.view, to: &output)
        case .blob: throw .function(message: "JSON cannot hold BLOB values")
        }
    }

    /// How many of the bytes at the low end are neither a quote nor a backslash nor less than 32.
    @inline(__always)
    static func plainCount(_ word: UInt64) -> Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let (quote, backslash) = (word ^ (ones &* 0x22), word ^ (ones &* 0x5C))
        // The high bit of a byte that is 0, or less than 32; above the first such bit there may be
        // others.
        let found =
            (quote &- ones) & ~quote | (backslash &- ones) & ~backslash
            | (word &- ones &* 0x20) & ~word
        return (found & (ones &* 0x80)).trailingZeroBitCount / 8
    }

    /// Writes a text between quotes.
    static func quote(_ text: ByteView, to output: inout ByteBuffer) {
        output.appendByte(UInt8(ascii: "\""))
        escape(text, to: &output)
        output.appendByte(UInt8(ascii: "\""))
    }

    private static func escape(_ text: ByteView, to output: inout ByteBuffer) {
        var start = 0
        var index = 0
        while index < text.count {
            let plain = plainCount(text.word(at: index))
            index &+= plain
            let byte = text[index]
            guard byte < 0x20 || byte == 0x22 || byte == 0x5C, index < text.count else {
                if plain == 0 { index &+= 1 }
                continue
            }
            output.append(text[start, index])
            index &+= 1
            start = index
            output.appendByte(0x5C)
            switch byte {
            case 0x22, 0x5C: output.appendByte(byte)
            case 0x08: output.appendByte(UInt8(ascii: "b"))
            case 0x09: output.appendByte(UInt8(ascii: "t"))
            case 0x0A: output.appendByte(UInt8(ascii: "n"))
            case 0x0C: output.appendByte(UInt8(ascii: "f"))
            case 0x0D: output.appendByte(UInt8(ascii: "r"))
            default:
                output.append(byte < 0x10 ? "u000" : "u001")
                let digit = byte & 15
                output.appendByte(digit < 10 ? 0x30 &+ digit : 0x57 &+ digit)
            }
        }
        output.append(text.dropFirst(start))
    }

    /// Writes what a text between quotes means.
    static func unescape(_ inside: ByteView, to output: inout ByteBuffer) {
        var index = 0
        while index < inside.count {
            let byte = inside[index]
            index &+= 1
            guard byte == 0x5C, index < inside.count else {
                output.appendByte(byte)
                continue
            }
            let letter = inside[index]
            index &+= 1
            switch letter {
            case UInt8(ascii: "b"): output.appendByte(0x08)
            case UInt8(ascii: "f"): output.appendByte(0x0C)
            case UInt8(ascii: "n"): output.appendByte(0x0A)
            case UInt8(ascii: "r"): output.appendByte(0x0D)
            case UInt8(ascii: "t"): output.appendByte(0x09)
            case UInt8(ascii: "u"): appendCharacter(inside, &index, to: &output)
            default: output.appendByte(letter)
            }
        }
    }

    /// The character behind `\u`, of a pair of surrogates if it begins one.
    private static func appendCharacter(
        _ inside: ByteView, _ index: inout Int, to output: inout ByteBuffer
    ) {
        guard let first = hexadecimal(inside, index) else { return }
        index &+= 4
        var scalar = first
        if first >= 0xD800, first < 0xDC00, inside[index] == 0x5C,
            inside[index &+ 1] == UInt8(ascii: "u"),
            let second = hexadecimal(inside, index &+ 2), second >= 0xDC00, second < 0xE000
        {
            scalar = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
            index &+= 6
        }
        output.appendCharacter(scalar >= 0xD800 && scalar < 0xE000 ? 0xFFFD : scalar)
    }

    /// The number of four digits; nil if there are not as many.
    static func hexadecimal(_ text: ByteView, _ start: Int) -> UInt32? {
        var value: UInt32 = 0
        for offset in 0..<4 {
            let byte = text[start &+ offset]
            let digit: UInt8
            switch byte {
            case 0x30...0x39: digit = byte - 0x30
            case 0x41...0x46: digit = byte - 0x37
            case 0x61...0x66: digit = byte - 0x57
            default: return nil
            }
            value = value << 4 | UInt32(digit)
        }
        return value
    }
}
