import WCDBStorage

/// Tells databases of threads that end.
///
/// **Users.** Any thread. A thread that ends calls it itself, as the last thing that it does.
final class ThreadEnds: @unchecked Sendable {
    static let shared = ThreadEnds()

    /// An object that was ever referred to weakly counts its strong references more slowly. The
    /// cores of files live for ever, so there is no such reference to them: the directory knows
    /// them.
    private struct Watcher {
        weak var core: DatabaseCore?
    }

    private let lock = Lock(scheduler: nil)
    /// The databases in memory; the directory knows all others. Guard: `lock`.
    private var watchers: [ObjectIdentifier: Watcher] = [:]

    private init() {
        ThreadNumber.onEnd { thread in ThreadEnds.shared.tell(thread) }
    }

    /// Makes `shared`, which listens from then on.
    func begin() {}

    func watch(_ core: DatabaseCore) {
        lock.withLock { watchers[ObjectIdentifier(core)] = Watcher(core: core) }
    }

    func unwatch(_ core: DatabaseCore) {
        lock.withLock { watchers[ObjectIdentifier(core)] = nil }
    }

    /// The cores of all databases.
    var cores: [DatabaseCore] {
        CoreDirectory.shared.all + lock.withLock { watchers.values.compactMap(\.core) }
    }

    private func tell(_ thread: ThreadNumber) {
        for core in cores { core.end(thread) }
    }
}
