import WCDBStorage

/// A job on a worker and the task that waits for it: the task goes on when the job ends, and the
/// job is cancelled when the task is.
enum AsyncJob {
    /// Runs a closure on a worker. When the task is cancelled, a job that waits is called off, and
    /// one that runs is told through `cancel`; `CancellationError` is thrown in both cases.
    static func run<Result: Sendable>(
        on workers: Workers, cancel: @escaping @Sendable () -> Void,
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        let slot = Slot()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation {
                (continuation: CheckedContinuation<Result, any Error>) in
                let job = Workers.Job(
                    calledOff: { continuation.resume(throwing: CancellationError()) },
                    {
                        // The job holds this closure, and the slot the job.
                        defer { slot.forget() }
                        do {
                            continuation.resume(returning: try body())
                        } catch let error as WCDBError where error.code == .Interrupt {
                            continuation.resume(
                                throwing: slot.isCancelled ? CancellationError() : error)
                        } catch {
                            continuation.resume(throwing: error)
                        }
                    })
                guard slot.set(job) else { return job.callOff() }
                workers.start(job)
                // It may have been cancelled before it was in the line.
                if slot.isCancelled { workers.callOff(job) }
            }
        } onCancel: {
            let job = slot.cancel()
            if let job { workers.callOff(job) }
            cancel()
        }
    }

    /// What the task and its cancellation share.
    private final class Slot: @unchecked Sendable {
        private let lock = Lock(scheduler: nil)
        // Guard for both: `lock`.
        private var job: Workers.Job?
        private var wasCancelled = false

        var isCancelled: Bool { lock.withLock { wasCancelled } }

        /// False if the task was cancelled already.
        func set(_ job: Workers.Job) -> Bool {
            lock.withLock {
                // Nobody would take it out again.
                guard !wasCancelled else { return false }
                self.job = job
                return true
            }
        }

        func cancel() -> Workers.Job? {
            lock.withLock {
                wasCancelled = true
                defer { job = nil }
                return job
            }
        }

        func forget() { lock.withLock { job = nil } }
    }
}

extension Workers.Job {
    /// Ends a job that was never in a line.
    fileprivate func callOff() { calledOff() }
}
