/// The statement behind a ``Handle`` or a ``PreparedStatement``, as an opaque value.
public struct RawStatement {
    let compiled: CompiledStatement

    init(_ compiled: CompiledStatement) { self.compiled = compiled }
}

/// Something that has a statement to run.
public protocol RawStatementmentRepresentable {
    /// The statement.
    func getRawStatement() -> RawStatement
    /// Whether a statement that failed is given up at once.
    func finalizeWhenError() -> Bool
}

extension RawStatementmentRepresentable {
    var compiledStatement: CompiledStatement { getRawStatement().compiled }
}
