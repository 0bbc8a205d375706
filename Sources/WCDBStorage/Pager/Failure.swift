import Synchronization

/// The first failure that made a core refuse to write. Set once.
///
/// **Users.** All threads: a flag for the fast question, a lock for the text.
final class Failure: @unchecked Sendable {
    private let isSet = Atomic<Bool>(false)
    private let lock = Lock(scheduler: nil)
    /// Guard: `lock`.
    private var text = ""

    var reason: String? { isSet.load(ordering: .acquiring) ? lock.withLock { text } : nil }

    /// The first one stays.
    func set(_ reason: String) {
        lock.withLock { if text.isEmpty { text = reason } }
        isSet.store(true, ordering: .releasing)
    }
}
