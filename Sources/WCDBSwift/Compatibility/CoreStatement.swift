/// A statement that was prepared on its own, as in 1.x: it keeps the connection of its thread.
///
/// ```swift
/// let statement = try database.prepare(StatementSelect().select(Column.all()).from("notes"))
/// while try statement.step() {
///     let text: String? = statement.value(atIndex: 1)
/// }
/// ```
///
/// It is finalized with the last reference to it, on whatever thread that goes. Use it on the
/// thread that prepared it.
public final class CoreStatement {
    private let handle: Handle
    private let compiled: CompiledStatement

    init(_ handle: Handle, _ statement: any Statement) throws {
        self.handle = handle
        compiled = CompiledStatement(handle.connection)
        try compiled.prepareAndCheck(
            try handle.connection.tree(of: statement.statementSyntax))
    }

    deinit { compiled.abandon() }

    /// How many rows the last INSERT, UPDATE or DELETE of this connection has changed.
    ///
    /// ```swift
    /// let statement = try database.prepare(StatementDelete().delete(from: "notes"))
    /// try statement.step()
    /// statement.changes  // 3
    /// ```
    public var changes: Int? { handle.changes }

    /// The identifier of the row that was inserted last.
    ///
    /// ```swift
    /// let statement = try database.prepare(StatementSQL("INSERT INTO notes(id) VALUES (12)"))
    /// try statement.step()
    /// statement.lastInsertedRowID  // 12
    /// ```
    public var lastInsertedRowID: Int64 { handle.lastInsertedRowID }

    /// The tag of the database.
    ///
    /// ```swift
    /// database.tag = 7
    /// let statement = try database.prepare(select)
    /// statement.tag  // 7
    /// ```
    public var tag: Tag? { handle.database.tag }

    /// The path of the database.
    ///
    /// ```swift
    /// let statement = try database.prepare(select)
    /// statement.path == database.path  // true
    /// ```
    public var path: String { handle.database.path }
}

extension CoreStatement: RawStatementmentRepresentable {
    /// The statement itself.
    ///
    /// ```swift
    /// let statement = try database.prepare(select)
    /// let raw: RawStatement = statement.getRawStatement()
    /// ```
    public func getRawStatement() -> RawStatement { RawStatement(handle.own(compiled)) }

    /// A statement that failed can be reset and run again.
    ///
    /// ```swift
    /// let statement = try database.prepare(select)
    /// statement.finalizeWhenError()  // false
    /// ```
    public func finalizeWhenError() -> Bool { false }
}

extension CoreStatement: StatementInterface {}

extension Database {
    /// Prepares a statement, as in 1.x. ``Handle/getOrCreatePreparedStatement(with:)`` is the newer
    /// way.
    ///
    /// ```swift
    /// let statement = try database.prepare(
    ///     StatementSelect().select(Note.Properties.title).from("notes")
    ///         .order(by: Note.Properties.id))
    /// let titles = try statement.oneColumnValue(atIndex: 0).map(\.stringValue)
    /// titles  // ["Milk", "Bread", "Idea"]
    /// ```
    public func prepare(_ statement: any Statement) throws -> CoreStatement {
        try CoreStatement(getHandle(writeHint: statement.statementTree.mayWrite), statement)
    }
}
