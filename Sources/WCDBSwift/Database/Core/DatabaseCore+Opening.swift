import Foundation
import WCDBEngine
import WCDBStorage

// Connections for threads: those that are there, and new ones.

extension DatabaseCore {
    /// The connection of this thread, opened and configured if need be. `mustExist`: a file that is
    /// not there is not made, and `Interrupt` is thrown.
    func take(
        writeHint: Bool, for database: Database, by thread: ThreadNumber = .current,
        until signal: Handle.CancellationSignal? = nil, mustExist: Bool = false
    ) throws(WCDBError) -> PooledConnection {
        signal?.wait(in: pool)
        defer { signal?.wait(in: nil) }
        let (connection, isShared) = try seat(thread, writeHint, signal, mustExist)
        // It may have been opened before the database was made read-only.
        if isReadOnly, !connection.engine.isReadOnly {
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
        _ thread: ThreadNumber, _ writeHint: Bool, _ signal: Handle.CancellationSignal?,
        _ mustExist: Bool
    ) throws(WCDBError) -> (connection: PooledConnection, isShared: Bool) {
        var failsToOpen = false
        do throws(WCDBError) {
            return try pool.take(
                for: thread, writeHint: writeHint, until: signal, tell: tellBusy,
                isWritingElsewhere: { self.isWritingElsewhere(thread) }
            ) {
                () throws(WCDBError) in
                // Nobody removes it meanwhile: that waits for connections that are being opened.
                guard !mustExist || FileManager.default.fileExists(atPath: self.path) else {
                    throw WCDBError(.Interrupt, "There is no file.")
                }
                do throws(WCDBError) {
                    return try self.open()
                } catch {
                    failsToOpen = true
                    throw error
                }
            }
        } catch {
            // Not while the pool counts the connection as one that is being opened: a listener may
            // close the database, which waits until there is none.
            if failsToOpen { throw report(error) }
            let located = error.located(path: path, tag: tag)
            throw error.code == .Interrupt ? located : report(located)
        }
    }

    /// Whether others may wait for what a thread does in another database.
    private func isWritingElsewhere(_ thread: ThreadNumber) -> Bool {
        ThreadEnds.shared.cores.contains { $0 !== self && $0.pool.isInTransaction(thread) }
    }

    /// Tells a listener that a thread waits for another one, and what that one runs.
    func tellBusy(
        _ listener: BusyTraces.Listener, _ other: ThreadNumber?, _ running: String
    ) {
        listener.tell(tag ?? 0, path, other?.rawValue ?? 0, running)
    }

    private func open() throws(WCDBError) -> PooledConnection {
        var opening = nextOpening()
        if !isInMemory {
            opening.options.onCheckpointFailure = DatabaseCore.noteCheckpointFailure
        }
        let stopwatch = Stopwatch()
        let connection: PooledConnection
        let refusal = isInMemory || opening.options.readOnly ? nil : createDirectories()
        do {
            // Another process may have removed the file, and a new one may get the number of the
            // old one: what was found out about that is not true of it.
            if !FileManager.default.fileExists(atPath: path) { corruption.forget() }
            let engine = try Connection(
                path: isInMemory ? nil : path, options: opening.options,
                fileSystem: isInMemory ? opening.memory : nil,
                scratchDirectory: isInMemory ? nil : TemporaryDirectory.shared.path)
            engine.initialSettings = DatabaseCore.initialSettings
            connection = PooledConnection(engine, core: self, identifier: opening.identifier)
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

    /// Without its folder the file cannot be there: what matters then is why the folder was not
    /// made.
    private func openingFailure(_ failure: EngineError, _ refusal: (any Error)?) -> WCDBError {
        obstacle ?? refusal.map { .cannotOpen(path, tag: tag, withoutFolder: $0) }
            ?? WCDBError(failure, sql: nil, path: path, tag: tag)
    }

    /// Why the file cannot be opened, moved or removed: because it is not a file.
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
    /// instead of another one that would have to be opened and told of in turn, for ever.
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
}
