import Synchronization

/// The running epoch of those who look at pages, where it is found without touching an object.
typealias EpochPointer = UnsafeMutablePointer<Atomic<UInt64>>

/// The memory of pages: slabs of equal blocks, so that taking and returning one is a few
/// instructions and whole slabs go back to the system.
///
/// Behind the bytes of a page each block carries the sums of the page's segments and a count of
/// pins; see `PageBlock`.
///
/// **Users.** All threads of one core; guarded by `lock`.
///
/// **Always true.** A block is either in the free list of its slab or in exactly one hand.
final class PagePool: @unchecked Sendable {
    private struct Slab {
        var nextFree: UnsafeMutableRawPointer?
        var freeCount: Int
        var blockCount: Int
        var next: UnsafeMutablePointer<Slab>?
        var previous: UnsafeMutablePointer<Slab>?
    }

    let pageSize: Int
    private let blockSize: Int
    /// The epochs of the readers who look at the blocks, if there are any.
    private let epoch: EpochPointer?
    /// Also what blocks are aligned to: processors fetch cache lines in pairs.
    private static let slabHeader = 128
    private let lock: Lock
    /// Slabs with at least one free block, newest first. Guard: `lock`.
    @exclusivity(unchecked) private var available: UnsafeMutablePointer<Slab>?
    /// Guard: `lock`.
    @exclusivity(unchecked) private var slabCount = 0

    init(pageSize: Int, epoch: EpochPointer?, scheduler: (any Scheduler)?) {
        self.pageSize = pageSize
        self.epoch = epoch
        blockSize = pageSize + PageBlock.trailerSize
        lock = Lock(scheduler: scheduler)
    }

    deinit {
        var slab = available
        while let current = slab {
            slab = current.pointee.next
            UnsafeMutableRawPointer(current).deallocate()
        }
    }

    /// Memory for one page: uninitialised bytes, pin count zero.
    func take() -> UnsafeMutableRawPointer {
        lock.lock()
        defer { lock.unlock() }
        let slab = available ?? addSlab()
        guard let block = slab.pointee.nextFree else {
            preconditionFailure("a slab without free blocks is in the list of available ones")
        }
        slab.pointee.nextFree = block.load(as: UnsafeMutableRawPointer?.self)
        slab.pointee.freeCount &-= 1
        if slab.pointee.freeCount == 0 { unlink(slab) }
        PageBlock.resetPins(block, pageSize: pageSize)
        PageBlock.setApart(block, pageSize: pageSize, to: false)
        PageBlock.setBirth(
            block, pageSize: pageSize, to: epoch?.pointee.load(ordering: .relaxed) ?? 0)
        return block
    }

    func give(_ block: UnsafeMutableRawPointer) {
        lock.lock()
        defer { lock.unlock() }
        putBack(block)
    }

    func give(_ blocks: [UnsafeMutableRawPointer]) {
        guard !blocks.isEmpty else { return }
        lock.lock()
        defer { lock.unlock() }
        for block in blocks { putBack(block) }
    }

    /// Requires: `lock` held.
    private func putBack(_ block: UnsafeMutableRawPointer) {
        let slab = PageBlock.owner(block, pageSize: pageSize)
            .assumingMemoryBound(to: Slab.self)
        #if DEBUG
            block.initializeMemory(as: UInt8.self, repeating: 0xDB, count: pageSize)
        #endif
        block.storeBytes(of: slab.pointee.nextFree, as: UnsafeMutableRawPointer?.self)
        slab.pointee.nextFree = block
        slab.pointee.freeCount &+= 1
        if slab.pointee.freeCount == 1 {
            link(slab)
        } else if slab.pointee.freeCount == slab.pointee.blockCount, slabCount > 1 {
            unlink(slab)
            slabCount &-= 1
            UnsafeMutableRawPointer(slab).deallocate()
        }
    }

    private func addSlab() -> UnsafeMutablePointer<Slab> {
        // A store that needs much gets it in pieces that the system can back with huge pages:
        // fewer faults, fewer misses. The first slabs are small, for small databases.
        let isLarge = slabCount >= 16
        let slabSize = isLarge ? 2 << 20 : 131_072
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: max(slabSize, PagePool.slabHeader + 3 * blockSize),
            alignment: isLarge ? slabSize : PagePool.slabHeader)
        if isLarge { LargeMemory.adviseHugePages(memory, byteCount: slabSize) }
        let blocksPerSlab = max(3, (slabSize - PagePool.slabHeader) / blockSize)
        let slab = memory.bindMemory(to: Slab.self, capacity: 1)
        var next: UnsafeMutableRawPointer?
        var index = blocksPerSlab
        while index > 0 {
            index &-= 1
            let block = memory + PagePool.slabHeader + index &* blockSize
            PageBlock.setOwner(block, pageSize: pageSize, to: memory)
            block.storeBytes(of: next, as: UnsafeMutableRawPointer?.self)
            next = block
        }
        slab.initialize(
            to: Slab(
                nextFree: next, freeCount: blocksPerSlab, blockCount: blocksPerSlab, next: nil,
                previous: nil))
        slabCount &+= 1
        link(slab)
        return slab
    }

    private func link(_ slab: UnsafeMutablePointer<Slab>) {
        slab.pointee.previous = nil
        slab.pointee.next = available
        available?.pointee.previous = slab
        available = slab
    }

    private func unlink(_ slab: UnsafeMutablePointer<Slab>) {
        let next = slab.pointee.next
        let previous = slab.pointee.previous
        next?.pointee.previous = previous
        if let previous { previous.pointee.next = next } else { available = next }
        slab.pointee.next = nil
        slab.pointee.previous = nil
    }
}
