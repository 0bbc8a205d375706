import Foundation
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
    private let lock = Lock(scheduler: nil)
    // Guard for the rest: `lock`.
    private var storedTag: Tag?
    private var isReadOnly = false
    private var objectCount = 0
    private var lastIdentifier: UInt64 = 0
    /// The files of a database in memory.
    private var memory = MemoryFileSystem()

    init(path: String, isInMemory: Bool = false) {
        self.path = path
        self.isInMemory = isInMemory
    }

    var tag: Tag? {
        get { lock.withLock { storedTag } }
        set { lock.withLock { storedTag = newValue } }
    }

    func makeReadOnly() { lock.withLock { isReadOnly = true } }

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
    func take(writeHint: Bool, for database: Database) throws(WCDBError) -> PooledConnection {
        let (connection, isShared) = try pool.take(writeHint: writeHint) {
            () throws(WCDBError) in try self.open()
        }
        guard !isShared, configurations.version != connection.configured.version else {
            return connection
        }
        do {
            try connection.configure(configurations.current, database)
        } catch {
            pool.release(connection)
            throw error
        }
        return connection
    }

    private func open() throws(WCDBError) -> PooledConnection {
        var options = StoreOptions()
        let (isReadOnly, identifier, memory) = lock.withLock {
            lastIdentifier += 1
            return (self.isReadOnly, lastIdentifier, self.memory)
        }
        options.readOnly = isReadOnly
        do {
            if !isInMemory, !isReadOnly { createDirectories() }
            let engine = try Connection(
                path: isInMemory ? nil : path, options: options,
                fileSystem: isInMemory ? memory : nil)
            return PooledConnection(engine, core: self, identifier: identifier)
        } catch {
            throw report(WCDBError(error, sql: nil, path: path, tag: tag))
        }
    }

    /// Where this fails, opening the file says why.
    private func createDirectories() {
        try? FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent,
            withIntermediateDirectories: true)
    }

    /// Closes the connections that nobody has.
    func purge() {
        for connection in pool.drain() { connection.close() }
    }

    /// Closes all connections, with nobody else at it, and runs `body` before others come in
    /// again. Returns false, and does nothing, when this thread has a connection itself.
    func close(_ body: () throws -> Void) throws -> Bool {
        let thread = ThreadNumber.current
        guard pool.close(to: thread) == .granted else { return false }
        defer { _ = pool.reopen(by: thread) }
        closeAll()
        defer { closeAll() }
        try body()
        return true
    }

    private func closeAll() {
        purge()
        guard isInMemory else { return }
        lock.withLock { memory = MemoryFileSystem() }
    }

    /// Tells the tracers of an error; to be thrown.
    func report(_ error: WCDBError) -> WCDBError {
        ErrorTraces.shared.report(error)
        return error
    }

    /// A use of the library that it refuses: reported as fatal, and thrown as an error by calls
    /// that can throw.
    @discardableResult
    func misuse(_ message: String) -> WCDBError {
        ErrorTraces.shared.report(
            WCDBError(
                .Misuse, message, level: .Fatal, path: path, tag: tag, source: "Assertion"))
        return WCDBError(.Misuse, message, path: path, tag: tag, source: "Assertion")
    }
}
