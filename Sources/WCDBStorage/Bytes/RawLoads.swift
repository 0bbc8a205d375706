#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The loads and stores from which everything above `Bytes` reads and writes raw memory.
///
/// None of them checks anything: the caller has compared the offset with the end before, or the
/// bytes were validated when they came in.
extension UnsafeRawPointer {
    @inlinable @inline(__always)
    package func byte(at offset: Int) -> UInt8 { load(fromByteOffset: offset, as: UInt8.self) }

    /// A little-endian integer at any alignment.
    @inlinable @inline(__always)
    package func little<T: FixedWidthInteger>(_ type: T.Type, at offset: Int) -> T
    where T: BitwiseCopyable {
        T(littleEndian: loadUnaligned(fromByteOffset: offset, as: type))
    }

    /// A big-endian integer at any alignment.
    @inlinable @inline(__always)
    package func big<T: FixedWidthInteger>(_ type: T.Type, at offset: Int) -> T
    where T: BitwiseCopyable {
        T(bigEndian: loadUnaligned(fromByteOffset: offset, as: type))
    }
}

extension UnsafeMutableRawPointer {
    @inlinable @inline(__always)
    package func storeByte(_ value: UInt8, at offset: Int) {
        storeBytes(of: value, toByteOffset: offset, as: UInt8.self)
    }

    @inlinable @inline(__always)
    package func storeLittle<T: FixedWidthInteger>(_ value: T, at offset: Int)
    where T: BitwiseCopyable {
        storeBytes(of: value.littleEndian, toByteOffset: offset, as: T.self)
    }

    @inlinable @inline(__always)
    package func storeBig<T: FixedWidthInteger>(_ value: T, at offset: Int)
    where T: BitwiseCopyable {
        storeBytes(of: value.bigEndian, toByteOffset: offset, as: T.self)
    }
}

extension UnsafeMutableRawPointer {
    /// Copies bytes from elsewhere, without a call if they are few. Hot.
    @inlinable @inline(__always)
    package func copyFew(from source: UnsafeRawPointer, count: Int) {
        if count > 32 { return copyMemory(from: source, byteCount: count) }
        // Two pieces that overlap, which the bytes in the middle do not mind.
        if count >= 16 {
            copyEnds(SIMD16<UInt8>.self, from: source, count: count)
        } else if count >= 8 {
            copyEnds(UInt64.self, from: source, count: count)
        } else if count >= 4 {
            copyEnds(UInt32.self, from: source, count: count)
        } else if count > 0 {
            storeByte(source.byte(at: count &>> 1), at: count &>> 1)
            copyEnds(UInt8.self, from: source, count: count)
        }
    }

    /// Requires: `count` is at least the size of a piece, and at most twice as much.
    @inlinable @inline(__always)
    func copyEnds<Piece: BitwiseCopyable>(
        _ piece: Piece.Type, from source: UnsafeRawPointer, count: Int
    ) {
        let last = count &- MemoryLayout<Piece>.size
        let front = source.loadUnaligned(as: piece)
        let end = source.loadUnaligned(fromByteOffset: last, as: piece)
        storeBytes(of: front, as: piece)
        storeBytes(of: end, toByteOffset: last, as: piece)
    }
}

/// The order of byte strings: unsigned, byte by byte, and a prefix before what it begins.
@usableFromInline
package enum ByteOrder {
    /// Negative, zero or positive, as the left bytes sort before, with or after the right ones.
    package static func compare(
        _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer
    ) -> Int {
        let shared = min(left.count, right.count)
        if shared > 0, let leftBytes = left.baseAddress, let rightBytes = right.baseAddress {
            let order = memcmp(leftBytes, rightBytes, shared)
            if order != 0 { return Int(order) }
        }
        return left.count - right.count
    }

    /// How many bytes both begin with in common.
    package static func commonPrefix(
        _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer
    ) -> Int {
        let limit = min(left.count, right.count)
        guard let leftBytes = left.baseAddress, let rightBytes = right.baseAddress else { return 0 }
        var count = 0
        while count &+ 8 <= limit {
            let difference =
                leftBytes.little(UInt64.self, at: count)
                ^ rightBytes.little(UInt64.self, at: count)
            if difference != 0 { return count &+ difference.trailingZeroBitCount &>> 3 }
            count &+= 8
        }
        while count < limit, leftBytes.byte(at: count) == rightBytes.byte(at: count) {
            count &+= 1
        }
        return count
    }

    /// Whether `bytes` begins with `prefix`.
    package static func hasPrefix(
        _ bytes: UnsafeRawBufferPointer, _ prefix: UnsafeRawBufferPointer
    ) -> Bool {
        guard prefix.count <= bytes.count else { return false }
        guard prefix.count > 0, let left = bytes.baseAddress, let right = prefix.baseAddress else {
            return true
        }
        return memcmp(left, right, prefix.count) == 0
    }
}
