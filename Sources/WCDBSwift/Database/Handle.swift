import WCDBEngine
import WCDBSQL
import WCDBStorage

/// The connection that this thread has to a database.
///
/// All handles that a thread gets from one database share one connection and one main statement,
/// until the last of them is gone. Use a handle on its thread, and do not keep it: another thread
/// is refused with ``WCDBError/Code/Misuse``.
///
/// ```swift
/// let handle = try database.getHandle()
/// try handle.prepare(StatementSelect().select(Column.all()).from("notes"))
/// while try handle.step() {
///     let title: String? = handle.value(atIndex: 1)
/// }
/// handle.finalize()
/// ```
public final class Handle {
    let database: Database
    let connection: PooledConnection
    /// Whose it is; nil if it goes from thread to thread, one at a time.
    let thread: ThreadNumber?
    /// Whether the pool counts this object as a use of the connection.
    private let isCounted: Bool
    private var isExpired = false

    /// Takes over one use of the connection that the pool has counted.
    init(
        _ database: Database, _ connection: PooledConnection, isCounted: Bool = true,
        for thread: ThreadNumber? = .current
    ) {
        self.thread = thread
        self.database = database
        self.connection = connection
        self.isCounted = isCounted
    }

    deinit {
        if isCounted { database.core.pool.release(connection) }
    }

    /// From now on the handle refuses everything: it was lent for the length of a call.
    func expire() { isExpired = true }

    /// The statement that the methods of ``StatementInterface`` are about.
    var compiled: CompiledStatement { connection.main }

    // MARK: Statements

    /// Runs a statement once; rows are passed over.
    ///
    /// ```swift
    /// try handle.exec(StatementPragma().pragma(.foreignKeys).to(true))
    /// ```
    public func exec(_ statement: any Statement) throws {
        try requireValid()
        // Listeners are told of statements that run, not of those that cannot.
        try connection.prepareMain(statement.statementSyntax, checks: connection.monitor != nil)
        let main = connection.main
        defer { main.finalize() }
        _ = try main.step()
    }

    /// Makes a statement the main statement of this thread, which the other methods are about.
    ///
    /// Finalize it when you are done: preparing another one abandons it.
    ///
    /// ```swift
    /// try handle.prepare(
    ///     StatementSelect().select(Note.Properties.text).from("notes")
    ///         .where(Note.Properties.id == BindParameter(1)))
    /// handle.bind(7, toIndex: 1)
    /// let text = try handle.step() ? handle.value(atIndex: 0).stringValue : nil
    /// handle.finalize()
    /// ```
    public func prepare(_ statement: any Statement) throws {
        try requireValid()
        try connection.prepareMain(statement.statementSyntax, checks: true)
    }

    /// Whether there is a main statement.
    ///
    /// ```swift
    /// try handle.prepare(sql: "SELECT text FROM notes")
    /// let isPrepared = handle.isPrepared  // true
    /// handle.finalize()
    /// ```
    public var isPrepared: Bool { own { $0.main.isPrepared } ?? false }

    /// A statement of its own, kept for as long as this thread has the connection: asking for the
    /// same statement again gives the same object, with its bindings.
    ///
    /// ```swift
    /// let select = StatementSelect().select(Note.Properties.text).from("notes")
    ///     .where(Note.Properties.id == BindParameter(1))
    /// let statement = try handle.getOrCreatePreparedStatement(with: select)
    /// for id in [3, 1, 2] {
    ///     statement.reset()
    ///     statement.bind(id, toIndex: 1)
    ///     if try statement.step() { print(statement.value(atIndex: 0).stringValue) }
    /// }
    /// ```
    public func getOrCreatePreparedStatement(
        with statement: any Statement
    ) throws -> PreparedStatement {
        try requireValid()
        return try connection.preparedStatement(
            for: try connection.tree(of: statement.statementSyntax), of: self)
    }

    /// Gives up the main statement and all prepared ones.
    ///
    /// ```swift
    /// try handle.prepare(sql: "SELECT text FROM notes")
    /// handle.finalizeAllStatement()
    /// handle.isPrepared  // false
    /// ```
    public func finalizeAllStatement() { own { $0.finalizeAll() } }

    private func requireValid() throws(WCDBError) {
        if let misuse { throw database.core.misuse(misuse) }
    }

    // MARK: Threads

    static let foreignUse = "A handle was used on another thread than its own."

    var isOwn: Bool { thread == nil || thread == ThreadNumber.current }

    /// What is wrong with using the handle here and now.
    private var misuse: String? {
        if !isOwn { return Handle.foreignUse }
        return isExpired ? "The handle was valid during the call only." : nil
    }

    /// What the connection says; nil, and reported, on another thread, or after the call for which
    /// the handle was lent.
    @discardableResult
    func own<Result>(_ body: (PooledConnection) -> Result) -> Result? {
        if let misuse {
            database.core.misuse(misuse)
            return nil
        }
        return body(connection)
    }

    /// The statement; where the handle may not be used that is reported, and one that refuses
    /// everything takes its place.
    func own(_ statement: @autoclosure () -> CompiledStatement) -> CompiledStatement {
        if let misuse {
            database.core.misuse(misuse)
            return CompiledStatement(connection, refusal: misuse)
        }
        return statement()
    }

    // MARK: What happened

    /// How many rows the last INSERT, UPDATE or DELETE changed.
    ///
    /// ```swift
    /// try handle.delete(fromTable: "notes", where: Note.Properties.isDraft)
    /// print("\(handle.changes) drafts are gone")
    /// ```
    public var changes: Int { own { Int($0.engine.changeCount) } ?? 0 }

    /// How many rows have been changed since the connection was opened.
    ///
    /// ```swift
    /// let before = handle.totalChanges
    /// try handle.insertOrIgnore(notes, intoTable: "notes")
    /// let new = handle.totalChanges - before
    /// ```
    public var totalChanges: Int { own { Int($0.engine.totalChangeCount) } ?? 0 }

    /// The identifier of the row that was inserted last.
    ///
    /// ```swift
    /// try handle.exec(sql: "INSERT INTO notes(text) VALUES ('Buy milk')")
    /// let id = handle.lastInsertedRowID
    /// ```
    public var lastInsertedRowID: Int64 { own { $0.engine.lastInsertRowID } ?? 0 }
}

extension Handle: HandleRepresentable {
    /// This handle. Throws on another thread than its own.
    ///
    /// ```swift
    /// try handle.getHandle(writeHint: true) === handle  // true
    /// ```
    public func getHandle(writeHint: Bool) throws -> Handle {
        try requireValid()
        return self
    }

    /// The database that the handle belongs to.
    ///
    /// ```swift
    /// handle.getDatabase().tag = 7
    /// ```
    public func getDatabase() -> Database { database }
}

extension Handle: RawStatementmentRepresentable {
    /// The main statement.
    ///
    /// ```swift
    /// let raw = handle.getRawStatement()
    /// ```
    public func getRawStatement() -> RawStatement { RawStatement(own(compiled)) }

    /// A main statement that failed is given up.
    ///
    /// ```swift
    /// handle.finalizeWhenError()  // true
    /// ```
    public func finalizeWhenError() -> Bool { true }
}

extension Handle: StatementInterface {}
