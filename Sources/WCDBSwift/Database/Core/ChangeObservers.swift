import Synchronization
import WCDBStorage

/// Who wants to know which tables a commit has changed.
///
/// **Users.** Any thread. Observers are called by the thread that committed, without a lock held,
/// and must be quick.
final class ChangeObservers: @unchecked Sendable {
    private let lock = Lock(scheduler: nil)
    // Guard for both: `lock`.
    private var observers: [UInt64: @Sendable (TableChanges) -> Void] = [:]
    private var lastNumber: UInt64 = 0
    // Whoever begins to observe says so and reads; whoever writes commits and asks. One of them
    // must see the other, so these are not relaxed.

    /// Whether there are any: asked by each statement.
    private let isOn = Atomic<Bool>(false)
    /// How many there are of all databases.
    private static let count = Atomic<Int>(0)

    var isActive: Bool { isOn.load(ordering: .sequentiallyConsistent) }
    /// Whether there are any of any database.
    static var areActive: Bool { count.load(ordering: .sequentiallyConsistent) > 0 }

    func add(_ observer: @escaping @Sendable (TableChanges) -> Void) -> UInt64 {
        lock.withLock {
            lastNumber += 1
            ChangeObservers.count.wrappingAdd(1, ordering: .sequentiallyConsistent)
            observers[lastNumber] = observer
            isOn.store(true, ordering: .sequentiallyConsistent)
            return lastNumber
        }
    }

    func remove(_ number: UInt64) {
        lock.withLock {
            guard observers.removeValue(forKey: number) != nil else { return }
            ChangeObservers.count.wrappingSubtract(1, ordering: .sequentiallyConsistent)
            isOn.store(!observers.isEmpty, ordering: .sequentiallyConsistent)
        }
    }

    func tell(_ changes: TableChanges) {
        for observer in lock.withLock({ Array(observers.values) }) { observer(changes) }
    }
}
