import Synchronization

/// Memory that was unlinked and waits until nobody can still look at it.
///
/// Epochs: a transaction announces from which epoch on it has looked pages up, and until which one
/// the memory of these was taken. What is retired in epoch e is freed once every announced epoch
/// is later than e, or, if it was taken later, above the bounds of all others. The announcement and
/// the scan are sequentially consistent: a transaction whose announcement the scan missed looks
/// pages up after they were unlinked.
///
/// **Users.** All threads of one core; guarded by `lock`.
final class Reclamation: @unchecked Sendable {
    enum Garbage {
        case block(UnsafeMutableRawPointer)
        case version(VersionPointer)
        case state(StatePointer)
    }

    private var epoch: EpochPointer { readers.epoch }
    private let readers: ReaderRegistry
    private let pool: PagePool
    private let lock: Lock
    /// In the order of their epochs from `start` on. Guard: `lock`.
    @exclusivity(unchecked) private var waiting: [(epoch: UInt64, garbage: Garbage)] = []
    /// Guard: `lock`.
    @exclusivity(unchecked) private var start = 0
    /// Blocks that a sweep found free, on their way to the pool. Guard: `lock`.
    @exclusivity(unchecked) private var freed: [UnsafeMutableRawPointer] = []
    /// Guard: `lock`.
    @exclusivity(unchecked) private var nextSweep = 64
    /// As much must wait before it is looked through piece by piece. Guard: `lock`.
    @exclusivity(unchecked) private var nextSift: Int
    private let leastSift: Int

    init(readers: ReaderRegistry, pool: PagePool, scheduler: (any Scheduler)?) {
        self.readers = readers
        self.pool = pool
        lock = Lock(scheduler: scheduler)
        // Under simulation nothing is ever much.
        leastSift = scheduler == nil ? 256 : 8
        nextSift = leastSift
    }

    deinit {
        var spare = SpareMemory()
        for index in start..<waiting.count { free(waiting[index].garbage, &spare) }
        pool.give(freed)
    }

    func retire(block: UnsafeMutableRawPointer) { retire(.block(block)) }
    func retire(version: VersionPointer) { retire(.version(version)) }
    func retire(state: StatePointer) { retire(.state(state)) }

    private func retire(_ garbage: Garbage) {
        lock.lock()
        defer { lock.unlock() }
        waiting.append((epoch.pointee.load(ordering: .sequentiallyConsistent), garbage))
        if waiting.count &- start >= nextSweep { collectNow() }
    }

    /// Retires all of `garbage`, which is empty afterwards, and frees what can be freed now.
    func collect(_ garbage: inout [Garbage], _ spare: inout SpareMemory) {
        lock.lock()
        defer { lock.unlock() }
        defer { garbage.removeAll(keepingCapacity: garbage.count < 4096) }
        // As a rule nobody reads and nothing waits: then nothing needs to be put in line.
        let isAlone = start == waiting.count && nobodyReads()
        let now = epoch.pointee.load(ordering: .sequentiallyConsistent)
        for piece in garbage {
            if isAlone, !isPinned(piece) {
                free(piece, &spare)
            } else {
                waiting.append((now, piece))
            }
        }
        if isAlone { giveBack() } else { sweep(&spare) }
    }

    /// Whether everything that was unlinked before this call is out of everybody's sight.
    private func nobodyReads() -> Bool {
        epoch.pointee.add(1, ordering: .sequentiallyConsistent)
        return readers.oldestEpoch == ReaderSlot.idle
    }

    /// Gives freed blocks to the pool. Requires: `lock` held.
    private func giveBack() {
        pool.give(freed)
        freed.removeAll(keepingCapacity: freed.count < 4096)
    }

    /// Frees what can be freed now.
    func collect() {
        lock.lock()
        defer { lock.unlock() }
        collectNow()
    }

    /// Requires: `lock` held.
    private func collectNow() {
        var spare = SpareMemory()
        sweep(&spare)
    }

    /// How much waits.
    var count: Int { lock.withLock { waiting.count - start } }

    /// Requires: `lock` held.
    private func sweep(_ spare: inout SpareMemory) {
        guard start < waiting.count else { return }
        epoch.pointee.add(1, ordering: .sequentiallyConsistent)
        let oldest = readers.oldestEpoch
        var pinned: [(epoch: UInt64, garbage: Garbage)] = []
        while start < waiting.count, waiting[start].epoch < oldest {
            if isPinned(waiting[start].garbage) {
                pinned.append(waiting[start])
            } else {
                free(waiting[start].garbage, &spare)
            }
            start &+= 1
        }
        if start == waiting.count {
            waiting.removeAll(keepingCapacity: waiting.count < 4096)
            start = 0
        } else if start > 4096 {
            waiting.removeFirst(start)
            start = 0
        }
        let now = epoch.pointee.load(ordering: .relaxed)
        for entry in pinned { waiting.append((now, entry.garbage)) }
        if waiting.count &- start >= nextSift { sift(&spare) }
        giveBack()
        let rest = waiting.count &- start
        nextSweep = max(64, rest &* 2)
        nextSift = min(nextSift, siftLimit(rest))
    }

    /// Some transaction stays in an old epoch, and what waits behind it becomes much: frees what
    /// was taken above the bounds of all who could have seen it. Requires: `lock` held.
    private func sift(_ spare: inout SpareMemory) {
        let bounds = readers.bounds
        var kept: [(epoch: UInt64, garbage: Garbage)] = []
        for entry in waiting[start...] {
            let birth = birth(of: entry.garbage)
            let isSeen = bounds.contains { $0.lowerBound <= entry.epoch && birth <= $0.upperBound }
            if isSeen || isPinned(entry.garbage) {
                kept.append(entry)
            } else {
                free(entry.garbage, &spare)
            }
        }
        waiting = kept
        start = 0
        nextSift = siftLimit(kept.count)
    }

    /// When it is worth while to look through what waits, if so much had to be kept.
    private func siftLimit(_ kept: Int) -> Int { kept &+ max(leastSift, kept / 4) }

    /// The epoch in which it was taken. Versions and states are looked at under locks, and by those
    /// who have no upper bound: for the others they are always too young.
    private func birth(of garbage: Garbage) -> UInt64 {
        guard case .block(let block) = garbage else { return ReaderSlot.unbounded &- 1 }
        return PageBlock.birth(block, pageSize: pool.pageSize)
    }

    private func isPinned(_ garbage: Garbage) -> Bool {
        guard case .block(let block) = garbage else { return false }
        return PageBlock.pins(block, pageSize: pool.pageSize).pointee
            .load(ordering: .acquiring) != 0
    }

    private func free(_ garbage: Garbage, _ spare: inout SpareMemory) {
        switch garbage {
        case .block(let block): freed.append(block)
        case .version(let version): spare.take(version)
        case .state(let state): spare.take(state)
        }
    }
}
