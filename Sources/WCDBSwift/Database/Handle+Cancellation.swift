import WCDBEngine
import WCDBStorage

extension Handle {
    /// Stops what a handle does, from any thread, and for good.
    ///
    /// ```swift
    /// let signal = Handle.CancellatiionSignal()
    /// handle.attach(cancellationSignal: signal)
    /// // On another thread:
    /// signal.cancel()
    /// ```
    public final class CancellatiionSignal: @unchecked Sendable {
        private let lock = Lock(scheduler: nil)
        // Guard for both: `lock`.
        private var isCancelled = false
        private var interrupters: [(identifier: UInt64, interrupter: Interrupter)] = []

        /// A signal that was not given yet.
        public init() {}

        /// The running statement, and every later one of the handles that have this signal, fail
        /// with ``WCDBError/Code/Interrupt``. So does one that waits for another writer.
        public func cancel() {
            let reached = lock.withLock {
                isCancelled = true
                return interrupters
            }
            for (_, interrupter) in reached { interrupter.set() }
        }

        func attach(_ connection: PooledConnection) {
            let interrupter = connection.engine.interrupter
            let isLate = lock.withLock {
                interrupters.append((connection.identifier, interrupter))
                return isCancelled
            }
            if isLate { interrupter.set() }
        }

        func detach(_ connection: PooledConnection) {
            lock.withLock {
                interrupters.removeAll { $0.identifier == connection.identifier }
            }
            connection.engine.interrupter.clear()
        }
    }

    /// ``CancellatiionSignal``, as it is spelt.
    public typealias CancellationSignal = CancellatiionSignal

    /// From now on the signal stops the statements of this thread in this database, until it is
    /// detached or the last handle is gone.
    public func attach(cancellationSignal: CancellatiionSignal) {
        own { $0.attach(cancellationSignal) }
    }

    /// Statements run again, whatever the signal says.
    public func detachCancellationSignal() { own { $0.attach(nil) } }
}
