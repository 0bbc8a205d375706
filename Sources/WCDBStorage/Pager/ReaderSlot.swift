import Synchronization

/// What one transaction announces to the others: which snapshot it reads, and from which epoch to
/// which one the memory is that it may look at.
///
/// One cache line pair each, so that readers on different cores do not disturb each other.
///
/// **Users.** Stored into by the transaction that claimed the slot, read by everybody.
///
/// **Always true.** While `snapshot` is not `idle`, every page version visible at it exists, and
/// memory that was taken by the epoch `upper` and reachable in `epoch` or later is not freed.
struct ReaderSlot: ~Copyable {
    static let idle = UInt64.max
    /// An upper bound that all memory is below.
    static let unbounded = UInt64.max

    let isClaimed: Atomic<Bool>
    let snapshot: Atomic<UInt64>
    let epoch: Atomic<UInt64>
    let upper: Atomic<UInt64>
    /// Keeps the next slot off this one's cache lines.
    private let padding = (UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0))
    private let morePadding = (UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0))

    init() {
        isClaimed = Atomic(false)
        snapshot = Atomic(ReaderSlot.idle)
        epoch = Atomic(ReaderSlot.idle)
        upper = Atomic(ReaderSlot.unbounded)
    }
}

typealias SlotPointer = UnsafeMutablePointer<ReaderSlot>

/// The slots of all transactions of one core: who reads what.
///
/// **Users.** Any thread; claiming takes `lock`, announcing and scanning do not.
final class ReaderRegistry: @unchecked Sendable {
    private static let blockLength = 64

    private struct Block: ~Copyable {
        let slots: SlotPointer
        let next: Atomic<UnsafeMutablePointer<Block>?>

        init() {
            slots = .allocate(capacity: ReaderRegistry.blockLength)
            for index in 0..<ReaderRegistry.blockLength {
                (slots + index).initialize(to: ReaderSlot())
            }
            next = Atomic(nil)
        }
    }

    /// The running epoch; announced by transactions.
    let epoch: EpochPointer
    private let first: UnsafeMutablePointer<Block>
    /// Slots below this number may be in use; it never falls.
    private let highWater = Atomic<Int>(0)
    private let lock: Lock

    init(scheduler: (any Scheduler)?) {
        // Lines of its own: everybody reads it, and writers move it on.
        epoch = UnsafeMutableRawPointer.allocate(byteCount: 128, alignment: 128)
            .bindMemory(to: Atomic<UInt64>.self, capacity: 1)
        epoch.initialize(to: Atomic(1))
        first = .allocate(capacity: 1)
        first.initialize(to: Block())
        lock = Lock(scheduler: scheduler)
    }

    deinit {
        var block: UnsafeMutablePointer<Block>? = first
        while let current = block {
            block = current.pointee.next.load(ordering: .relaxed)
            current.pointee.slots.deallocate()
            current.deinitialize(count: 1)
            current.deallocate()
        }
        UnsafeMutableRawPointer(epoch).deallocate()
    }

    func claim() -> SlotPointer {
        lock.lock()
        defer { lock.unlock() }
        var block = first
        var number = 0
        while true {
            for index in 0..<ReaderRegistry.blockLength {
                let slot = block.pointee.slots + index
                number += 1
                guard !slot.pointee.isClaimed.load(ordering: .relaxed) else { continue }
                slot.pointee.isClaimed.store(true, ordering: .relaxed)
                if number > highWater.load(ordering: .relaxed) {
                    highWater.store(number, ordering: .sequentiallyConsistent)
                }
                return slot
            }
            block = nextBlock(after: block)
        }
    }

    func release(_ slot: SlotPointer) {
        slot.pointee.snapshot.store(ReaderSlot.idle, ordering: .releasing)
        slot.pointee.epoch.store(ReaderSlot.idle, ordering: .releasing)
        slot.pointee.upper.store(ReaderSlot.unbounded, ordering: .releasing)
        slot.pointee.isClaimed.store(false, ordering: .releasing)
    }

    private func nextBlock(
        after block: UnsafeMutablePointer<Block>
    ) -> UnsafeMutablePointer<Block> {
        if let next = block.pointee.next.load(ordering: .acquiring) { return next }
        let next = UnsafeMutablePointer<Block>.allocate(capacity: 1)
        next.initialize(to: Block())
        block.pointee.next.store(next, ordering: .releasing)
        return next
    }

    /// Calls `body` with each slot that may be in use until it returns false.
    @inline(__always)
    func forEachSlot(_ body: (SlotPointer) -> Bool) {
        var rest = highWater.load(ordering: .sequentiallyConsistent)
        var block = first
        while rest > 0 {
            let count = min(rest, ReaderRegistry.blockLength)
            var index = 0
            while index < count {
                if !body(block.pointee.slots + index) { return }
                index &+= 1
            }
            rest &-= count
            guard rest > 0, let next = block.pointee.next.load(ordering: .acquiring) else {
                return
            }
            block = next
        }
    }

    /// Whether somebody reads a snapshot s with `low <= s < high`.
    func hasSnapshot(from low: LSN, below high: LSN) -> Bool {
        var found = false
        forEachSlot { slot in
            let snapshot = slot.pointee.snapshot.load(ordering: .sequentiallyConsistent)
            found = snapshot >= low && snapshot < high
            return !found
        }
        return found
    }

    /// The oldest snapshot that somebody reads; `ReaderSlot.idle` if nobody reads.
    var oldestSnapshot: LSN {
        var oldest = ReaderSlot.idle
        forEachSlot { slot in
            oldest = min(oldest, slot.pointee.snapshot.load(ordering: .sequentiallyConsistent))
            return true
        }
        return oldest
    }

    /// From which epoch to which one the memory is that somebody may look at.
    var bounds: [ClosedRange<UInt64>] {
        var bounds: [ClosedRange<UInt64>] = []
        forEachSlot { slot in
            // In this order: a life that begins in between has a later epoch, or no upper bound.
            let lower = slot.pointee.epoch.load(ordering: .sequentiallyConsistent)
            let upper = slot.pointee.upper.load(ordering: .sequentiallyConsistent)
            if lower != ReaderSlot.idle { bounds.append(lower...max(lower, upper)) }
            return true
        }
        return bounds
    }

    /// The oldest epoch that somebody announced; `ReaderSlot.idle` if nobody did.
    var oldestEpoch: UInt64 {
        var oldest = ReaderSlot.idle
        forEachSlot { slot in
            oldest = min(oldest, slot.pointee.epoch.load(ordering: .sequentiallyConsistent))
            return true
        }
        return oldest
    }
}
