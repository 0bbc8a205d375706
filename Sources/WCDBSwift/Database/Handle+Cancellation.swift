import Synchronization
import WCDBEngine
import WCDBStorage

extension Handle {
    /// Stops what a handle does, from any thread, and for good.
    ///
    /// ```swift
    /// let signal = Handle.CancellationSignal()
    /// handle.attach(cancellationSignal: signal)
    /// // On another thread:
    /// signal.cancel()
    /// ```
    public final class CancellationSignal: @unchecked Sendable {
        private let lock = Lock(scheduler: nil)
        /// Set under the lock, before anybody is told. Read without it by those that wait for a
        /// connection: they hold the lock of the pool.
        private let cancelled = Atomic<Bool>(false)
        // Guard for the rest: `lock`.
        private var interrupters: [(connection: ObjectIdentifier, interrupter: Interrupter)] = []
        /// Where a connection is waited for.
        private var pool: ConnectionPool?

        var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

        /// A signal that has not been given yet.
        ///
        /// ```swift
        /// let signal = Handle.CancellationSignal()
        /// ```
        public init() {}

        /// The running statement, and every later one of the handles that have this signal, fail
        /// with ``WCDBError/Code/Interrupt``, except those that undo: a transaction can no longer
        /// be committed. So does one that waits for another writer.
        ///
        /// ```swift
        /// let signal = Handle.CancellationSignal()
        /// handle.attach(cancellationSignal: signal)
        /// signal.cancel()
        /// do {
        ///     try handle.exec(sql: "DELETE FROM notes")
        /// } catch let error as WCDBError where error.code == .Interrupt {
        ///     // As intended.
        /// }
        /// handle.detachCancellationSignal()
        /// ```
        public func cancel() {
            let pool = lock.withLock {
                cancelled.store(true, ordering: .releasing)
                // Under the lock, or it could reach a connection that was just let go, whose next
                // user has nothing to do with it.
                for (_, interrupter) in interrupters { interrupter.set() }
                return self.pool
            }
            pool?.wakeWaiting()
        }

        /// A connection of this pool is waited for: those who wait there are woken when this is
        /// cancelled.
        func wait(in pool: ConnectionPool?) { lock.withLock { self.pool = pool } }

        func attach(_ connection: PooledConnection) {
            let interrupter = connection.engine.interrupter
            let isLate = lock.withLock {
                interrupters.append((ObjectIdentifier(connection), interrupter))
                return isCancelled
            }
            if isLate { interrupter.set() }
        }

        /// Stops a connection once more, if this was cancelled: to take another signal from it has
        /// cleared its interruption.
        func remind(_ connection: PooledConnection) {
            lock.withLock { if isCancelled { connection.engine.interrupter.set() } }
        }

        func detach(_ connection: PooledConnection) {
            lock.withLock {
                interrupters.removeAll { $0.connection == ObjectIdentifier(connection) }
                connection.engine.interrupter.clear()
            }
        }
    }

    /// ``CancellationSignal``, as 2.x spells it.
    ///
    /// ```swift
    /// let signal = Handle.CancellatiionSignal()
    /// handle.attach(cancellationSignal: signal)
    /// ```
    public typealias CancellatiionSignal = CancellationSignal

    /// From now on the signal stops the statements of this thread in this database, until it is
    /// detached or the last handle is gone.
    ///
    /// ```swift
    /// let signal = Handle.CancellationSignal()
    /// handle.attach(cancellationSignal: signal)
    /// defer { handle.detachCancellationSignal() }
    /// // A button that stops the search calls `signal.cancel()`.
    /// let found: [Note] = try handle.getObjects(
    ///     fromTable: "notes", where: Note.Properties.text.like("%milk%"))
    /// ```
    public func attach(cancellationSignal: CancellationSignal) {
        own { $0.attach(cancellationSignal) }
    }

    /// From now on statements run again, whatever the signal says.
    ///
    /// ```swift
    /// handle.detachCancellationSignal()
    /// ```
    public func detachCancellationSignal() { own { $0.attach(nil) } }
}
