import WCDBStorage

/// Who wants to hear of errors: a listener for all databases, and one for each.
///
/// **Users.** Any thread. Listeners are called on the thread that failed, without a lock held.
final class ErrorTraces: @unchecked Sendable {
    static let shared = ErrorTraces()

    typealias Listener = (WCDBError) -> Void

    private let lock = Lock(scheduler: nil)
    /// Guard: `lock`.
    private var global: Listener?

    func set(_ listener: Listener?) { lock.withLock { global = listener } }

    func report(_ error: WCDBError, of core: DatabaseCore) {
        let global = lock.withLock { self.global }
        global?(error)
        core.errorListener?(error)
    }
}
