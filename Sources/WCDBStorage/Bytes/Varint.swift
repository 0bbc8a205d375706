/// Unsigned integers in one to nine bytes, the small ones in one.
///
/// Seven bits a byte, lowest first, the top bit saying "more follows"; a ninth byte holds eight
/// bits, so that 64 bits never need a tenth. Each value has exactly one form: the last byte of a
/// longer one is not zero. Spec/format.md, section "Record encoding".
@usableFromInline
package enum Varint {
    @usableFromInline package static let maxSize = 9

    /// A value and the number of bytes it was read from.
    @frozen
    @usableFromInline
    package struct Read: Equatable, Sendable {
        @usableFromInline package let value: UInt64
        @usableFromInline package let size: Int

        @inlinable @inline(__always)
        package init(value: UInt64, size: Int) {
            self.value = value
            self.size = size
        }
    }

    /// The number of bytes that `write` will use.
    @inlinable
    package static func size(of value: UInt64) -> Int {
        let bits = 64 &- (value | 1).leadingZeroBitCount
        return bits > 56 ? maxSize : (bits &+ 6) / 7
    }

    /// Writes the value and returns how many bytes it took.
    /// Requires: `size(of: value)` bytes of room.
    @inlinable
    package static func write(_ value: UInt64, to target: UnsafeMutableRawPointer) -> Int {
        var rest = value
        var offset = 0
        while rest >= 0x80 && offset < 8 {
            target.storeByte(UInt8(truncatingIfNeeded: rest) | 0x80, at: offset)
            rest &>>= 7
            offset = offset &+ 1
        }
        target.storeByte(UInt8(truncatingIfNeeded: rest), at: offset)
        return offset &+ 1
    }

    /// Reads from bytes nobody has checked: nil if they end too early or are not the one form of
    /// their value. Never touches more than `available` bytes. Hot.
    @inlinable @inline(__always)
    package static func read(_ bytes: UnsafeRawPointer, available: Int) -> Read? {
        guard available > 0 else { return nil }
        let first = bytes.byte(at: 0)
        guard first >= 0x80 else { return Read(value: UInt64(first), size: 1) }
        return readLong(bytes, available: available)
    }

    @inlinable
    static func readLong(_ bytes: UnsafeRawPointer, available: Int) -> Read? {
        let end = min(available, maxSize)
        var value: UInt64 = 0
        var offset = 0
        while offset < end {
            let byte = bytes.byte(at: offset)
            let shift = UInt64(truncatingIfNeeded: offset &* 7)
            let isLast = byte < 0x80 || offset == 8
            value |= UInt64(offset == 8 ? byte : byte & 0x7F) &<< shift
            offset = offset &+ 1
            if isLast { return byte == 0 ? nil : Read(value: value, size: offset) }
        }
        return nil
    }

    /// Reads from bytes that `read` accepted before. Hot.
    @inlinable @inline(__always)
    package static func readValidated(_ bytes: UnsafeRawPointer) -> Read {
        let first = bytes.byte(at: 0)
        guard first >= 0x80 else { return Read(value: UInt64(first), size: 1) }
        let second = bytes.byte(at: 1)
        guard second >= 0x80 else {
            return Read(value: UInt64(first & 0x7F) | UInt64(second) &<< 7, size: 2)
        }
        return readLong(bytes, available: maxSize) ?? Read(value: 0, size: maxSize)
    }
}
