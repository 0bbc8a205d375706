import WCDBEngine

/// The rows of a query, now and whenever they change.
///
/// ```swift
/// for try await rows in database.observe(sql: "SELECT title FROM notes ORDER BY date") {
///     show(rows.map { $0[0].stringValue })
/// }
/// ```
///
/// The first rows come at once. Changes that come while the loop is busy come as one. What is
/// rolled back is never seen; a commit that leaves the rows as they are is passed over. The loop
/// ends with its task.
public struct QueryObservation: AsyncSequence, Sendable {
    let database: Database
    let statement: StatementSyntax

    /// Begins to listen.
    ///
    /// ```swift
    /// var states = database.observe(sql: "SELECT count(*) FROM notes").makeAsyncIterator()
    /// let now = try await states.next()
    /// let afterChange = try await states.next()
    /// ```
    public func makeAsyncIterator() -> Iterator { Iterator(database, statement) }

    /// Waits for the rows to change.
    ///
    /// ```swift
    /// var iterator: QueryObservation.Iterator = database.observe(select).makeAsyncIterator()
    /// while let rows = try await iterator.next() { show(rows.count) }
    /// ```
    public struct Iterator: AsyncIteratorProtocol {
        private let database: Database
        private let statement: StatementSyntax
        private let pending = PendingChanges()
        private let files: ObservedFiles
        private var events: AsyncStream<Void>.Iterator
        private var last: Reading?
        /// Something has changed that was not told yet, since the reading failed.
        private var isBehind = false

        init(_ database: Database, _ statement: StatementSyntax) {
            self.database = database
            self.statement = statement
            // Listening begins before the first reading, so that nothing falls in between.
            let (stream, continuation) = AsyncStream<Void>.makeStream(
                bufferingPolicy: .bufferingNewest(1))
            let pending = pending
            files = ObservedFiles(database.core) { changes in
                pending.add(changes)
                continuation.yield()
            }
            events = stream.makeAsyncIterator()
        }

        /// The rows, when they have changed; nil when the task is cancelled.
        ///
        /// ```swift
        /// // Waits until somebody has inserted a note.
        /// var states = database.observe(sql: "SELECT id FROM notes").makeAsyncIterator()
        /// let (before, after) = (try await states.next(), try await states.next())
        /// ```
        public mutating func next() async throws -> MultiRowsValue? {
            try await next(isolation: nil)
        }

        /// The rows, when they have changed; nil when the task is cancelled.
        ///
        /// ```swift
        /// @MainActor func showNotes() async throws {
        ///     var states = database.observe(sql: "SELECT id FROM notes").makeAsyncIterator()
        ///     // Back on the main actor after each wait.
        ///     while let rows = try await states.next(isolation: #isolation) { show(rows.count) }
        /// }
        /// ```
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws -> MultiRowsValue? {
            guard var known = last else {
                last = try await Self.read(database, statement, files)
                return last?.rows
            }
            while await hasChanges(to: known, isolation: actor) {
                isBehind = true
                guard let reading = try await Self.read(database, statement, files) else {
                    break
                }
                isBehind = false
                last = reading
                if reading.values != known.values { return reading.rows }
                // The same rows may be those of other tables now.
                known = reading
            }
            return nil
        }

        /// Waits for changes to tables that were read; false when the task is cancelled.
        private mutating func hasChanges(
            to known: Reading, isolation actor: isolated (any Actor)?
        ) async -> Bool {
            if isBehind { return true }
            while await events.next(isolation: actor) != nil {
                if pending.take().concerns(known.tables) { return true }
            }
            return false
        }

        /// What the query gives while all files that it may read are listened to; nil when the task
        /// is cancelled.
        private static func read(
            _ database: Database, _ statement: StatementSyntax, _ files: ObservedFiles
        ) async throws -> Reading? {
            while let reading = try await read(database, statement) {
                if !files.add(reading.attachedPaths) { return reading }
            }
            return nil
        }

        /// What the query gives now; nil when the task is cancelled.
        private static func read(
            _ database: Database, _ statement: StatementSyntax
        ) async throws -> Reading? {
            do {
                return try await database.read { handle in
                    try handle.connection.prepareMain(statement)
                    defer { handle.finalize() }
                    let rows = try handle.multiRowsValue()
                    return Reading(
                        rows: rows, tables: handle.compiled.usedTables,
                        attachedPaths: handle.connection.engine.attachedPaths)
                }
            } catch is CancellationError {
                return nil
            }
        }
    }

    /// What a query gave.
    struct Reading: Sendable {
        let rows: MultiRowsValue
        let tables: Set<String>
        let attachedPaths: [String]
        /// The rows in a form that can be compared.
        let values: [[EngineValue]]

        init(rows: MultiRowsValue, tables: Set<String>, attachedPaths: [String]) {
            self.rows = rows
            self.tables = tables
            self.attachedPaths = attachedPaths
            values = rows.map { $0.map(\.engineValue) }
        }
    }
}

extension Database {
    /// The rows of a query, now and whenever they change.
    ///
    /// ```swift
    /// let drafts = StatementSelect().select(Note.Properties.any.count()).from("notes")
    ///     .where(Note.Properties.isDraft)
    /// for try await rows in database.observe(drafts) { show(rows[row: 0, column: 0].intValue) }
    /// ```
    public func observe(_ statement: any Statement) -> QueryObservation {
        QueryObservation(database: self, statement: statement.statementSyntax)
    }

    /// The rows of a query written in SQL, now and whenever they change.
    ///
    /// ```swift
    /// let ids = database.observe(sql: "SELECT id FROM notes WHERE author = \(note.author)")
    /// for try await rows in ids {
    ///     show(rows.count)
    /// }
    /// ```
    public func observe(sql: SQLTemplate) -> QueryObservation { observe(StatementSQL(sql)) }
}
