import WCDBEngine
import WCDBStorage

/// How long a connection waits to write: until it is cancelled. Those who listen are told on the
/// way.
///
/// **Users.** The thread that has the connection.
final class ConnectionPatience: WriterPatience {
    /// It waits, and lives as long as it does.
    private unowned let connection: PooledConnection
    private let listener: BusyTraces.Listener?
    private(set) var deadline: UInt64?

    init(_ connection: PooledConnection) {
        self.connection = connection
        listener = BusyTraces.shared.listener
    }

    /// A statement begins, which may have to wait.
    func begin() {
        deadline = listener.map { SystemFileSystem.shared.now() &+ $0.timeout }
    }

    func goesOn(holder: ThreadNumber?) -> Bool {
        if connection.engine.interruption.isCancelled { return false }
        guard let listener, let deadline, SystemFileSystem.shared.now() >= deadline else {
            return true
        }
        self.deadline = SystemFileSystem.shared.now() &+ listener.timeout
        let running = holder.flatMap { connection.core.pool.activity(of: $0) } ?? ""
        listener.tell(
            connection.tag ?? 0, connection.path, holder?.rawValue ?? 0, running)
        return true
    }
}
