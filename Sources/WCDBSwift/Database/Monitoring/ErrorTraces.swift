import WCDBStorage

/// Who wants to hear of errors: a listener for all databases, and one for each path.
///
/// **Users.** Any thread. Listeners are called on the thread that failed, without a lock held.
final class ErrorTraces: @unchecked Sendable {
    static let shared = ErrorTraces()

    typealias Listener = (WCDBError) -> Void

    private let lock = Lock(scheduler: nil)
    // Guard for both: `lock`.
    private var global: Listener?
    private var byPath: [String: Listener] = [:]

    func set(_ listener: Listener?) { lock.withLock { global = listener } }

    func set(_ listener: Listener?, path: String) { lock.withLock { byPath[path] = listener } }

    func report(_ error: WCDBError) {
        for listener in listeners(for: error.path) { listener(error) }
    }

    private func listeners(for path: String?) -> [Listener] {
        lock.withLock {
            let local = path.map { path in byPath[path].map { [$0] } ?? [] }
            return (global.map { [$0] } ?? []) + (local ?? Array(byPath.values))
        }
    }
}
