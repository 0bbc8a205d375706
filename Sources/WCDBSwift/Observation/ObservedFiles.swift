import Foundation
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
        own = ChangeSubscription(core, listener)
    }

    /// Listens to these files too; whether one of them was not listened to before: then what was
    /// read of it may be old already.
    func add(_ paths: [String]) -> Bool {
        let unheard = lock.withLock { paths.filter { attached[$0] == nil } }
        for path in unheard {
            // The program may be told of a core that is made: not while the lock is held.
            let core = CoreDirectory.shared.core(at: URL(fileURLWithPath: path))
            let subscription = ChangeSubscription(core, listener)
            lock.withLock { attached[path] = subscription }
        }
        return !unheard.isEmpty
    }
}
