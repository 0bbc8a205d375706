import Synchronization

/// What lies behind the bytes of a page in memory.
///
///      0             pageSize             +64    +72       +80     +88     +96
///     ┌─────────────┬────────────────────┬──────┬─────────┬───────┬───────┬─────────┐
///     │ page        │ sums of 8 segments │ pins │ touched │ owner │ birth │ isApart │
///     └─────────────┴────────────────────┴──────┴─────────┴───────┴───────┴─────────┘
///
/// The sums belong to the bytes of a committed page and are undefined in a private one; `touched`
/// is the mask of changed lines of a private one. `isApart`: no two cells of the page overlap, for
/// it is, or was, a private one.
enum PageBlock {
    /// A pair of cache lines, which is what the block behind it begins with.
    static let trailerSize = 128
    /// What the sums of a page take, here and where else they are kept: eight bytes a segment.
    static let sumsSize = 64

    /// The fields of the diagram, counted from the end of the page; the sums come first.
    private enum Trailer {
        static let pins = 64
        static let touched = 72
        static let owner = 80
        static let birth = 88
        static let isApart = 96
    }

    @inline(__always)
    static func sums(
        _ block: UnsafeMutableRawPointer, pageSize: Int
    ) -> UnsafeMutablePointer<UInt64> {
        (block + pageSize).assumingMemoryBound(to: UInt64.self)
    }

    @inline(__always)
    static func touched(
        _ block: UnsafeMutableRawPointer, pageSize: Int
    ) -> UnsafeMutablePointer<UInt64> {
        (block + pageSize + Trailer.touched).assumingMemoryBound(to: UInt64.self)
    }

    /// Readers that keep the block although their epoch has moved on.
    @inline(__always)
    static func pins(
        _ block: UnsafeMutableRawPointer, pageSize: Int
    ) -> UnsafeMutablePointer<Atomic<Int>> {
        (block + pageSize + Trailer.pins).assumingMemoryBound(to: Atomic<Int>.self)
    }

    /// The slab of the pool that the block is part of.
    static func owner(_ block: UnsafeMutableRawPointer, pageSize: Int) -> UnsafeMutableRawPointer {
        block.load(fromByteOffset: pageSize + Trailer.owner, as: UnsafeMutableRawPointer.self)
    }

    static func setOwner(
        _ block: UnsafeMutableRawPointer, pageSize: Int, to slab: UnsafeMutableRawPointer
    ) {
        block.storeBytes(
            of: slab, toByteOffset: pageSize + Trailer.owner, as: UnsafeMutableRawPointer.self)
    }

    /// The epoch in which the block was taken from the pool.
    static func birth(_ block: UnsafeMutableRawPointer, pageSize: Int) -> UInt64 {
        block.load(fromByteOffset: pageSize + Trailer.birth, as: UInt64.self)
    }

    static func setBirth(_ block: UnsafeMutableRawPointer, pageSize: Int, to epoch: UInt64) {
        block.storeBytes(of: epoch, toByteOffset: pageSize + Trailer.birth, as: UInt64.self)
    }

    @inline(__always)
    static func isApart(_ block: UnsafeRawPointer, pageSize: Int) -> Bool {
        block.load(fromByteOffset: pageSize &+ Trailer.isApart, as: UInt8.self) != 0
    }

    @inline(__always)
    static func setApart(_ block: UnsafeMutableRawPointer, pageSize: Int, to isApart: Bool) {
        block.storeBytes(
            of: isApart ? 1 : 0, toByteOffset: pageSize &+ Trailer.isApart, as: UInt8.self)
    }

    static func resetPins(_ block: UnsafeMutableRawPointer, pageSize: Int) {
        pins(block, pageSize: pageSize).initialize(to: Atomic<Int>(0))
    }
}
