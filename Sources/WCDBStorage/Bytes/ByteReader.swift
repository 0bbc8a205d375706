/// Reads bytes that nobody has checked, from front to back: each step compares with the end
/// first and answers nil instead of reading past it.
///
/// **Users.** Decoders of untrusted bytes. The bytes must outlive the reader.
///
/// **Always true.** `0 <= offset <= count`; a step that answers nil has not moved.
@frozen
@usableFromInline
package struct ByteReader {
    @usableFromInline package let bytes: UnsafeRawPointer
    @usableFromInline package let count: Int
    @usableFromInline var position: Int

    @inlinable
    package init(_ bytes: UnsafeRawPointer, count: Int) {
        self.bytes = bytes
        self.count = count
        self.position = 0
    }

    @inlinable package var offset: Int { position }
    @inlinable package var remaining: Int { count &- position }
    @inlinable package var isAtEnd: Bool { position == count }
    /// Where the next byte is; not to be dereferenced at the end.
    @inlinable package var current: UnsafeRawPointer { bytes + position }

    @inlinable @inline(__always)
    package mutating func readByte() -> UInt8? {
        guard position < count else { return nil }
        let byte = bytes.byte(at: position)
        position = position &+ 1
        return byte
    }

    @inlinable @inline(__always)
    package mutating func readVarint() -> UInt64? {
        guard let read = Varint.read(bytes + position, available: count &- position) else {
            return nil
        }
        position = position &+ read.size
        return read.value
    }

    /// The next `length` bytes, where they lie.
    @inlinable @inline(__always)
    package mutating func readBytes(_ length: Int) -> UnsafeRawBufferPointer? {
        guard length >= 0, length <= count &- position else { return nil }
        let found = UnsafeRawBufferPointer(start: bytes + position, count: length)
        position = position &+ length
        return found
    }
}
