/// Whether bytes are well-formed UTF-8, as Unicode table 3-7 has it: no overlong forms, no
/// surrogates, nothing above U+10FFFF. NUL is a character like any other.
@usableFromInline
package enum UTF8Validation {
    @usableFromInline static let highBits: UInt64 = 0x8080_8080_8080_8080

    @inlinable
    package static func isValid(_ bytes: UnsafeRawPointer, count: Int) -> Bool {
        // Most text is ASCII: settle it a word at a time, the last one from the end.
        var offset = 0
        while offset &+ 8 <= count {
            if bytes.little(UInt64.self, at: offset) & highBits != 0 { break }
            offset = offset &+ 8
        }
        if offset &+ 8 > count {
            if offset == count { return true }
            if count >= 8 {
                if bytes.little(UInt64.self, at: count &- 8) & highBits == 0 { return true }
            } else if count >= 4 {
                let both =
                    bytes.little(UInt32.self, at: 0) | bytes.little(UInt32.self, at: count &- 4)
                if UInt64(both) & highBits == 0 { return true }
            }
        }
        return isValid(bytes, from: offset, count: count)
    }

    @usableFromInline
    package static func isValid(_ text: UnsafeRawBufferPointer) -> Bool {
        guard let base = text.baseAddress else { return true }
        return isValid(base, count: text.count)
    }

    @usableFromInline
    static func isValid(_ bytes: UnsafeRawPointer, from start: Int, count: Int) -> Bool {
        var offset = start
        while offset < count {
            let lead = bytes.byte(at: offset)
            if lead < 0x80 {
                offset = offset &+ 1
                continue
            }
            let length = sequenceLength(bytes + offset, lead: lead, available: count &- offset)
            guard length > 0 else { return false }
            offset = offset &+ length
        }
        return true
    }

    /// The length of the sequence that begins with `lead`, which is not ASCII; 0 if it is broken.
    private static func sequenceLength(
        _ bytes: UnsafeRawPointer, lead: UInt8, available: Int
    ) -> Int {
        let length: Int
        // The second byte's range depends on the first; all later ones are 80…BF.
        var low: UInt8 = 0x80
        var high: UInt8 = 0xBF
        switch lead {
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, low) = (3, 0xA0)
        case 0xED: (length, high) = (3, 0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, low) = (4, 0x90)
        case 0xF1...0xF3: length = 4
        case 0xF4: (length, high) = (4, 0x8F)
        default: return 0
        }
        guard length <= available else { return 0 }
        let second = bytes.byte(at: 1)
        guard second >= low, second <= high else { return 0 }
        var index = 2
        while index < length {
            guard bytes.byte(at: index) & 0xC0 == 0x80 else { return 0 }
            index = index &+ 1
        }
        return length
    }
}
