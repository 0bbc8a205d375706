/// The type codes of a record: what a column holds and how many bytes its body has.
///
///     0        NULL                        0 bytes
///     1…6      integer of 1,2,3,4,6,8      as many
///     7, 8     the integers 0 and 1        0
///     9        REAL                        8
///     10, 11   reserved, refused
///     12…110   TEXT of 0…98                code − 12
///     111…127  BLOB of 0…16                code − 111
///     128…     even: TEXT of 99 and more   99 + (code − 128) / 2
///              odd:  BLOB of 17 and more   17 + (code − 129) / 2
///
/// One-byte codes go to texts up to 98 bytes, which is nearly all of them, and to blobs up to the
/// 16 of a UUID. Spec/format.md, section "Record encoding".
@usableFromInline
enum RecordCode {
    @usableFromInline static let null: UInt64 = 0
    @usableFromInline static let zero: UInt64 = 7
    @usableFromInline static let one: UInt64 = 8
    @usableFromInline static let real: UInt64 = 9
    @usableFromInline static let firstText: UInt64 = 12
    @usableFromInline static let firstBlob: UInt64 = 111
    @usableFromInline static let firstLong: UInt64 = 128
    @usableFromInline static let longText: UInt64 = 99
    @usableFromInline static let longBlob: UInt64 = 17

    /// The body sizes of the codes 0…9, four bits each.
    @usableFromInline static let fixedSizes: UInt64 = 0x80_0864_3210

    /// Whether a code means something, and no more than the longest value.
    static func isKnown(_ code: UInt64) -> Bool {
        code != 10 && code != 11 && code <= blob(RecordLimits.maxValueSize)
    }

    /// The number of bytes of the body. Hot. Requires: a known code.
    @inlinable @inline(__always)
    static func bodySize(_ code: UInt64) -> Int {
        let size: UInt64
        if code < firstText {
            size = fixedSizes &>> (code &* 4) & 15
        } else if code < firstBlob {
            size = code &- firstText
        } else if code < firstLong {
            size = code &- firstBlob
        } else {
            size = (code &- firstLong) &>> 1 &+ (code & 1 == 0 ? longText : longBlob)
        }
        return Int(truncatingIfNeeded: size)
    }

    @inlinable @inline(__always)
    static func isText(_ code: UInt64) -> Bool {
        code < firstLong ? code < firstBlob : code & 1 == 0
    }

    @inlinable @inline(__always)
    static func text(_ count: Int) -> UInt64 {
        let size = UInt64(truncatingIfNeeded: count)
        return size < longText ? firstText &+ size : firstLong &+ (size &- longText) &* 2
    }

    @inlinable @inline(__always)
    static func blob(_ count: Int) -> UInt64 {
        let size = UInt64(truncatingIfNeeded: count)
        return size < longBlob ? firstBlob &+ size : firstLong &+ 1 &+ (size &- longBlob) &* 2
    }

    /// The code of the narrowest form of an integer.
    @inlinable @inline(__always)
    static func integer(_ value: Int64) -> UInt64 {
        // Folding the sign in leaves the bits that a form must have besides its sign bit.
        let magnitude = UInt64(bitPattern: value ^ (value &>> 63))
        if magnitude < 0x80 {
            guard value &>> 1 == 0 else { return 1 }
            return zero &+ UInt64(truncatingIfNeeded: value)
        }
        if magnitude < 0x8000 { return 2 }
        if magnitude < 0x80_0000 { return 3 }
        if magnitude < 0x8000_0000 { return 4 }
        return magnitude < 0x8000_0000_0000 ? 5 : 6
    }
}
