import WCDBStorage

/// Listens to the commits of a database as long as it lives.
final class ChangeSubscription: Sendable {
    private let core: DatabaseCore
    private let number: UInt64

    init(_ core: DatabaseCore, _ listener: @escaping @Sendable (TableChanges) -> Void) {
        self.core = core
        number = core.observers.add(listener)
    }

    deinit { core.observers.remove(number) }
}

/// What was changed since somebody looked.
///
/// **Users.** Any thread adds, the task of the loop takes.
final class PendingChanges: @unchecked Sendable {
    private let lock = Lock(scheduler: nil)
    /// Guard: `lock`.
    private var changes = TableChanges()

    func add(_ more: TableChanges) { lock.withLock { changes.add(more) } }

    func take() -> TableChanges {
        lock.withLock {
            defer { changes = TableChanges() }
            return changes
        }
    }
}

extension Database {
    /// What each commit changes, from now on.
    ///
    /// Nothing is left out, so what nobody asks for waits in memory; an observation of a query
    /// puts together what comes meanwhile.
    ///
    /// ```swift
    /// for await changes in database.changes() where changes.tables.contains("notes") {
    ///     upload()
    /// }
    /// ```
    public func changes() -> AsyncStream<TableChanges> {
        let core = core
        return AsyncStream { continuation in
            let subscription = ChangeSubscription(core) { continuation.yield($0) }
            continuation.onTermination = { _ in withExtendedLifetime(subscription) {} }
        }
    }
}
