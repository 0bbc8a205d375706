/// A number read from a key: strictly, from bytes nobody has checked.
@usableFromInline
struct KeyNumber {
    enum Value {
        case integer(Int64)
        case real(Double)
    }

    let value: Value
    /// Where the next column begins.
    let end: Int

    /// The number at `offset`; nil if these bytes are not the one encoding of a number. `mask` is
    /// FF in a descending column, else 0. Hot. Requires: `offset < count`.
    @inline(__always)
    static func read(
        _ key: UnsafeRawPointer, count: Int, from offset: Int, mask: UInt8
    ) -> KeyNumber? {
        let tag = key.byte(at: offset) ^ mask
        let start = offset &+ 1
        if tag >= KeyFormat.firstSmall && tag <= KeyFormat.beforePositive {
            let scaled = Int64(tag) &- Int64(KeyFormat.zero)
            return finish(
                key, count: count, from: start, mask: mask,
                floor: scaled &>> 1, isFraction: scaled & 1 != 0)
        }
        guard let size = KeyScan.bodySize(tag) else {
            return readHuge(key, count: count, from: start, mask: mask, tag: tag)
        }
        guard size <= count &- start else { return nil }
        let isNegative = tag < KeyFormat.afterNegative
        let body = loadBody(key, count: count, from: start, size: size, mask: mask)
        let unused = UInt64(truncatingIfNeeded: 64 &- size &* 8)
        let magnitude = isNegative ? ~body & (.max &>> unused) : body
        // Longer than needed is not canonical: it would not equal what the encoder writes.
        let smallest =
            size == 1
            ? (isNegative ? KeyFormat.smallNegativeCount : KeyFormat.smallPositiveCount)
            : 1 &<< (64 &- unused &- 8)
        guard magnitude >= smallest else { return nil }
        let half = Int64(truncatingIfNeeded: magnitude &>> 1)
        return finish(
            key, count: count, from: start &+ size, mask: mask,
            floor: isNegative ? ~half : half, isFraction: (magnitude & 1 != 0) != isNegative)
    }

    /// The fraction, if there is one: eight bytes that lie between `floor` and the next integer.
    @inline(__always)
    private static func finish(
        _ key: UnsafeRawPointer, count: Int, from start: Int, mask: UInt8,
        floor: Int64, isFraction: Bool
    ) -> KeyNumber? {
        guard isFraction else { return KeyNumber(value: .integer(floor), end: start) }
        guard let real = loadImage(key, count: count, from: start, mask: mask),
            let (realFloor, realIsFraction) = KeyFormat.split(real),
            realFloor == floor, realIsFraction
        else { return nil }
        return KeyNumber(value: .real(real), end: start &+ 8)
    }

    /// The REAL that is encoded like an integer; nil if there is none.
    static func real(_ integer: Int64) -> Double? {
        let real = Double(integer)
        guard let (floor, isFraction) = KeyFormat.split(real), floor == integer, !isFraction else {
            return nil
        }
        return real
    }

    private static func readHuge(
        _ key: UnsafeRawPointer, count: Int, from start: Int, mask: UInt8, tag: UInt8
    ) -> KeyNumber? {
        guard tag == KeyFormat.hugeNegative || tag == KeyFormat.hugePositive,
            let real = loadImage(key, count: count, from: start, mask: mask),
            !real.isNaN, KeyFormat.split(real) == nil,
            (real < 0) == (tag == KeyFormat.hugeNegative)
        else { return nil }
        return KeyNumber(value: .real(real), end: start &+ 8)
    }

    @inline(__always)
    private static func loadImage(
        _ key: UnsafeRawPointer, count: Int, from start: Int, mask: UInt8
    ) -> Double? {
        guard count &- start >= 8 else { return nil }
        let wideMask = UInt64(mask) &* WordTricks.ones
        return KeyFormat.real(fromImage: key.big(UInt64.self, at: start) ^ wideMask)
    }

    /// `size` big-endian bytes. Requires: the key has them.
    @inline(__always)
    private static func loadBody(
        _ key: UnsafeRawPointer, count: Int, from start: Int, size: Int, mask: UInt8
    ) -> UInt64 {
        if count &- start >= 8 {
            let word = key.big(UInt64.self, at: start) ^ UInt64(mask) &* WordTricks.ones
            return word &>> UInt64(truncatingIfNeeded: 64 &- size &* 8)
        }
        var body: UInt64 = 0
        var offset = start
        while offset < start &+ size {
            body = body &<< 8 | UInt64(key.byte(at: offset) ^ mask)
            offset = offset &+ 1
        }
        return body
    }
}
