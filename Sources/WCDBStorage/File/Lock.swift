#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// A lock that one thread holds at a time; short sections only.
///
/// **Users.** Any thread. Under a simulation's scheduler, taking it is a point where another task
/// may run.
///
/// **Always true.** The mutex lies at one address from `init` to `deinit`.
package final class Lock: @unchecked Sendable {
    let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let scheduler: (any Scheduler)?

    package init(scheduler: (any Scheduler)?) {
        self.scheduler = scheduler
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    package func lock() {
        if let scheduler {
            scheduler.yield()
            if tryLock() { return }
            _ = scheduler.wait(until: nil) { tryLock() }
            return
        }
        pthread_mutex_lock(mutex)
    }

    package func unlock() {
        pthread_mutex_unlock(mutex)
    }

    package func tryLock() -> Bool {
        pthread_mutex_trylock(mutex) == 0
    }

    package func withLock<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        lock()
        defer { unlock() }
        return try body()
    }
}
