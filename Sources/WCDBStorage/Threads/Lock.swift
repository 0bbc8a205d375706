#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Mutual exclusion between threads, not recursive. Any thread may use it; whoever locked it
/// unlocks it.
///
/// Without a scheduler this is the system's lock. Under one, before each `lock` and behind each
/// `unlock` another task may run, and waiting is the scheduler's: the lock is then only a flag,
/// which the system's lock guards for the sake of threads outside the simulation.
package final class Lock: @unchecked Sendable {
    #if canImport(Darwin)
        private typealias Primitive = os_unfair_lock
    #else
        private typealias Primitive = pthread_mutex_t
    #endif

    /// At a fixed address for as long as the object lives, as the system demands.
    private let primitive: UnsafeMutablePointer<Primitive>
    private let scheduler: (any Scheduler)?
    /// Only under a scheduler. Guarded by `primitive`.
    private var isTaken = false

    package init(scheduler: (any Scheduler)?) {
        self.scheduler = scheduler
        primitive = UnsafeMutablePointer<Primitive>.allocate(capacity: 1)
        primitive.initialize(to: Primitive())
        #if !canImport(Darwin)
            // With default attributes this cannot fail: it only fills in the memory.
            pthread_mutex_init(primitive, nil)
        #endif
    }

    deinit {
        #if !canImport(Darwin)
            pthread_mutex_destroy(primitive)
        #endif
        primitive.deinitialize(count: 1)
        primitive.deallocate()
    }

    package func lock() {
        guard let scheduler else { return acquire() }
        scheduler.yield()
        while !take() {
            _ = scheduler.wait(until: nil) { !self.isTakenNow }
        }
    }

    package func unlock() {
        guard let scheduler else { return release() }
        acquire()
        isTaken = false
        release()
        scheduler.yield()
    }

    /// Never waits; false when somebody, the caller included, has the lock.
    package func tryLock() -> Bool {
        guard let scheduler else { return tryAcquire() }
        scheduler.yield()
        return take()
    }

    @inline(__always)
    package func withLock<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        lock()
        defer { unlock() }
        return try body()
    }

    /// Takes the flag if it is free.
    private func take() -> Bool {
        acquire()
        defer { release() }
        guard !isTaken else { return false }
        isTaken = true
        return true
    }

    private var isTakenNow: Bool {
        acquire()
        defer { release() }
        return isTaken
    }

    @inline(__always)
    private func acquire() {
        #if canImport(Darwin)
            os_unfair_lock_lock(primitive)
        #else
            pthread_mutex_lock(primitive)
        #endif
    }

    @inline(__always)
    private func release() {
        #if canImport(Darwin)
            os_unfair_lock_unlock(primitive)
        #else
            pthread_mutex_unlock(primitive)
        #endif
    }

    private func tryAcquire() -> Bool {
        #if canImport(Darwin)
            os_unfair_lock_trylock(primitive)
        #else
            pthread_mutex_trylock(primitive) == 0
        #endif
    }
}
