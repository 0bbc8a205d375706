/// Questions about the eight bytes of a word, answered at once. Byte 0 is the lowest.
@usableFromInline
enum WordTricks {
    @usableFromInline static let ones: UInt64 = 0x0101_0101_0101_0101
    @usableFromInline static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// Not zero exactly when a byte of `word` is below 2: the two that keys escape. The lowest
    /// marked byte is the first such byte; marks above it may be wrong.
    @inlinable @inline(__always)
    static func bytesBelowTwo(_ word: UInt64) -> UInt64 {
        (word &- ones &* 2) & ~word & highBits
    }

    /// The same for bytes that are zero.
    @inlinable @inline(__always)
    static func zeroBytes(_ word: UInt64) -> UInt64 {
        (word &- ones) & ~word & highBits
    }

    /// The high bit of every byte that is an ASCII upper-case letter.
    @inlinable @inline(__always)
    static func upperCaseLetters(_ word: UInt64) -> UInt64 {
        let low = word & ~highBits
        let fromA = low &+ ones &* (0x80 - 0x41)
        let pastZ = low &+ ones &* (0x80 - 0x5B)
        return fromA & ~pastZ & ~word & highBits
    }

    /// ASCII letters in lower case, everything else as it is.
    @inlinable @inline(__always)
    static func lowercased(_ word: UInt64) -> UInt64 {
        word | upperCaseLetters(word) &>> 2
    }

    static func hasUpperCase(_ text: UnsafeRawBufferPointer) -> Bool {
        guard let bytes = text.baseAddress else { return false }
        var index = 0
        while index &+ 8 <= text.count {
            if upperCaseLetters(bytes.little(UInt64.self, at: index)) != 0 { return true }
            index = index &+ 8
        }
        while index < text.count {
            if isUpperCase(bytes.byte(at: index)) { return true }
            index = index &+ 1
        }
        return false
    }

    @inlinable @inline(__always)
    static func isUpperCase(_ byte: UInt8) -> Bool { byte &- 0x41 < 26 }

    @inlinable @inline(__always)
    static func isLowerCase(_ byte: UInt8) -> Bool { byte &- 0x61 < 26 }
}
