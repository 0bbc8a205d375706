/// What scans of one database have in common: memory for the stretches they read, and which of them
/// they have passed by.
///
/// A stretch that is passed by for the first time leaves nothing in the cache. Whoever comes by
/// again while that is remembered shows that it is worth the memory. As much is remembered as the
/// cache could hold, so that scanning what is larger pushes nothing out however often it is done.
///
/// **Users.** All threads of one core; guarded by `lock`.
///
/// **Always true.** `order` lists what is in `passed`, each once, the oldest at `oldest`: stretches
/// by their place in the file, and those of chains, with the highest bit, by their first page.
final class ScanMemory: @unchecked Sendable {
    private let lock: Lock
    /// Guard for the rest: `lock`.
    @exclusivity(unchecked) private var spare: [UnsafeMutableRawPointer] = []
    @exclusivity(unchecked) private var passed: Set<UInt32> = []
    @exclusivity(unchecked) private var order: [UInt32] = []
    @exclusivity(unchecked) private var oldest = 0
    private let capacity: Int
    let pageSize: Int
    /// Pages of a stretch: enough that the call costs little for each, few enough that they stay
    /// in the processor's cache.
    let pageCount: Int

    /// Up to this many unused pieces of memory are kept: those of one scan.
    private static let mostSpare = 6

    init(pageSize: Int, cacheBudget: Int, scheduler: (any Scheduler)?) {
        self.pageSize = pageSize
        pageCount = min(32, max(2, 131_072 / pageSize))
        capacity = max(8, cacheBudget / (pageCount * pageSize))
        lock = Lock(scheduler: scheduler)
    }

    deinit { for memory in spare { memory.deallocate() } }

    /// Memory for the pages of a stretch, and the sums of their segments.
    func take() -> UnsafeMutableRawPointer {
        if let memory = lock.withLock({ spare.popLast() }) { return memory }
        return .allocate(
            byteCount: pageCount * (pageSize + PageBlock.sumsSize), alignment: 64)
    }

    func give(_ memory: UnsafeMutableRawPointer) {
        lock.lock()
        defer { lock.unlock() }
        if spare.count < ScanMemory.mostSpare {
            spare.append(memory)
        } else {
            memory.deallocate()
        }
    }

    /// Whether a scan has passed by these pages lately.
    func hasPassed(_ first: PageNumber) -> Bool {
        lock.withLock { passed.contains(first.rawValue / UInt32(pageCount)) }
    }

    /// The same; from now on, one has.
    func pass(_ first: PageNumber) -> Bool { remember(first.rawValue / UInt32(pageCount)) }

    /// The same of a stretch of an overflow chain, which may begin anywhere.
    func pass(inChain first: PageNumber) -> Bool { remember(first.rawValue | 1 << 31) }

    private func remember(_ stretch: UInt32) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        guard passed.insert(stretch).inserted else { return true }
        if order.count < capacity {
            order.append(stretch)
        } else {
            passed.remove(order[oldest])
            order[oldest] = stretch
            oldest = (oldest + 1) % capacity
        }
        return false
    }

    /// Gives back what is not in use.
    func purge() {
        lock.lock()
        defer { lock.unlock() }
        for memory in spare { memory.deallocate() }
        spare.removeAll()
    }
}
