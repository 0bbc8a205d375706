import WCDBStorage

/// Who wants to hear of errors: a listener for all databases, and one for each.
///
/// **Users.** Any thread. Listeners are called on the thread that failed, or on one for such news
/// where that may not wait, without a lock held. A listener that uses the database itself is not
/// told of what fails meanwhile.
final class ErrorTraces: @unchecked Sendable {
    static let shared = ErrorTraces()

    typealias Listener = (WCDBError) -> Void

    private let lock = Lock(scheduler: nil)
    // Guard for both: `lock`.
    private var global: Listener?
    private var calls: Set<Call> = []

    /// A listener that is being called: that of a database, or that of all.
    private struct Call: Hashable {
        let thread: ThreadNumber
        let listensTo: ObjectIdentifier
    }

    func set(_ listener: Listener?) { lock.withLock { global = listener } }

    /// Whether anybody is told of errors of a database.
    func isHeard(of core: DatabaseCore) -> Bool {
        lock.withLock { global } != nil || core.errorListener != nil
    }

    /// Tells the listener of all databases, and that of `core`, which is nil for a file that the
    /// program has no `Database` of.
    func report(_ error: WCDBError, of core: DatabaseCore?) {
        tell(lock.withLock { global }, error, ObjectIdentifier(self))
        if let core { tell(core.errorListener, error, ObjectIdentifier(core)) }
    }

    private func tell(_ listener: Listener?, _ error: WCDBError, _ listensTo: ObjectIdentifier) {
        guard let listener else { return }
        let call = Call(thread: .current, listensTo: listensTo)
        guard lock.withLock({ calls.insert(call).inserted }) else { return }
        defer { lock.withLock { _ = calls.remove(call) } }
        listener(error)
    }
}
