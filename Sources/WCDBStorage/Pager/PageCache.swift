import Synchronization

/// Which versions are in memory, in the order in which they may have to leave.
///
/// A queue with second chances: what comes in is not yet referenced, so a scan that touches each
/// page once flows through without pushing out what others use again and again.
///
/// **Users.** All threads of one core. `lock` is taken last, inside a shard's lock.
///
/// **Always true.** A version is in the queue exactly while it has bytes that count here.
final class PageCache: @unchecked Sendable {
    let blockSize: Int
    let budget: Atomic<Int>
    /// Bytes in memory, committed and private.
    let residentBytes = Atomic<Int>(0)
    private let lock: Lock
    /// The next to leave. Guard: `lock`.
    @exclusivity(unchecked) private var first: VersionPointer?
    /// The last that came. Guard: `lock`.
    @exclusivity(unchecked) private var last: VersionPointer?

    init(pageSize: Int, budget: Int, scheduler: (any Scheduler)?) {
        blockSize = pageSize + PageBlock.trailerSize
        self.budget = Atomic(budget)
        lock = Lock(scheduler: scheduler)
    }

    @inline(__always)
    var isOverBudget: Bool {
        residentBytes.load(ordering: .relaxed) > budget.load(ordering: .relaxed)
    }

    func hasRoom(for count: Int) -> Bool {
        residentBytes.load(ordering: .relaxed) &+ count &* blockSize
            <= budget.load(ordering: .relaxed)
    }

    /// Counts a private page of a writer.
    func addPrivate(_ count: Int) {
        residentBytes.add(count &* blockSize, ordering: .relaxed)
    }

    /// Counts and queues a version whose bytes came into memory.
    func add(_ version: VersionPointer) {
        residentBytes.add(blockSize, ordering: .relaxed)
        append(version)
    }

    func append(_ version: VersionPointer) {
        lock.lock()
        link(version)
        lock.unlock()
    }

    /// Queues a version and forgets the one that it supersedes, which is being unlinked.
    /// Requires: the page's shard lock.
    func append(_ version: VersionPointer, replacing older: VersionPointer) {
        lock.lock()
        if older.pointee.isQueued { unlink(older) }
        link(version)
        lock.unlock()
    }

    private func link(_ version: VersionPointer) {
        version.pointee.isQueued = true
        version.pointee.queuePrevious = last
        version.pointee.queueNext = nil
        if let last { last.pointee.queueNext = version } else { first = version }
        last = version
    }

    /// Forgets a version that is being unlinked. Requires: the page's shard lock.
    func remove(_ version: VersionPointer) {
        lock.lock()
        if version.pointee.isQueued { unlink(version) }
        lock.unlock()
    }

    func discount() { residentBytes.subtract(blockSize, ordering: .relaxed) }

    /// A version that is to leave memory.
    struct Candidate {
        let number: PageNumber
        let lsn: LSN
        /// May only be compared, not followed, until the page's shard lock is held and the version
        /// was found in its chain.
        let version: VersionPointer
    }

    /// The next candidate; it is no longer queued.
    func popFirst() -> Candidate? {
        lock.lock()
        defer { lock.unlock() }
        guard let version = first else { return nil }
        unlink(version)
        return Candidate(
            number: version.pointee.number, lsn: version.pointee.lsn, version: version)
    }

    /// Whether a version is in the queue. Requires: the page's shard lock.
    func hasQueued(_ version: VersionPointer) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        return version.pointee.isQueued
    }

    /// The versions in the queue, as the links lead forward; nil where those back do not agree,
    /// or more than `most` come. Requires: nobody else uses the cache.
    func queue(atMost most: Int) -> [VersionPointer]? {
        var found: [VersionPointer] = []
        var next = first
        while let version = next {
            guard found.count < most, version.pointee.isQueued,
                version.pointee.queuePrevious == found.last
            else { return nil }
            found.append(version)
            next = version.pointee.queueNext
        }
        return last == found.last ? found : nil
    }

    private func unlink(_ version: VersionPointer) {
        let next = version.pointee.queueNext
        let previous = version.pointee.queuePrevious
        if let previous { previous.pointee.queueNext = next } else { first = next }
        if let next { next.pointee.queuePrevious = previous } else { last = previous }
        version.pointee.queueNext = nil
        version.pointee.queuePrevious = nil
        version.pointee.isQueued = false
    }
}
