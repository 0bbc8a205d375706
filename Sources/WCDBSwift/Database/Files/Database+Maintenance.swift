import WCDBEngine
import WCDBStorage

// Work on the file as a whole.

extension Database {
    /// Is told how far some work is, from 0 to 1, and by how much more than the last time; stops
    /// the work by returning false.
    ///
    /// ```swift
    /// let progress: Database.ProgressUpdate = { done, _ in
    ///     print("\(Int(done * 100)) %")
    ///     return !Task.isCancelled
    /// }
    /// try database.vacuum(with: progress)
    /// ```
    public typealias ProgressUpdate = (_ percentage: Double, _ increment: Double) -> Bool

    /// Rebuilds the file without gaps. Readers go on meanwhile, writers wait; a crash leaves the
    /// database as it was before, or after.
    ///
    /// ```swift
    /// try database.vacuum(with: { done, _ in
    ///     show(done)
    ///     return true
    /// })
    /// ```
    public func vacuum(with progress: ProgressUpdate?) throws {
        guard !core.isInMemory else { return }
        let report = ProgressReport(progress)
        try maintain { engine throws(EngineError) in
            // The file is done once its rows are in place: that is not the last row's moment.
            try engine.vacuum { done, all in
                report.tell(all == 0 ? 0 : min(0.999, Double(done) / Double(all)))
            }
            // What was made is in the log until then, and the file is as large as before. It is
            // there in any case: a checkpoint that fails comes again.
            try? engine.checkpoint(.truncate)
        }
        _ = report.tell(1)
    }

    /// Moves at most that many pages from the end of the file into gaps, which makes the file
    /// shorter; without a positive number, as many as fit into the gaps. Within a transaction
    /// nothing happens.
    ///
    /// ```swift
    /// // A little at a time, while the program has nothing else to do.
    /// try database.incrementalVacuum(pages: 100)
    /// ```
    public func incrementalVacuum(pages: Int32) throws {
        try withHandle(writeHint: true) { handle in
            try handle.exec(StatementPragma().pragma(.incrementalVacuum).with(pages))
        }
    }

    /// Moves what is committed from the log into the file, as far as readers allow.
    ///
    /// ```swift
    /// try database.passiveCheckpoint()
    /// ```
    public func passiveCheckpoint() throws {
        try maintain { engine throws(EngineError) in try engine.checkpoint(.passive) }
    }

    /// Moves what is committed from the log into the file, and empties the log.
    ///
    /// ```swift
    /// // Before the program goes to the background.
    /// try database.truncateCheckpoint()
    /// ```
    public func truncateCheckpoint() throws {
        try maintain { engine throws(EngineError) in try engine.checkpoint(.truncate) }
    }

    /// Writes the database as it is now into a new file, while others go on reading and writing.
    ///
    /// The copy is a database of its own. There must be nothing at the path yet.
    ///
    /// ```swift
    /// try database.copy(toPath: backup)
    /// ```
    public func copy(toPath path: String, with progress: ProgressUpdate? = nil) throws {
        let report = ProgressReport(progress)
        try maintain { engine throws(EngineError) in
            try engine.copy(to: path) { done, all in
                report.tell(all == 0 ? 0 : min(0.999, Double(done) / Double(all)))
            }
        }
        _ = report.tell(1)
    }

    /// For data that can be computed again: commits are not made durable one by one, so a crash of
    /// the system may take the last of them, or the file, with it.
    ///
    /// Changing this closes the database. A call that cannot close it, because its own thread has
    /// a handle, changes nothing, and is reported to error tracers.
    ///
    /// ```swift
    /// let cache = Database(at: cachePath)
    /// cache.setLiteMode(enable: true)
    /// ```
    public func setLiteMode(enable: Bool) {
        guard core.isLite != enable else { return }
        // Nothing else can fail, and that is reported by then: as in 2.x, this throws nothing.
        try? close { core.isLite = enable }
    }

    private func maintain(_ work: (Connection) throws(EngineError) -> Void) throws {
        try withHandle(writeHint: true) { handle in
            do throws(EngineError) {
                try work(handle.connection.engine)
            } catch {
                throw handle.connection.failure(error, sql: "")
            }
        }
    }
}

/// Tells a program of progress, in steps that are worth it.
private final class ProgressReport {
    private let listener: Database.ProgressUpdate?
    private var last = 0.0

    init(_ listener: Database.ProgressUpdate?) { self.listener = listener }

    func tell(_ done: Double) -> Bool {
        guard let listener, done - last >= 0.001 || done == 1 else { return true }
        defer { last = done }
        return listener(done, done - last)
    }
}
