/// The bytes of which keys are made. Spec/format.md, section "Key encoding".
///
///     05             NULL
///     10       +8    REAL below −2⁶³
///     11…18    +8…1  scaled number below −16, as complement of −v−1
///     20…AF          scaled number −16…127 (30 is zero)
///     B0…B7    +1…8  scaled number from 128
///     B8       +8    REAL from 2⁶³
///     C0 … 00        TEXT
///     C8 … 00        BLOB
///
/// The *scaled* form of an integer i is 2i, that of a real x between two integers 2⌊x⌋+1, followed
/// by eight more bytes that order the reals between these two. So both kinds of number interleave
/// exactly, without rounding.
@usableFromInline
enum KeyFormat {
    @usableFromInline static let null: UInt8 = 0x05
    @usableFromInline static let hugeNegative: UInt8 = 0x10
    /// A negative number of n bytes has the tag `afterNegative - n`.
    @usableFromInline static let afterNegative: UInt8 = 0x19
    @usableFromInline static let firstNegative: UInt8 = 0x11
    @usableFromInline static let lastNegative: UInt8 = 0x18
    /// The first tag that is a number by itself; `beforePositive` is the last one.
    @usableFromInline static let firstSmall: UInt8 = 0x20
    @usableFromInline static let zero: UInt8 = 0x30
    /// A positive number of n bytes has the tag `beforePositive + n`.
    @usableFromInline static let beforePositive: UInt8 = 0xAF
    @usableFromInline static let firstPositive: UInt8 = 0xB0
    @usableFromInline static let lastPositive: UInt8 = 0xB7
    @usableFromInline static let hugePositive: UInt8 = 0xB8
    @usableFromInline static let text: UInt8 = 0xC0
    @usableFromInline static let blob: UInt8 = 0xC8

    @usableFromInline static let terminator: UInt8 = 0x00
    @usableFromInline static let escape: UInt8 = 0x01
    @usableFromInline static let escapedZero: UInt8 = 0x01
    @usableFromInline static let escapedOne: UInt8 = 0x02

    @usableFromInline static let smallNegativeCount: UInt64 = 16
    @usableFromInline static let smallPositiveCount: UInt64 = 128

    /// The bits of a real such that unsigned order is numeric order.
    @inlinable @inline(__always)
    static func orderedImage(_ value: Double) -> UInt64 {
        let bits = value.bitPattern
        return bits ^ (UInt64(bitPattern: Int64(bitPattern: bits) &>> 63) | 1 &<< 63)
    }

    @inlinable @inline(__always)
    static func real(fromImage image: UInt64) -> Double {
        let isPositive = image &>> 63 != 0
        return Double(bitPattern: isPositive ? image ^ 1 &<< 63 : ~image)
    }

    /// A real as the integer below and whether something is left; nil outside of 64 bits.
    @inlinable @inline(__always)
    static func split(_ value: Double) -> (floor: Int64, isFraction: Bool)? {
        guard value >= -0x1p63, value < 0x1p63 else { return nil }
        // Not `rounded(.down)`: without SSE 4.1 that is a call into the C library.
        let truncated = Int64(value)
        let back = Double(truncated)
        return (back > value ? truncated &- 1 : truncated, back != value)
    }
}

/// What a key alone does not tell, and the list beside it does.
///
///     entry = varint (columns skipped × 8 + kind) ‖ body
///
///     0  the integer was a REAL            no body
///     1  the zero was −0.0                 no body
///     2  letters were upper case (NOCASE)  varint size ‖ bitmap, lowest bit first
///     3  spaces were stripped (RTRIM)      one byte, 1…31
///     4  the original text                 varint size ‖ bytes
@usableFromInline
enum KeyFixup: UInt8 {
    case isReal = 0
    case isNegativeZero = 1
    case upperCase = 2
    case spaces = 3
    case original = 4

    /// More spaces are kept as the original text: a key's value stays within sixteen times what
    /// was read from the file.
    @usableFromInline static let maxSpaces = 31
}
