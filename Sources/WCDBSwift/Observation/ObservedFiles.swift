import WCDBStorage

/// Listens to the commits of a database and of the files that are attached to it, as long as it
/// lives.
///
/// **Users.** Any thread.
final class ObservedFiles: @unchecked Sendable {
    private let listener: @Sendable (TableChanges) -> Void
    private let own: ChangeSubscription
    private let lock = Lock(scheduler: nil)
    /// By their paths. Guard: `lock`.
    private var attached: [String: ChangeSubscription] = [:]

    init(_ core: DatabaseCore, _ listener: @escaping @Sendable (TableChanges) -> Void) {
        self.listener = listener
        own = ChangeSubscription(core.observers, listener)
    }

    /// Listens to these files too; whether one of them was not listened to before: then what was
    /// read of it may be old already.
    func add(_ paths: [String]) -> Bool {
        lock.withLock {
            let unheard = paths.filter { attached[$0] == nil }
            for path in unheard {
                attached[path] = ChangeSubscription(
                    CoreDirectory.shared.observers(at: path), listener)
            }
            return !unheard.isEmpty
        }
    }
}
