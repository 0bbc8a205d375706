import Synchronization

/// What lies behind the bytes of a page in memory.
///
///      0 … pageSize   pageSize … +64        +64          +72       +80     +88     +96
///     ┌─────────────┬─────────────────────┬────────────┬─────────┬───────┬───────┬─────────┐
///     │ page        │ sums of 8 segments  │ pin count  │ touched │ owner │ birth │ isApart │
///     └─────────────┴─────────────────────┴────────────┴─────────┴───────┴───────┴─────────┘
///
/// The sums belong to the bytes of a committed page and are undefined in a private one; `touched`
/// is the mask of changed lines of a private one. `isApart`: no two cells of the page overlap, for
/// it is, or was, a private one.
enum PageBlock {
    static let trailerSize = 128

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
        (block + pageSize + 72).assumingMemoryBound(to: UInt64.self)
    }

    /// Readers that keep the block although their epoch has moved on.
    @inline(__always)
    static func pins(
        _ block: UnsafeMutableRawPointer, pageSize: Int
    ) -> UnsafeMutablePointer<Atomic<Int>> {
        (block + pageSize + 64).assumingMemoryBound(to: Atomic<Int>.self)
    }

    /// The slab of the pool that the block is part of.
    static func owner(_ block: UnsafeMutableRawPointer, pageSize: Int) -> UnsafeMutableRawPointer {
        block.load(fromByteOffset: pageSize + 80, as: UnsafeMutableRawPointer.self)
    }

    static func setOwner(
        _ block: UnsafeMutableRawPointer, pageSize: Int, to slab: UnsafeMutableRawPointer
    ) {
        block.storeBytes(of: slab, toByteOffset: pageSize + 80, as: UnsafeMutableRawPointer.self)
    }

    /// The epoch in which the block was taken from the pool.
    static func birth(_ block: UnsafeMutableRawPointer, pageSize: Int) -> UInt64 {
        block.load(fromByteOffset: pageSize + 88, as: UInt64.self)
    }

    static func setBirth(_ block: UnsafeMutableRawPointer, pageSize: Int, to epoch: UInt64) {
        block.storeBytes(of: epoch, toByteOffset: pageSize + 88, as: UInt64.self)
    }

    @inline(__always)
    static func isApart(_ block: UnsafeRawPointer, pageSize: Int) -> Bool {
        block.load(fromByteOffset: pageSize &+ 96, as: UInt8.self) != 0
    }

    @inline(__always)
    static func setApart(_ block: UnsafeMutableRawPointer, pageSize: Int, to isApart: Bool) {
        block.storeBytes(of: isApart ? 1 : 0, toByteOffset: pageSize &+ 96, as: UInt8.self)
    }

    static func resetPins(_ block: UnsafeMutableRawPointer, pageSize: Int) {
        pins(block, pageSize: pageSize).initialize(to: Atomic<Int>(0))
    }
}
