/// Growing raw memory that is filled, read and filled again without allocating.
///
/// **Users.** One owner, one thread. Pointers into it are good until the next call that may grow
/// it (`reserve`, `append…`).
///
/// **Always true.** `count <= capacity`; the first `count` bytes are initialised. What `reserve`
/// promised may be written through `end` before `advance` makes it part of the content.
@usableFromInline
package struct ByteBuffer: ~Copyable {
    @usableFromInline var memory: UnsafeMutableRawPointer
    @usableFromInline var used: Int
    @usableFromInline var room: Int

    private static let usualRoom = 256

    package init(capacity: Int? = nil) {
        room = max(capacity ?? ByteBuffer.usualRoom, 32)
        memory = UnsafeMutableRawPointer.allocate(byteCount: room, alignment: 16)
        used = 0
    }

    deinit { memory.deallocate() }

    @inlinable package var count: Int { used }
    @inlinable package var capacity: Int { room }
    @inlinable package var start: UnsafeMutableRawPointer { memory }
    @inlinable package var end: UnsafeMutableRawPointer { memory + used }
    @inlinable package var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: memory, count: used)
    }

    /// Forgets the content and keeps the memory.
    @inlinable package mutating func removeAll() { used = 0 }

    /// Gives its memory away, with all that is in it, and goes on with other memory: with some of
    /// its own if there is none.
    package mutating func trade(
        for other: UnsafeMutableRawPointer?, room otherRoom: Int
    ) -> (memory: UnsafeMutableRawPointer, room: Int) {
        let given = (memory, room)
        room = other == nil ? ByteBuffer.usualRoom : otherRoom
        memory = other ?? .allocate(byteCount: room, alignment: 16)
        used = 0
        return given
    }

    /// Keeps the first `count` bytes. Requires: there are as many.
    @inlinable package mutating func truncate(to count: Int) {
        assert(count <= used, "truncating to more than there is")
        used = count
    }

    /// Makes sure that `extra` bytes can be written at `end`.
    @inlinable @inline(__always)
    package mutating func reserve(_ extra: Int) {
        if room &- used < extra { grow(extra) }
    }

    /// Takes over `count` bytes that were written at `end`. Requires: they were reserved.
    @inlinable @inline(__always)
    package mutating func advance(_ count: Int) {
        assert(count <= room - used, "advancing past what was reserved")
        used = used &+ count
    }

    @inlinable @inline(__always)
    package mutating func appendByte(_ byte: UInt8) {
        reserve(1)
        memory.storeByte(byte, at: used)
        used = used &+ 1
    }

    @inlinable @inline(__always)
    package mutating func append(_ bytes: UnsafeRawPointer, count: Int) {
        reserve(count)
        (memory + used).copyMemory(from: bytes, byteCount: count)
        used = used &+ count
    }

    /// Appends a few bytes without a call: sixteen are copied, and `count` of them stay. Requires:
    /// `0 <= count <= 16`, and sixteen bytes may be read.
    @inlinable @inline(__always)
    package mutating func appendShort(_ bytes: UnsafeRawPointer, count: Int) {
        assert(count >= 0 && count <= 16, "not short")
        reserve(16)
        let target = memory + used
        target.storeBytes(of: bytes.loadUnaligned(as: UInt64.self), as: UInt64.self)
        target.storeBytes(
            of: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self), toByteOffset: 8,
            as: UInt64.self)
        used = used &+ count
    }

    @inlinable
    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let base = bytes.baseAddress else { return }
        append(base, count: bytes.count)
    }

    @inlinable
    package mutating func appendVarint(_ value: UInt64) {
        reserve(Varint.maxSize)
        used = used &+ Varint.write(value, to: memory + used)
    }

    /// Cold: doubling keeps the cost of growing to a constant per byte.
    @usableFromInline @inline(never)
    mutating func grow(_ extra: Int) {
        let needed = max(used + extra, room * 2)
        let larger = UnsafeMutableRawPointer.allocate(byteCount: needed, alignment: 16)
        larger.copyMemory(from: memory, byteCount: used)
        memory.deallocate()
        memory = larger
        room = needed
    }
}
