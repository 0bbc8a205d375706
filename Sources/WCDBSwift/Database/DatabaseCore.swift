import Foundation
import Synchronization
import WCDBEngine
import WCDBStorage

/// What all `Database` objects of one path share: the connections, the tag, the configurations.
///
/// **Users.** Any thread. One for each path and process, never given up; only its connections go
/// when the last `Database` does.
final class DatabaseCore: @unchecked Sendable {
    /// The path that stands for a database in memory.
    static let memoryPath = ":memory:"

    let path: String
    let isInMemory: Bool
    let pool = ConnectionPool()
    let configurations = ConfigurationList()
    let tracers = Tracers()
    let corruption = CorruptionWatch()
    let observers = ChangeObservers()
    /// Where tasks read. Each database has its own: those of one may all wait for a thread that
    /// keeps them out.
    let readers = Workers(limit: 8)
    /// Where tasks write: one after the other.
    let writers = Workers(limit: 1)
    /// For loops over rows that have a connection each, and so never wait for one.
    let cursors = Workers(limit: ConnectionPool.limit)
    /// Whether nothing may be written any more: asked for each use of a connection.
    private let isReadOnly = Atomic<Bool>(false)
    private let lock = Lock(scheduler: nil)
    // Guard for the rest: `lock`.
    private var storedErrorListener: ErrorTraces.Listener?
    private var storedTag: Tag?
    private var hasLiteMode = false
    private var objectCount = 0
    private var lastIdentifier: UInt64 = 0
    /// The files of a database in memory.
    private var memory = MemoryFileSystem()

    init(path: String, isInMemory: Bool = false) {
        self.path = path
        self.isInMemory = isInMemory
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

    /// From now on nothing is written. Connections that threads have refuse it too, when they are
    /// asked for again.
    func makeReadOnly() { isReadOnly.store(true, ordering: .relaxed) }

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

    // MARK: Connections

    /// The connection of this thread, opened and configured if need be.
    func take(
        writeHint: Bool, for database: Database, by thread: ThreadNumber = .current,
        until signal: Handle.CancellationSignal? = nil
    ) throws(WCDBError) -> PooledConnection {
        signal?.wait(in: pool)
        defer { signal?.wait(in: nil) }
        let (connection, isShared) = try seat(thread, writeHint, signal)
        // It may have been opened before that was said.
        if isReadOnly.load(ordering: .relaxed), !connection.engine.isReadOnly {
            connection.engine.isQueryOnly = true
        }
        guard !isShared else { return connection }
        connection.refreshMonitor()
        if configurations.version != connection.configured.version {
            do {
                try connection.configure(configurations.current, database)
            } catch {
                pool.release(connection)
                throw error
            }
        }
        if connection.openingInfo != nil { tellOpening(connection) }
        return connection
    }

    private func seat(
        _ thread: ThreadNumber, _ writeHint: Bool, _ signal: Handle.CancellationSignal?
    ) throws(WCDBError) -> (connection: PooledConnection, isShared: Bool) {
        var failsToOpen = false
        do throws(WCDBError) {
            return try pool.take(
                for: thread, writeHint: writeHint, until: signal, tell: tellBusy,
                isWritingElsewhere: { self.isWritingElsewhere(thread) }
            ) {
                () throws(WCDBError) in
                do throws(WCDBError) {
                    return try self.open()
                } catch {
                    failsToOpen = true
                    throw error
                }
            }
        } catch {
            // Not before the pool can be closed: who is told of it may do that.
            throw failsToOpen ? report(error) : error
        }
    }

    /// Whether others may wait for what a thread does in another database.
    private func isWritingElsewhere(_ thread: ThreadNumber) -> Bool {
        CoreDirectory.shared.all.contains { $0 !== self && $0.pool.isInTransaction(thread) }
    }

    private func tellBusy(
        _ listener: BusyTraces.Listener, _ other: ThreadNumber?, _ running: String
    ) {
        listener.tell(tag ?? 0, path, other?.rawValue ?? 0, running)
    }

    private func open() throws(WCDBError) -> PooledConnection {
        var options = StoreOptions()
        let (identifier, memory) = lock.withLock {
            lastIdentifier += 1
            options.readOnly = isReadOnly.load(ordering: .relaxed)
            if hasLiteMode { options.syncLevel = .off }
            return (lastIdentifier, self.memory)
        }
        if !isInMemory { options.onCheckpointFailure = DatabaseCore.noteCheckpointFailure }
        let stopwatch = Stopwatch()
        let connection: PooledConnection
        let refusal = isInMemory || options.readOnly ? nil : createDirectories()
        do {
            // Somebody else may have removed it, and the new one gets the old one's number.
            if !FileManager.default.fileExists(atPath: path) { corruption.forget() }
            let engine = try Connection(
                path: isInMemory ? nil : path, options: options,
                fileSystem: isInMemory ? memory : nil,
                scratchDirectory: isInMemory ? nil : TemporaryDirectory.shared.path)
            engine.initialSettings = DatabaseCore.initialSettings
            connection = PooledConnection(engine, core: self, identifier: identifier)
        } catch {
            throw openingFailure(error, refusal)
        }
        if OperationTraces.shared.isListening { noteOpening(of: connection, stopwatch) }
        return connection
    }

    /// What pragmas answer that nobody has set: as 2.x sets up its connections. Checkpoints are
    /// taken in the background, whatever is said here.
    private static let initialSettings: [String: Int64] = [
        "temp_store": 1, "wal_autocheckpoint": 0,
    ]

    /// Without its folder a file cannot be there: then it counts why that was not made.
    private func openingFailure(_ failure: EngineError, _ refusal: (any Error)?) -> WCDBError {
        obstacle ?? refusal.map { .cannotOpen(path, tag: tag, withoutFolder: $0) }
            ?? WCDBError(failure, sql: nil, path: path, tag: tag)
    }

    /// What is against opening, moving or removing the file: that it is none.
    var obstacle: WCDBError? {
        let kind = try? FileManager.default.attributesOfItem(atPath: path)[.type]
        guard !isInMemory, let kind = kind as? FileAttributeType, kind != .typeRegular else {
            return nil
        }
        if kind == .typeDirectory { return .isDirectory(path, tag: tag) }
        return .cannotOpen(path, tag: tag, because: "it is not a file")
    }

    private func noteOpening(of connection: PooledConnection, _ stopwatch: Stopwatch) {
        var info: [String: Value] = [
            Database.OperationInfoKeyHandleOpenTime: Value(stopwatch.microseconds),
            Database.OperationInfoKeyHandleOpenCPUTime: Value(stopwatch.processorMicroseconds),
        ]
        for (key, count) in connection.schemaUsage() { info[key] = Value(count) }
        connection.openingInfo = info
    }

    /// Tells of a connection that the thread has by now: listeners that use the database get it,
    /// and not another one that would have to be opened, and told of, for ever.
    private func tellOpening(_ connection: PooledConnection) {
        guard var info = connection.openingInfo else { return }
        connection.openingInfo = nil
        info[Database.OperationInfoKeyHandleCount] = Value(Int64(pool.count))
        OperationTraces.shared.tell(self, .OpenHandle, info)
    }

    /// Makes the folders above the file; tells what is in the way.
    private func createDirectories() -> (any Error)? {
        do {
            try FileManager.default.createDirectory(
                atPath: (path as NSString).deletingLastPathComponent,
                withIntermediateDirectories: true)
            return nil
        } catch {
            return error
        }
    }

    /// Keeps all other threads out, after those that have a connection gave it back.
    func blockade() -> ConnectionPool.Admission {
        pool.close(to: .current, isBlockade: true, tell: tellBusy)
    }

    /// Undoes what the thread that calls, and ends, leaves open: nobody else can end it, and
    /// everybody would wait for it.
    func end(_ thread: ThreadNumber) {
        if pool.disown(thread) {
            misuse("A thread ended without unblockading the database.")
        }
        if undoTransaction(of: thread) {
            misuse("A thread ended within a transaction, which was rolled back.")
        }
    }

    /// Undoes the transaction that the thread that calls is in; whether there was one.
    private func undoTransaction(of thread: ThreadNumber) -> Bool {
        guard let connection = pool.take(seatedBy: thread) else { return false }
        defer { pool.release(connection) }
        guard connection.isInTransaction else { return false }
        connection.rollback(to: 0)
        return true
    }

    /// Closes the connections that nobody has.
    func purge() {
        pool.drain { $0.close() }
    }

    /// Closes all connections, with nobody else at it, and runs `body` before others come in
    /// again. Returns false, and does nothing, when this thread has a connection itself.
    func close(_ body: () throws -> Void) throws -> Bool {
        let thread = ThreadNumber.current
        guard pool.close(to: thread, isBlockade: false, tell: tellBusy) == .granted else {
            return false
        }
        defer { pool.reopen(by: thread, isBlockade: false) }
        closeAll()
        let (before, opened) = (FileMark(path), lock.withLock { lastIdentifier })
        defer {
            closeAll()
            // What connections of its own changed, their commits have told.
            let isOwnWork = lock.withLock { lastIdentifier } != opened
            let now = FileMark(path)
            if isInMemory || now?.key != before?.key || now != before && !isOwnWork {
                noteReplacement()
            }
        }
        do {
            try body()
        } catch {
            _ = undoTransaction(of: thread)
            throw error
        }
        guard !undoTransaction(of: thread) else {
            throw misuse(
                "A transaction that was begun while the database was closed was not ended.")
        }
        return true
    }

    /// Another file, or other content, is at the path: what was found out about the one before is
    /// no longer true, and whoever observes it has another one before him.
    private func noteReplacement() {
        corruption.forget()
        var changes = TableChanges()
        changes.isSchemaChanged = true
        observers.tell(changes)
    }

    private func closeAll() {
        purge()
        guard isInMemory else { return }
        lock.withLock { memory = MemoryFileSystem() }
    }

    /// Tells the tracers of an error; to be thrown.
    func report(_ error: WCDBError) -> WCDBError {
        ErrorTraces.shared.report(error, of: self)
        corruption.notice(error, self)
        return error
    }

    /// A checkpoint failed that no call waits for: the tracers are told soon, perhaps when the
    /// database was closed meanwhile. What was committed stays in the log, and a later checkpoint
    /// tries again. A file that is only attached has no tracers of its own: those of all databases
    /// hear of it.
    private static let noteCheckpointFailure: @Sendable (String, StorageError) -> Void = {
        path, failure in
        // Tracers may take their time, and use the database.
        _ = BackgroundThread(name: "wcdb-message") {
            let core = CoreDirectory.shared.known(at: path)
            let error = WCDBError(
                .storage(failure), sql: nil, path: path, tag: core?.tag, level: .Warning,
                work: "Checkpoint")
            guard let core else { return ErrorTraces.shared.report(error, of: nil) }
            _ = core.report(error)
        }
    }

    /// A use of the library that it refuses: reported as fatal, and thrown as an error by calls
    /// that can throw.
    @discardableResult
    func misuse(_ message: String) -> WCDBError {
        ErrorTraces.shared.report(
            WCDBError(
                .Misuse, message, level: .Fatal, path: path, tag: tag, source: "Assertion"),
            of: self)
        return WCDBError(.Misuse, message, path: path, tag: tag, source: "Assertion")
    }
}
