import WCDBEngine
import WCDBSQL

// Reading and writing from tasks. No thread of the system's pool for tasks is ever blocked, and a
// task that is cancelled stops what it does in the database.

extension Database {
    /// Reads from a task: everything the closure reads is of one moment.
    ///
    /// ```swift
    /// let (notes, count) = try await database.read { handle in
    ///     let notes: [Note] = try handle.getObjects(fromTable: "notes", limit: 20)
    ///     let count = try handle.getValue(sql: "SELECT count(*) FROM notes")
    ///     return (notes, count?.intValue ?? 0)
    /// }
    /// ```
    ///
    /// Readers do not wait for writers. The closure cannot change anything. When the task is
    /// cancelled the running statement stops, and `CancellationError` is thrown.
    public func read<Result: Sendable>(
        _ body: @escaping @Sendable (Handle) throws -> Result
    ) async throws -> Result {
        try await work(on: core.readers) { handle, signal in
            let result = try handle.connection.runReading { try body(handle) }
            // The closure may have read nothing since.
            if signal.isCancelled { throw CancellationError() }
            return result
        }
    }

    /// Writes from a task, in a transaction that is undone when the closure throws or the task is
    /// cancelled.
    ///
    /// ```swift
    /// try await database.write { handle in
    ///     try handle.insert(note, intoTable: "notes")
    /// }
    /// ```
    ///
    /// Writers of one database come in the order in which they were called.
    public func write<Result: Sendable>(
        _ body: @escaping @Sendable (Handle) throws -> Result
    ) async throws -> Result {
        try await work(on: core.writers) { handle, _ in
            let connection = handle.connection
            return try connection.runLevel({ try body(handle) }) { _ in
                // The closure may have gone on after a statement that was stopped.
                try connection.requireGoingOn()
                return true
            }
        }
    }

    private func work<Result: Sendable>(
        on workers: Workers,
        _ body: @escaping @Sendable (Handle, Handle.CancellationSignal) throws -> Result
    ) async throws -> Result {
        let signal = Handle.CancellationSignal()
        return try await AsyncJob.run(on: workers, cancel: { signal.cancel() }) {
            let handle = try self.getHandle(
                writeHint: workers !== self.core.readers, until: signal)
            return try withExtendedLifetime(handle) {
                handle.connection.attach(ofTask: signal)
                defer { handle.connection.attach(ofTask: nil) }
                return try body(handle, signal)
            }
        }
    }
}
