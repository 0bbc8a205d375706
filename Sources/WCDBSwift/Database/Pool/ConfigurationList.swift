import Synchronization
import WCDBStorage

/// What is run on each connection before it is used, in its order.
///
/// **Users.** Any thread. A connection compares `version` with what it was configured with.
final class ConfigurationList: @unchecked Sendable {
    /// One of them. A second one of the same name takes the place of the first.
    struct Configuration {
        let name: String
        let priority: Int64
        let invoke: Database.Config
        let uninvoke: Database.Config?
    }

    /// All at one moment.
    struct Version {
        var version = 0
        var list: [Configuration] = []
    }

    private let lock = Lock(scheduler: nil)
    /// Guard: `lock`.
    private var state = Version() {
        didSet { number.store(state.version, ordering: .releasing) }
    }
    /// The version of `state`, for which each connection asks when it is taken.
    private let number = Atomic<Int>(0)

    var current: Version { lock.withLock { state } }
    var version: Int { number.load(ordering: .acquiring) }

    func set(_ configuration: Configuration) {
        lock.withLock {
            state.list.removeAll { $0.name == configuration.name }
            let place = state.list.firstIndex { $0.priority > configuration.priority }
            state.list.insert(configuration, at: place ?? state.list.endIndex)
            state.version += 1
        }
    }

    func remove(_ name: String) {
        lock.withLock {
            guard state.list.contains(where: { $0.name == name }) else { return }
            state.list.removeAll { $0.name == name }
            state.version += 1
        }
    }
}
