import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Where threads wait for something that another one changes under a lock.
///
/// **Users.** Any thread that holds the lock which guards the condition. Wake-ups may be spurious:
/// callers look at their condition again.
///
/// **Always true.** The platform's condition lies at one address from `init` to `deinit`.
package final class WaitPoint: @unchecked Sendable {
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private let scheduler: (any Scheduler)?
    /// Counts wake-ups, for waits under a scheduler.
    private let wakeCount = Atomic<UInt64>(0)

    package init(scheduler: (any Scheduler)?) {
        self.scheduler = scheduler
        condition = .allocate(capacity: 1)
        condition.initialize(to: pthread_cond_t())
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        #if !canImport(Darwin)
            // The clock of the deadlines must be the one that never jumps.
            pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        #endif
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        condition.deallocate()
    }

    /// Lets go of `lock` until somebody wakes this point or `deadline` (in the clock of
    /// `FileSystem.now`) has passed; then false. Requires: `lock` is held; it is held again after.
    package func wait(_ lock: Lock, until deadline: UInt64?) -> Bool {
        if let scheduler {
            let before = wakeCount.load(ordering: .relaxed)
            lock.unlock()
            let isWoken = scheduler.wait(until: deadline) {
                wakeCount.load(ordering: .relaxed) != before
            }
            lock.lock()
            return isWoken
        }
        guard let deadline else {
            pthread_cond_wait(condition, lock.mutex)
            return true
        }
        return wait(lock.mutex, deadline: deadline)
    }

    private func wait(
        _ mutex: UnsafeMutablePointer<pthread_mutex_t>, deadline: UInt64
    ) -> Bool {
        #if canImport(Darwin)
            let now = SystemCall.monotonicNow()
            guard deadline > now else { return false }
            var time = timespec(
                tv_sec: Int((deadline - now) / 1_000_000_000),
                tv_nsec: Int((deadline - now) % 1_000_000_000))
            return pthread_cond_timedwait_relative_np(condition, mutex, &time) == 0
        #else
            var time = timespec(
                tv_sec: Int(deadline / 1_000_000_000), tv_nsec: Int(deadline % 1_000_000_000))
            return pthread_cond_timedwait(condition, mutex, &time) == 0
        #endif
    }

    package func wakeOne() {
        wakeCount.add(1, ordering: .relaxed)
        pthread_cond_signal(condition)
    }

    package func wakeAll() {
        wakeCount.add(1, ordering: .relaxed)
        pthread_cond_broadcast(condition)
    }
}
