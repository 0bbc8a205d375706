import Synchronization
import WCDBStorage

// Statements without an owner.

extension ConnectionPool {
    /// Ends a statement whose last owner is gone: at once on the thread that has its connection.
    /// Any other thread must not touch what that one may be using, and leaves it there.
    func abandon(_ statement: CompiledStatement) {
        let connection = statement.connection
        let isOwn = lock.withLock {
            let thread = ThreadNumber.current
            let user = connection.seat.closer ?? connection.seat.thread
            if user == thread { return true }
            connection.abandoned.append(statement)
            connection.hasAbandoned.store(true, ordering: .relaxed)
            return false
        }
        if isOwn { statement.finalize() }
    }

    /// The statements that other threads have left, to be ended by the caller.
    func takeAbandoned(of connection: PooledConnection) -> [CompiledStatement] {
        lock.withLock {
            connection.hasAbandoned.store(false, ordering: .relaxed)
            defer { connection.abandoned.removeAll() }
            return connection.abandoned
        }
    }
}
