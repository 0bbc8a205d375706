import WCDBStorage

/// The rows of a query, one after the other, for a task.
///
/// ```swift
/// var total = 0
/// for try await row in database.rows(from: StatementSQL("SELECT a, b FROM t")) {
///     total += row[0].intValue
/// }
/// ```
///
/// All rows are of one moment, however long the loop takes; rows are fetched as they are needed,
/// some at a time. The loop keeps a connection to itself, so closing the database waits for its
/// end: never close the database within it. While more than some twenty loops of a database are
/// under way, or somebody waits for their end to close it, further ones read all their rows at once
/// and keep no connection; what is too much for memory lies in a scratch file meanwhile.
public struct RowSequence: AsyncSequence, Sendable {
    let database: Database
    let statement: StatementSyntax

    /// Begins the query when the first row is asked for.
    ///
    /// ```swift
    /// var rows = database.rows(sql: "SELECT id FROM notes").makeAsyncIterator()
    /// let first = try await rows.next()
    /// ```
    public func makeAsyncIterator() -> Iterator {
        Iterator(cursor: RowCursor(database, statement))
    }

    /// Goes through the rows.
    ///
    /// ```swift
    /// var iterator: RowSequence.Iterator = database.rows(from: select).makeAsyncIterator()
    /// while let row = try await iterator.next() { print(row[0].intValue) }
    /// ```
    public struct Iterator: AsyncIteratorProtocol {
        private let cursor: RowCursor
        private var batch: ArraySlice<OneRowValue> = []
        private var isDone = false

        init(cursor: RowCursor) { self.cursor = cursor }

        /// The next row; nil when there are no more. Throws `CancellationError` when the task is
        /// cancelled.
        ///
        /// ```swift
        /// var rows = database.rows(sql: "SELECT id FROM notes ORDER BY id").makeAsyncIterator()
        /// let (first, second) = (try await rows.next(), try await rows.next())
        /// ```
        public mutating func next() async throws -> OneRowValue? {
            try await next(isolation: nil)
        }

        /// The next row; nil when there are no more. Throws `CancellationError` when the task is
        /// cancelled.
        ///
        /// ```swift
        /// @MainActor func showFirst() async throws {
        ///     var rows = database.rows(sql: "SELECT id FROM notes").makeAsyncIterator()
        ///     // Back on the main actor after the wait.
        ///     if let row = try await rows.next(isolation: #isolation) { show(row[0].intValue) }
        /// }
        /// ```
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws -> OneRowValue? {
            try Task.checkCancellation()
            if batch.isEmpty, !isDone {
                let rows = try await cursor.nextBatch()
                isDone = rows.isEmpty
                batch = rows[...]
            }
            return batch.popFirst()
        }
    }
}

/// A query between two batches of rows: its connection belongs to no thread meanwhile, and counts
/// among those that loops may keep. Where there are enough of those, all rows are made at once, and
/// the connection goes back: to wait for a loop that may itself be waiting for this one would not
/// end.
///
/// **Users.** One task at a time; each batch is fetched by a worker.
final class RowCursor: @unchecked Sendable {
    private static let batchSize = 128

    private let database: Database
    private let statement: StatementSyntax
    private let signal = Handle.CancellationSignal()
    private var handle: Handle?
    /// Whether the connection may stay here between two batches.
    private var isKept = false
    /// The rows behind the first, if it may not.
    private var rest: RemainingRows?
    private var isDone = false

    init(_ database: Database, _ statement: StatementSyntax) {
        self.database = database
        self.statement = statement
    }

    /// The next rows; none at the end.
    func nextBatch() async throws -> [OneRowValue] {
        // Those that have a connection, or need none, do not queue behind those that wait for one.
        let hasBegun = handle != nil || rest != nil
        let workers = hasBegun ? database.core.cursors : database.core.readers
        return try await AsyncJob.run(on: workers, cancel: { [signal] in signal.cancel() }) {
            try self.fetch()
        }
    }

    private func fetch() throws -> [OneRowValue] {
        guard !isDone else { return [] }
        var rows: [OneRowValue] = []
        do {
            while rows.count < RowCursor.batchSize, let row = try nextRow() { rows.append(row) }
        } catch {
            try? end()
            throw error
        }
        if rows.count < RowCursor.batchSize { try end() }
        return rows
    }

    private func nextRow() throws -> OneRowValue? {
        guard !isDone else { return nil }
        if let rest { return try rest.next() }
        let handle = try handle ?? begin()
        guard try handle.step() else { return nil }
        let row = handle.oneRowValue()
        guard !isKept else { return row }
        rest = try handle.compiled.giveRest()
        try giveBack()
        isDone = rest == nil
        return row
    }

    private func begin() throws -> Handle {
        let handle = try database.getDetachedHandle(until: signal)
        handle.connection.attach(ofTask: signal)
        try handle.connection.prepareMain(statement)
        isKept = database.core.pool.keepAsCursor(handle.connection)
        self.handle = handle
        return handle
    }

    private func end() throws {
        isDone = true
        rest = nil
        try giveBack()
    }

    /// Gives the connection back. A transaction that was begun on it would be nobody's.
    private func giveBack() throws {
        guard let handle else { return }
        self.handle = nil
        handle.finalize()
        try handle.connection.requireNoTransaction(after: "a loop over rows")
    }

    deinit { try? end() }
}

extension Database {
    /// The rows of a query, for a task.
    ///
    /// ```swift
    /// let query = StatementSelect().select(Note.Properties.text).from("notes")
    /// for try await row in database.rows(from: query) { print(row[0].stringValue) }
    /// ```
    public func rows(from statement: any Statement) -> RowSequence {
        RowSequence(database: self, statement: statement.statementSyntax)
    }

    /// The rows of a query written in SQL, for a task.
    ///
    /// ```swift
    /// for try await row in database.rows(sql: "SELECT text FROM notes WHERE tag = \(tag)") {
    ///     show(row[0].stringValue)
    /// }
    /// ```
    public func rows(sql: SQLTemplate) -> RowSequence { rows(from: StatementSQL(sql)) }
}
