import Synchronization
import WCDBStorage

/// Who listens to the statements of a database, or of all databases.
///
/// **Users.** Any thread. A connection looks at `generation` when it is taken from the pool, and
/// asks again only when it has changed.
final class Tracers: @unchecked Sendable {
    /// The listeners to all databases.
    static let global = Tracers()
    /// Counts the changes of all `Tracers` of the process, and of the tags that they tell.
    private static let changes = Atomic<Int>(0)
    static var generation: Int { changes.load(ordering: .acquiring) }

    /// Those of one moment.
    struct Listeners {
        var sql: Database.SQLTracer?
        var performance: Database.PerformanceTracer?
        /// The SQL listener is told parameters and results, when a statement is over.
        var isFull = false
    }

    private let lock = Lock(scheduler: nil)
    /// Guard: `lock`.
    private var listeners = Listeners()

    var current: Listeners { lock.withLock { listeners } }

    func change(_ change: (inout Listeners) -> Void) {
        lock.withLock { change(&listeners) }
        Tracers.noteChange()
    }

    /// What connections know of those who listen, or tell them, is not true any more.
    static func noteChange() {
        changes.wrappingAdd(1, ordering: .acquiringAndReleasing)
    }
}
