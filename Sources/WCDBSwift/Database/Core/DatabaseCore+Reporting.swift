import WCDBEngine
import WCDBStorage

// Errors that listeners are told of.

extension DatabaseCore {
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
    static let noteCheckpointFailure: @Sendable (String, StorageError) -> Void = {
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
        func error(_ level: WCDBError.Level) -> WCDBError {
            WCDBError(
                .Misuse, message, level: level, path: path, tag: tag, source: "Assertion")
        }
        ErrorTraces.shared.report(error(.Fatal), of: self)
        return error(.Error)
    }
}
