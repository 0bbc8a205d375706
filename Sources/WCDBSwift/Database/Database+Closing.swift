import WCDBStorage

// Closing, and keeping others out.

extension Database {
    /// What is done while a database is closed.
    ///
    /// ```swift
    /// let copy: Database.OnClosed = {
    ///     try FileManager.default.copyItem(atPath: database.path, toPath: backup)
    /// }
    /// try database.close(onClosed: copy)
    /// ```
    public typealias OnClosed = () throws -> Void
    /// What is run on each connection before it is used, or after.
    ///
    /// ```swift
    /// let keys: Database.Config = { handle in
    ///     try handle.exec(StatementPragma().pragma(.foreignKeys).to(true))
    /// }
    /// database.setConfig(named: "keys", withInvocation: keys)
    /// ```
    public typealias Config = (Handle) throws -> Void

    /// Closes the database and runs a closure before anyone can open it again.
    ///
    /// Waits until all other threads are done with what they do in the database. A thread that
    /// has a handle itself, or is in a transaction, would wait for itself: it gets an error. So
    /// does one for which a thread with a handle waits, directly or not: of code `Busy`.
    ///
    /// ```swift
    /// try database.close {
    ///     try FileManager.default.copyItem(atPath: database.path, toPath: copy)
    /// }
    /// ```
    public func close(onClosed: OnClosed) throws {
        try core.close(onClosed)
    }

    /// Closes the database; the next operation opens it again.
    ///
    /// That a call cannot close, because its own thread has a handle, say, is reported to error
    /// tracers.
    ///
    /// ```swift
    /// database.close()
    /// database.isOpened  // false
    /// ```
    public func close() {
        try? close(onClosed: {})
    }

    /// Keeps all other threads out of the database, once those that are in it have finished.
    ///
    /// Calls nest; each needs its ``unblockade()`` on the same thread. One that would wait for
    /// ever, because this thread has a handle, or a thread that has one waits for this, does
    /// nothing, and is reported to error tracers.
    ///
    /// ```swift
    /// database.blockade()
    /// database.close()
    /// // Only this thread can open it now.
    /// database.unblockade()
    /// ```
    public func blockade() { core.blockade() }

    /// Lets other threads in again.
    ///
    /// ```swift
    /// database.blockade()
    /// defer { database.unblockade() }
    /// try database.truncateCheckpoint()
    /// ```
    public func unblockade() {
        if !core.pool.reopen(by: .current, isBlockade: true) {
            core.misuse("Unblockade should not be called without blockaded.")
        }
    }

    /// Whether a thread is keeping the others out.
    ///
    /// ```swift
    /// database.blockade()
    /// print(database.isBlockaded)
    /// database.unblockade()
    /// ```
    public var isBlockaded: Bool { core.pool.isClosed }

    /// Closes the connections of this database that nobody uses.
    ///
    /// ```swift
    /// // Memory is short.
    /// database.purge()
    /// ```
    public func purge() { core.purge() }

    /// Closes all connections that nobody uses.
    ///
    /// ```swift
    /// // Memory is short: let go of the idle connections of every database.
    /// Database.purge()
    /// ```
    public static func purge() {
        for core in CoreDirectory.shared.all where !core.pool.isClosed { core.purge() }
    }
}
