import WCDBStorage

/// Threads on which a database works for callers that must not block: tasks.
///
/// **Users.** Any thread. Jobs start in the order in which they came.
///
/// **Always true.** At most `limit` threads exist; one that finds no job for a while ends.
final class Workers: @unchecked Sendable {
    private static let idleTime: UInt64 = 5_000_000_000

    private let limit: Int
    /// Runs a closure on a thread of its own; false if the system has none.
    private let startThread: @Sendable (@escaping @Sendable () -> Void) -> Bool
    private let lock = Lock(scheduler: nil)
    /// A job came.
    private let arrival = WaitPoint(scheduler: nil)
    // Guard for the rest: `lock`.
    private var jobs = Queue()
    private var threads = 0
    private var idle = 0

    init(
        limit: Int,
        startThread: @escaping @Sendable (@escaping @Sendable () -> Void) -> Bool = {
            BackgroundThread(name: "wcdb-async", $0).isStarted
        }
    ) {
        self.limit = limit
        self.startThread = startThread
    }

    /// Something to do, which can be called off until it starts.
    final class Job: @unchecked Sendable {
        fileprivate let body: @Sendable () -> Void
        let calledOff: @Sendable () -> Void
        /// Its place in the queue, counted from the first job that there ever was.
        fileprivate var place = 0

        init(
            calledOff: @escaping @Sendable () -> Void, _ body: @escaping @Sendable () -> Void
        ) {
            self.calledOff = calledOff
            self.body = body
        }
    }

    /// Jobs in their order. Taking one, the first or any, does not move the others.
    private struct Queue {
        /// Those that were taken are nil.
        private var slots: [Job?] = []
        /// The place of the first slot.
        private var start = 0
        /// How many slots at the front are empty.
        private var head = 0
        private(set) var count = 0
        var isEmpty: Bool { count == 0 }

        mutating func append(_ job: Job) {
            job.place = start + slots.count
            slots.append(job)
            count += 1
        }

        mutating func removeFirst() -> Job? {
            while head < slots.count {
                head += 1
                guard let job = slots[head - 1] else { continue }
                slots[head - 1] = nil
                count -= 1
                dropEmpty()
                return job
            }
            return nil
        }

        /// Whether it was there.
        mutating func remove(_ job: Job) -> Bool {
            let index = job.place - start
            guard slots.indices.contains(index), slots[index] === job else { return false }
            slots[index] = nil
            count -= 1
            return true
        }

        /// Each slot is moved once at most for each that goes.
        private mutating func dropEmpty() {
            guard head * 2 > slots.count else { return }
            slots.removeFirst(head)
            start += head
            head = 0
        }
    }

    func start(_ job: Job) {
        lock.lock()
        jobs.append(job)
        let needsThread = idle < jobs.count && threads < limit
        if needsThread { threads += 1 }
        lock.unlock()
        if needsThread {
            if !startThread({ self.work() }) { runWithoutThread() }
        } else {
            arrival.wakeOne()
        }
    }

    /// Takes a job out that did not start yet.
    func callOff(_ job: Job) {
        if lock.withLock({ jobs.remove(job) }) { job.calledOff() }
    }

    private func work() {
        while let job = next() { job.body() }
    }

    /// The next job; nil when the thread is to end.
    private func next() -> Job? {
        lock.lock()
        defer { lock.unlock() }
        let deadline = SystemFileSystem.shared.now() &+ Workers.idleTime
        while jobs.isEmpty {
            idle += 1
            let isInTime = arrival.wait(lock, until: deadline)
            idle -= 1
            if !isInTime, jobs.isEmpty {
                threads -= 1
                return nil
            }
        }
        return jobs.removeFirst()
    }

    /// The system has no thread to give: as long as there is no other one, the caller's own thread
    /// does all jobs, including those that counted on the new thread.
    private func runWithoutThread() {
        lock.withLock { threads -= 1 }
        while let job = jobWithoutThread() { job.body() }
    }

    private func jobWithoutThread() -> Job? {
        lock.withLock { threads == 0 ? jobs.removeFirst() : nil }
    }
}
