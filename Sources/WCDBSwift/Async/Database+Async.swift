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
        try await work(on: Workers.readers) { handle in
            let connection = handle.connection
            try connection.run(.transaction(.begin(.deferred)))
            connection.engine.isQueryOnly = true
            defer {
                connection.engine.isQueryOnly = false
                connection.rollback()
            }
            return try body(handle)
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
        try await work(on: core.writers) { handle in
            try handle.connection.begin()
            do {
                let result = try body(handle)
                try handle.connection.commit()
                return result
            } catch {
                handle.connection.rollback()
                throw error
            }
        }
    }

    private func work<Result: Sendable>(
        on workers: Workers, _ body: @escaping @Sendable (Handle) throws -> Result
    ) async throws -> Result {
        let signal = Handle.CancellatiionSignal()
        return try await AsyncJob.run(on: workers, cancel: { signal.cancel() }) {
            try self.withHandle(writeHint: workers !== Workers.readers) { handle in
                handle.attach(cancellationSignal: signal)
                defer { handle.detachCancellationSignal() }
                return try body(handle)
            }
        }
    }
}
