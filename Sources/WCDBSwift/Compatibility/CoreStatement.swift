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
        try compiled.prepare(try handle.tree(of: statement.statementSyntax))
    }

    deinit { compiled.abandon() }

    /// How many rows the last INSERT, UPDATE or DELETE of this connection has changed.
    public var changes: Int? { handle.changes }

    /// The identifier of the row that was inserted last.
    public var lastInsertedRowID: Int64 { handle.lastInsertedRowID }

    /// The tag of the database.
    public var tag: Tag? { handle.database.tag }

    /// The path of the database.
    public var path: String { handle.database.path }
}

extension CoreStatement: RawStatementmentRepresentable {
    /// The statement itself.
    public func getRawStatement() -> RawStatement { RawStatement(handle.own(compiled)) }

    /// A statement that failed can be reset and run again.
    public func finalizeWhenError() -> Bool { false }
}

extension CoreStatement: StatementInterface {}

extension Database {
    /// Prepares a statement, as in 1.x. ``Handle/getOrCreatePreparedStatement(with:)`` is the newer
    /// way.
    public func prepare(_ statement: any Statement) throws -> CoreStatement {
        try CoreStatement(getHandle(writeHint: statement.statementTree.mayWrite), statement)
    }
}
