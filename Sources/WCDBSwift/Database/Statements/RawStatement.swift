/// The statement behind a ``Handle`` or a ``PreparedStatement``, as an opaque value.
///
/// ```swift
/// let raw: RawStatement = handle.getRawStatement()
/// ```
public struct RawStatement {
    let compiled: CompiledStatement

    init(_ compiled: CompiledStatement) { self.compiled = compiled }
}

/// Something that has a statement to run.
///
/// ```swift
/// let version = StatementPragma().pragma(.userVersion)
/// let sources: [any RawStatementmentRepresentable] = [
///     handle, try handle.getOrCreatePreparedStatement(with: version),
/// ]
/// sources.map { $0.finalizeWhenError() }  // [true, false]
/// ```
public protocol RawStatementmentRepresentable {
    /// The statement.
    ///
    /// ```swift
    /// let raw = handle.getRawStatement()
    /// ```
    func getRawStatement() -> RawStatement
    /// Whether a statement that failed is given up at once.
    ///
    /// ```swift
    /// // A handle gives up a statement that failed; a prepared statement can be reset.
    /// handle.finalizeWhenError()  // true
    /// ```
    func finalizeWhenError() -> Bool
}

extension RawStatementmentRepresentable {
    var compiledStatement: CompiledStatement { getRawStatement().compiled }
}
