import Foundation
import Synchronization
import WCDBEngine
import WCDBStorage

/// What all `Database` objects of one path share: the connections, the tag, the configurations.
///
/// **Users.** Any thread. One for each path and process, never given up; only its connections go
/// when the last `Database` does. One in memory goes with its last `Database`.
final class DatabaseCore: @unchecked Sendable {
    /// The path that stands for a database in memory.
    static let memoryPath = ":memory:"

    let path: String
    let isInMemory: Bool
    let pool = ConnectionPool()
    let configurations = ConfigurationList()
    let tracers = Tracers()
    let corruption = CorruptionWatch()
    let observers: ChangeObservers
    /// Where tasks read. Each database has its own: those of one may all wait for a thread that
    /// keeps them out.
    let readers = Workers(limit: 8)
    /// Where tasks write: one after the other.
    let writers = Workers(limit: 1)
    /// For loops over rows that have a connection each, and so never wait for one.
    let cursors = Workers(limit: ConnectionPool.limit)
    private let readOnly = Atomic<Bool>(false)
    private let lock = Lock(scheduler: nil)
    // Guard for the rest: `lock`.
    private var storedErrorListener: ErrorTraces.Listener?
    private var storedTag: Tag?
    private var hasLiteMode = false
    private var objectCount = 0
    private var lastIdentifier: UInt64 = 0
    /// The files of a database in memory.
    private var memory = MemoryFileSystem()

    init(
        path: String, isInMemory: Bool = false, observers: ChangeObservers = ChangeObservers()
    ) {
        self.path = path
        self.isInMemory = isInMemory
        self.observers = observers
        ThreadEnds.shared.begin()
        if isInMemory { ThreadEnds.shared.watch(self) }
    }

    deinit { if isInMemory { ThreadEnds.shared.unwatch(self) } }

    var tag: Tag? {
        get { lock.withLock { storedTag } }
        set { lock.withLock { storedTag = newValue } }
    }

    /// Whether commits are not made durable one by one.
    var isLite: Bool {
        get { lock.withLock { hasLiteMode } }
        set { lock.withLock { hasLiteMode = newValue } }
    }

    /// Who hears of errors of this database.
    var errorListener: ErrorTraces.Listener? {
        get { lock.withLock { storedErrorListener } }
        set { lock.withLock { storedErrorListener = newValue } }
    }

    /// Whether nothing may be written any more: asked for each use of a connection.
    var isReadOnly: Bool { readOnly.load(ordering: .relaxed) }

    /// From now on nothing is written. Connections that threads have refuse it too, when they are
    /// asked for again.
    func makeReadOnly() { readOnly.store(true, ordering: .relaxed) }

    // MARK: Database objects

    func retain() { lock.withLock { objectCount += 1 } }

    /// One object less; with the last one the idle connections go.
    func release() {
        let isLast = lock.withLock {
            objectCount -= 1
            return objectCount == 0
        }
        if isLast { purge() }
    }

    // MARK: What connections are opened with

    /// What a connection is opened with.
    struct Opening {
        /// Its number, counted from the first connection that there ever was.
        let identifier: UInt64
        var options: StoreOptions
        /// The files of a database in memory.
        let memory: MemoryFileSystem
    }

    /// What the next connection is opened with.
    func nextOpening() -> Opening {
        var options = StoreOptions()
        return lock.withLock {
            lastIdentifier += 1
            options.readOnly = isReadOnly
            if hasLiteMode { options.syncLevel = .off }
            return Opening(identifier: lastIdentifier, options: options, memory: memory)
        }
    }

    /// How many connections there ever were.
    var openingCount: UInt64 { lock.withLock { lastIdentifier } }

    /// Gives a database in memory new files, which are empty.
    func emptyMemory() { lock.withLock { memory = MemoryFileSystem() } }
}
