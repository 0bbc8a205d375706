/// Questions about single bytes of text. Only ASCII has cases, digits and spaces here: SQL's
/// built-in functions leave every other character alone.
package enum ASCII {
    @inline(__always)
    package static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    /// Space, tab, line feed, vertical tab, form feed, carriage return.
    @inline(__always)
    package static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 0x09 < 5 }

    @inline(__always)
    package static func isUpper(_ byte: UInt8) -> Bool { byte &- 0x41 < 26 }

    @inline(__always)
    package static func isLower(_ byte: UInt8) -> Bool { byte &- 0x61 < 26 }

    @inline(__always)
    package static func isLetter(_ byte: UInt8) -> Bool { isLower(byte | 0x20) }

    @inline(__always)
    package static func lowercased(_ byte: UInt8) -> UInt8 { isUpper(byte) ? byte | 0x20 : byte }

    @inline(__always)
    package static func uppercased(_ byte: UInt8) -> UInt8 { isLower(byte) ? byte & 0xDF : byte }

    /// Whether the byte is inside of a UTF-8 sequence, not its first one.
    @inline(__always)
    package static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
