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
        rotate((state ^ word) &* prime1)
    }

    @inlinable @inline(__always)
    static func rotate(_ value: UInt64) -> UInt64 { value &<< 31 | value &>> 33 }

    @inlinable @inline(__always)
    static func rotateBack(_ value: UInt64) -> UInt64 { value &<< 33 | value &>> 31 }

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
        finish(Lanes(seed: seed), bytes, from: 0, count: count, seed: seed)
    }

    /// A piece of a page that is hashed by itself.
    private struct Piece {
        let bytes: UnsafeRawPointer
        let count: Int
        let seed: UInt64
    }

    private static func sum(_ piece: Piece) -> UInt64 {
        sum(piece.bytes, count: piece.count, seed: piece.seed)
    }

    /// The checksums of two pieces. A lane waits for its multiplication, so two pieces side by
    /// side take little longer than one. Hot.
    private static func sums(_ first: Piece, _ second: Piece) -> (UInt64, UInt64) {
        var firstLanes = Lanes(seed: first.seed)
        var secondLanes = Lanes(seed: second.seed)
        let common = min(first.count, second.count)
        var offset = 0
        while offset &+ 32 <= common {
            firstLanes.absorb(first.bytes, offset)
            secondLanes.absorb(second.bytes, offset)
            offset = offset &+ 32
        }
        return (
            finish(
                firstLanes, first.bytes, from: offset, count: first.count, seed: first.seed),
            finish(
                secondLanes, second.bytes, from: offset, count: second.count, seed: second.seed)
        )
    }

    /// What absorbs all but the end of a piece, eight bytes a lane.
    ///
    /// Lanes are kept as they are before the rotation that ends an absorbing step, and are rotated
    /// when the next one begins: behind the multiplication, the compiler would make a second
    /// multiplication of it.
    @frozen
    @usableFromInline
    struct Lanes {
        @usableFromInline var lane0: UInt64
        @usableFromInline var lane1: UInt64
        @usableFromInline var lane2: UInt64
        @usableFromInline var lane3: UInt64

        @inlinable @inline(__always)
        init(seed: UInt64) {
            lane0 = rotateBack(seed &+ prime1)
            lane1 = rotateBack(seed ^ prime2)
            lane2 = rotateBack(seed &+ prime3)
            lane3 = rotateBack(seed ^ prime4)
        }

        @inlinable @inline(__always)
        mutating func absorb(_ bytes: UnsafeRawPointer, _ offset: Int) {
            lane0 = (rotate(lane0) ^ load(bytes, offset)) &* prime1
            lane1 = (rotate(lane1) ^ load(bytes, offset &+ 8)) &* prime1
            lane2 = (rotate(lane2) ^ load(bytes, offset &+ 16)) &* prime1
            lane3 = (rotate(lane3) ^ load(bytes, offset &+ 24)) &* prime1
        }
    }

    /// The rest of a piece: its whole 32 bytes, the lanes one after another, its end.
    @inlinable @inline(__always)
    static func finish(
        _ lanes: Lanes, _ bytes: UnsafeRawPointer, from start: Int, count: Int, seed: UInt64
    ) -> UInt64 {
        var lanes = lanes
        var offset = start
        while offset &+ 32 <= count {
            lanes.absorb(bytes, offset)
            offset = offset &+ 32
        }
        var hash = seed ^ UInt64(truncatingIfNeeded: count) &* prime4
        hash = absorb(hash, rotate(lanes.lane0))
        hash = absorb(hash, rotate(lanes.lane1))
        hash = absorb(hash, rotate(lanes.lane2))
        hash = absorb(hash, rotate(lanes.lane3))
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
        func piece(_ index: Int) -> Piece {
            let length = pageSize &>> 3
            guard index > 0 else {
                return Piece(
                    bytes: page + field + 8, count: length &- field &- 8,
                    seed: sum(page, count: field, seed: seed))
            }
            return Piece(
                bytes: page + index &* length, count: length,
                seed: seed &+ UInt64(truncatingIfNeeded: index))
        }
        var rest = segments
        while rest != 0 {
            let index = rest.trailingZeroBitCount
            rest &= rest &- 1
            guard rest != 0 else {
                sums[index] = sum(piece(index))
                return
            }
            let other = rest.trailingZeroBitCount
            rest &= rest &- 1
            (sums[index], sums[other]) = self.sums(piece(index), piece(other))
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
