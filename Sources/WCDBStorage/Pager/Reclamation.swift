import Synchronization

/// Memory that was unlinked and waits until nobody can still look at it.
///
/// Epochs: a transaction announces the epoch in which it looked pages up; what is retired in epoch
/// e is freed once every announced epoch is later than e. The announcement and the scan are
/// sequentially consistent: a transaction whose announcement the scan missed looks pages up after
/// they were unlinked.
///
/// **Users.** All threads of one core; guarded by `lock`.
final class Reclamation: @unchecked Sendable {
    private enum Garbage {
        case block(UnsafeMutableRawPointer)
        case version(VersionPointer)
        case state(StatePointer)
    }

    /// The running epoch; announced by transactions.
    let epoch = Atomic<UInt64>(1)
    private let readers: ReaderRegistry
    private let pool: PagePool
    private let lock: Lock
    /// In the order of their epochs from `start` on. Guard: `lock`.
    @exclusivity(unchecked) private var waiting: [(epoch: UInt64, garbage: Garbage)] = []
    /// Guard: `lock`.
    @exclusivity(unchecked) private var start = 0
    /// Guard: `lock`.
    @exclusivity(unchecked) private var nextSweep = 64

    init(readers: ReaderRegistry, pool: PagePool, scheduler: (any Scheduler)?) {
        self.readers = readers
        self.pool = pool
        lock = Lock(scheduler: scheduler)
    }

    deinit {
        for index in start..<waiting.count { free(waiting[index].garbage) }
    }

    func retire(block: UnsafeMutableRawPointer) { retire(.block(block)) }
    func retire(version: VersionPointer) { retire(.version(version)) }
    func retire(state: StatePointer) { retire(.state(state)) }

    private func retire(_ garbage: Garbage) {
        lock.lock()
        defer { lock.unlock() }
        waiting.append((epoch.load(ordering: .sequentiallyConsistent), garbage))
        if waiting.count &- start >= nextSweep { sweep() }
    }

    /// Frees what can be freed now.
    func collect() {
        lock.lock()
        defer { lock.unlock() }
        sweep()
    }

    /// How much waits.
    var count: Int { lock.withLock { waiting.count - start } }

    /// Requires: `lock` held.
    private func sweep() {
        guard start < waiting.count else { return }
        epoch.add(1, ordering: .sequentiallyConsistent)
        let oldest = readers.oldestEpoch
        var pinned: [(epoch: UInt64, garbage: Garbage)] = []
        while start < waiting.count, waiting[start].epoch < oldest {
            if isPinned(waiting[start].garbage) {
                pinned.append(waiting[start])
            } else {
                free(waiting[start].garbage)
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
        let now = epoch.load(ordering: .relaxed)
        for entry in pinned { waiting.append((now, entry.garbage)) }
        nextSweep = max(64, (waiting.count &- start) &* 2)
    }

    private func isPinned(_ garbage: Garbage) -> Bool {
        guard case .block(let block) = garbage else { return false }
        return PageBlock.pins(block, pageSize: pool.pageSize).pointee
            .load(ordering: .acquiring) != 0
    }

    private func free(_ garbage: Garbage) {
        switch garbage {
        case .block(let block): pool.give(block)
        case .version(let version): version.destroy()
        case .state(let state): state.destroy()
        }
    }
}
