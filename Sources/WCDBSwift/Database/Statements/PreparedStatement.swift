import WCDBStorage

/// A statement that is compiled once and run many times.
///
/// It is valid as long as its thread has the connection, that is, as long as a ``Handle`` of it.
///
/// ```swift
/// let insert = StatementInsert().insert(intoTable: "t").values(BindParameter.bindParameters(2))
/// let statement = try handle.getOrCreatePreparedStatement(with: insert)
/// for (name, size) in files {
///     statement.reset()
///     statement.bind(name, toIndex: 1)
///     statement.bind(size, toIndex: 2)
///     try statement.step()
/// }
/// ```
public final class PreparedStatement {
    let compiled: CompiledStatement
    private let thread: ThreadNumber?

    init(_ compiled: CompiledStatement, for thread: ThreadNumber?) {
        self.compiled = compiled
        self.thread = thread
    }
}

extension PreparedStatement: RawStatementmentRepresentable {
    /// The statement itself.
    ///
    /// ```swift
    /// let statement = try handle.getOrCreatePreparedStatement(
    ///     with: StatementSelect().select(Note.Properties.id).from("notes"))
    /// let raw: RawStatement = statement.getRawStatement()
    /// ```
    public func getRawStatement() -> RawStatement {
        guard thread == nil || thread == ThreadNumber.current else {
            compiled.connection.core.misuse(Handle.foreignUse)
            return RawStatement(
                CompiledStatement(compiled.connection, refusal: Handle.foreignUse))
        }
        return RawStatement(compiled)
    }

    /// A prepared statement that failed can be reset and run again.
    ///
    /// ```swift
    /// let statement = try handle.getOrCreatePreparedStatement(
    ///     with: StatementSelect().select(Note.Properties.id).from("notes"))
    /// statement.finalizeWhenError()  // false
    /// ```
    public func finalizeWhenError() -> Bool { false }
}

extension PreparedStatement: StatementInterface {}
