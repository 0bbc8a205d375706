#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Where threads wait for a state that a `Lock` guards to change. Any thread may use it.
///
/// A wake-up is a hint: `wait` may return early, so callers look at the state again in a loop.
/// Deadlines are those of `FileSystem.now`. A `wakeOne` or `wakeAll` that follows the start of a
/// wait is never lost, because the waiter holds `gate` from before it lets go of the lock.
package final class WaitPoint: @unchecked Sendable {
    private let gate: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private let scheduler: (any Scheduler)?
    /// Only under a scheduler: who waits, in order of arrival. Guarded by `gate`.
    private var waiting: [UInt64] = []
    private var lastTicket: UInt64 = 0

    package init(scheduler: (any Scheduler)?) {
        self.scheduler = scheduler
        gate = .allocate(capacity: 1)
        gate.initialize(to: pthread_mutex_t())
        pthread_mutex_init(gate, nil)
        condition = .allocate(capacity: 1)
        condition.initialize(to: pthread_cond_t())
        #if canImport(Darwin)
            pthread_cond_init(condition, nil)
        #else
            var attributes = pthread_condattr_t()
            pthread_condattr_init(&attributes)
            pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
            pthread_cond_init(condition, &attributes)
            pthread_condattr_destroy(&attributes)
        #endif
    }

    deinit {
        pthread_cond_destroy(condition)
        condition.deinitialize(count: 1)
        condition.deallocate()
        pthread_mutex_destroy(gate)
        gate.deinitialize(count: 1)
        gate.deallocate()
    }

    /// Requires `lock` to be held, and lets go of it while waiting; it is held again on return.
    /// `deadline` is in nanoseconds of `FileSystem.now`, nil waits for ever. Returns false when
    /// the deadline has passed.
    package func wait(_ lock: Lock, until deadline: UInt64?) -> Bool {
        if let scheduler { return wait(lock, until: deadline, scheduler) }
        pthread_mutex_lock(gate)
        lock.unlock()
        let isInTime = block(until: deadline)
        pthread_mutex_unlock(gate)
        lock.lock()
        return isInTime
    }

    package func wakeOne() {
        pthread_mutex_lock(gate)
        if !waiting.isEmpty { waiting.removeFirst() }
        pthread_cond_signal(condition)
        pthread_mutex_unlock(gate)
    }

    package func wakeAll() {
        pthread_mutex_lock(gate)
        waiting.removeAll()
        pthread_cond_broadcast(condition)
        pthread_mutex_unlock(gate)
    }

    private func wait(_ lock: Lock, until deadline: UInt64?, _ scheduler: any Scheduler) -> Bool {
        pthread_mutex_lock(gate)
        lastTicket += 1
        let ticket = lastTicket
        waiting.append(ticket)
        pthread_mutex_unlock(gate)
        lock.unlock()
        let isInTime = scheduler.wait(until: deadline) { !self.isWaiting(ticket) }
        pthread_mutex_lock(gate)
        waiting.removeAll { $0 == ticket }
        pthread_mutex_unlock(gate)
        lock.lock()
        return isInTime
    }

    private func isWaiting(_ ticket: UInt64) -> Bool {
        pthread_mutex_lock(gate)
        defer { pthread_mutex_unlock(gate) }
        return waiting.contains(ticket)
    }

    /// Requires `gate`.
    private func block(until deadline: UInt64?) -> Bool {
        guard let deadline else { return pthread_cond_wait(condition, gate) == 0 }
        #if canImport(Darwin)
            // The clock of `FileSystem.now` is none that an absolute wait could use here.
            let now = SystemClock.now()
            guard deadline > now else { return false }
            var span = SystemClock.timespec(nanoseconds: deadline - now)
            return pthread_cond_timedwait_relative_np(condition, gate, &span) != ETIMEDOUT
        #else
            var moment = SystemClock.timespec(nanoseconds: deadline)
            return pthread_cond_timedwait(condition, gate, &moment) != ETIMEDOUT
        #endif
    }
}
