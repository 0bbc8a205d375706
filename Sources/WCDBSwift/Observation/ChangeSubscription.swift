import WCDBStorage

/// Listens to the commits in a file as long as it lives.
final class ChangeSubscription: Sendable {
    private let observers: ChangeObservers
    private let number: UInt64

    init(
        _ observers: ChangeObservers, _ listener: @escaping @Sendable (TableChanges) -> Void
    ) {
        self.observers = observers
        number = observers.add(listener)
    }

    deinit { observers.remove(number) }
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
        let observers = core.observers
        return AsyncStream { continuation in
            let subscription = ChangeSubscription(observers) { continuation.yield($0) }
            continuation.onTermination = { _ in withExtendedLifetime(subscription) {} }
        }
    }
}
