package import WCDBStorage

/// The characters of a UTF-8 text, one after the other.
///
/// Text that came from a blob may be anything: broken sequences are read as some character and
/// never beyond the end. Functions that end at a NUL see 0 both there and at the end.
package enum Characters {
    package static let replacement: UInt32 = 0xFFFD

    /// The character at `position`, which moves behind it; 0 at the end, which moves too.
    @inline(__always)
    package static func next(_ text: ByteView, _ position: inout Int) -> UInt32 {
        let lead = text[position]
        position &+= 1
        return lead < 0xC0 ? UInt32(lead) : rest(lead, text, &position)
    }

    /// The character that begins with the byte before `position`.
    @inline(never)
    private static func rest(
        _ lead: UInt8, _ text: ByteView, _ position: inout Int
    ) -> UInt32 {
        // The bits of the first byte behind its leading ones.
        var code = UInt32(lead & (0x7F >> UInt8((~lead).leadingZeroBitCount)))
        while ASCII.isContinuation(text[position]) {
            code = code << 6 | UInt32(text[position] & 0x3F)
            position &+= 1
        }
        let isSurrogate = code & 0xFFFF_F800 == 0xD800
        return code < 0x80 || isSurrogate || code & 0xFFFF_FFFE == 0xFFFE ? replacement : code
    }

    /// Where the character ends that begins at `position`.
    @inline(__always)
    package static func end(_ text: ByteView, at position: Int) -> Int {
        var end = position &+ 1
        guard text[position] >= 0xC0 else { return end }
        while ASCII.isContinuation(text[end]) { end &+= 1 }
        return end
    }

    /// The number of characters before the first NUL. Hot.
    package static func count(_ text: ByteView) -> Int {
        var position = text.plainCount
        var count = position
        while text[position] != 0 {
            position = end(text, at: position)
            count &+= 1
        }
        return count
    }
}

extension ByteBuffer {
    /// Adds the one to four bytes of a character; a surrogate is written like any other.
    package mutating func appendCharacter(_ code: UInt32) {
        func tail(_ shift: UInt32) -> UInt8 { UInt8(0x80 | (code >> shift) & 0x3F) }
        switch code {
        case 0..<0x80:
            appendByte(UInt8(code))
        case 0x80..<0x800:
            appendByte(UInt8(0xC0 | code >> 6))
            appendByte(tail(0))
        case 0x800..<0x10000:
            appendByte(UInt8(0xE0 | code >> 12))
            appendByte(tail(6))
            appendByte(tail(0))
        default:
            appendByte(UInt8(0xF0 | (code >> 18) & 0x07))
            appendByte(tail(12))
            appendByte(tail(6))
            appendByte(tail(0))
        }
    }
}
