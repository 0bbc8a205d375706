import WCDBStorage

/// The byte that says what a value of a packed row is, and how its bytes lie.
///
///     0            NULL                        no bytes
///     2 … 8        an integer                  as many bytes, little-endian
///     9            a REAL                      8 bytes
///     10, 11       a text, a blob              UInt32 count ‖ bytes
///     12 … 133     a text of 0 … 121 bytes     its bytes
///     134 … 255    a blob of 0 … 121 bytes     its bytes
///
/// **Users.** Packed rows; a namespace.
enum PackedCode {
    private static let real: UInt8 = 9
    private static let longText: UInt8 = 10
    private static let longBlob: UInt8 = 11
    private static let shortText = 12
    private static let shortBlob = 134
    private static let maxShortCount = 121

    /// Writes the bytes of a value; may spoil eight bytes behind them. Hot.
    @inline(__always)
    static func write(
        _ value: ColumnValue, to target: UnsafeMutableRawPointer
    ) -> (code: UInt8, size: Int) {
        switch value.kind {
        case .null: return (0, 0)
        case .integer:
            let integer = value.integer
            target.storeLittle(UInt64(bitPattern: integer), at: 0)
            let size = size(of: integer)
            return (UInt8(truncatingIfNeeded: size), size)
        case .real:
            target.storeLittle(value.real.bitPattern, at: 0)
            return (real, 8)
        case .text: return write(value.bytes, longText, shortText, to: target)
        case .blob: return write(value.bytes, longBlob, shortBlob, to: target)
        }
    }

    @inline(__always)
    private static func write(
        _ bytes: UnsafeRawBufferPointer, _ long: UInt8, _ short: Int,
        to target: UnsafeMutableRawPointer
    ) -> (code: UInt8, size: Int) {
        guard bytes.count > maxShortCount else {
            if let base = bytes.baseAddress { target.copyFew(from: base, count: bytes.count) }
            return (UInt8(truncatingIfNeeded: short &+ bytes.count), bytes.count)
        }
        target.storeLittle(UInt32(truncatingIfNeeded: bytes.count), at: 0)
        if let base = bytes.baseAddress {
            (target + 4).copyMemory(from: base, byteCount: bytes.count)
        }
        return (long, bytes.count &+ 4)
    }

    /// The bytes an integer needs, but two at least: a reader loads the eight that end with them,
    /// and so many there are in a row before any value.
    @inline(__always)
    private static func size(of integer: Int64) -> Int {
        let magnitude = integer ^ (integer &>> 63)
        return max(2, (72 &- magnitude.leadingZeroBitCount) &>> 3)
    }

    /// The value that a code stands for, whose bytes begin there. Hot.
    @inline(__always)
    static func read(
        _ code: UInt8, at place: UnsafeRawPointer
    ) -> (value: ColumnValue, size: Int) {
        let number = Int(code)
        if number >= shortBlob {
            return (.blob(place, count: number &- shortBlob), number &- shortBlob)
        }
        if number >= shortText {
            return (.text(place, count: number &- shortText), number &- shortText)
        }
        switch code {
        case 0: return (.null, 0)
        case real: return (.real(Double(bitPattern: place.little(UInt64.self, at: 0))), 8)
        case longText, longBlob:
            let count = Int(place.little(UInt32.self, at: 0))
            return (
                code == longText ? .text(place + 4, count: count) : .blob(place + 4, count: count),
                count &+ 4
            )
        default:
            let word = Int64(bitPattern: place.little(UInt64.self, at: number &- 8))
            return (.integer(word &>> Int64(truncatingIfNeeded: 64 &- number &* 8)), number)
        }
    }
}
