/// The 64-bit checksum of pages and log frames.
///
/// Four lanes absorb eight bytes each; every step is invertible in its input word and in its
/// state, and the lanes are then absorbed one after another, invertibly too. Hence two inputs
/// that differ only inside one aligned eight-byte word never have the same checksum, which a
/// fold-multiply hash cannot promise. Published with test vectors in Spec/format.md.
@usableFromInline
package enum Checksum {
    @usableFromInline static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
    @usableFromInline static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    @usableFromInline static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
    @usableFromInline static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63

    /// A page is hashed in this many equal segments, so that a change of a few bytes costs the
    /// segments it touches and not the page.
    package static let segmentCount = 8

    /// One absorbing step: a bijection of `word` for every `state`, and the other way round.
    @inlinable @inline(__always)
    static func absorb(_ state: UInt64, _ word: UInt64) -> UInt64 {
        let mixed = (state ^ word) &* prime1
        return mixed &<< 31 | mixed &>> 33
    }

    @inlinable @inline(__always)
    static func avalanche(_ value: UInt64) -> UInt64 {
        var hash = value
        hash = (hash ^ hash &>> 33) &* prime2
        hash = (hash ^ hash &>> 29) &* prime3
        return hash ^ hash &>> 32
    }

    /// The checksum of `count` bytes. Hot.
    @inlinable
    package static func sum(_ bytes: UnsafeRawPointer, count: Int, seed: UInt64) -> UInt64 {
        var lane0 = seed &+ prime1
        var lane1 = seed ^ prime2
        var lane2 = seed &+ prime3
        var lane3 = seed ^ prime4
        var offset = 0
        while offset &+ 32 <= count {
            lane0 = absorb(lane0, load(bytes, offset))
            lane1 = absorb(lane1, load(bytes, offset &+ 8))
            lane2 = absorb(lane2, load(bytes, offset &+ 16))
            lane3 = absorb(lane3, load(bytes, offset &+ 24))
            offset = offset &+ 32
        }
        var hash = seed ^ UInt64(truncatingIfNeeded: count) &* prime4
        hash = absorb(hash, lane0)
        hash = absorb(hash, lane1)
        hash = absorb(hash, lane2)
        hash = absorb(hash, lane3)
        while offset &+ 8 <= count {
            hash = absorb(hash, load(bytes, offset))
            offset = offset &+ 8
        }
        while offset < count {
            hash = absorb(hash, UInt64(bytes.load(fromByteOffset: offset, as: UInt8.self)))
            offset = offset &+ 1
        }
        return avalanche(hash)
    }

    @inlinable @inline(__always)
    static func load(_ bytes: UnsafeRawPointer, _ offset: Int) -> UInt64 {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// The checksums of the segments whose bit is set in `segments`; the others are left alone.
    /// The first segment does not cover the eight bytes at `field`, where the page's own checksum
    /// lies. Requires: `pageSize` is a multiple of 64 and `field + 8 <= pageSize / 8`.
    package static func updateSegments(
        of page: UnsafeRawPointer, pageSize: Int, seed: UInt64, field: Int = 0,
        segments: UInt8, into sums: UnsafeMutablePointer<UInt64>
    ) {
        let length = pageSize &>> 3
        if segments & 1 != 0 {
            let start = sum(page, count: field, seed: seed)
            sums[0] = sum(page + field + 8, count: length &- field &- 8, seed: start)
        }
        var index = 1
        while index < segmentCount {
            if segments &>> UInt8(truncatingIfNeeded: index) & 1 != 0 {
                let segment = page + index &* length
                sums[index] = sum(
                    segment, count: length, seed: seed &+ UInt64(truncatingIfNeeded: index))
            }
            index = index &+ 1
        }
    }

    /// The checksum of a page from those of its segments: invertible in each of them.
    package static func combine(_ sums: UnsafePointer<UInt64>, seed: UInt64) -> UInt64 {
        var hash = seed
        var index = 0
        while index < segmentCount {
            hash = absorb(hash, sums[index])
            index = index &+ 1
        }
        return avalanche(hash)
    }

    /// The checksum of a whole page, leaving its segments' sums in `sums`.
    package static func page(
        _ page: UnsafeRawPointer, pageSize: Int, seed: UInt64, field: Int = 0,
        sums: UnsafeMutablePointer<UInt64>
    ) -> UInt64 {
        updateSegments(
            of: page, pageSize: pageSize, seed: seed, field: field, segments: 0xFF, into: sums)
        return combine(sums, seed: seed)
    }
}
