import WCDBSQL

/// A COMMIT.
///
/// ```swift
/// StatementCommit()  // COMMIT
/// ```
public final class StatementCommit: Statement {
    /// Ends a transaction and keeps what it did.
    public init() {}

    /// What the statement says.
    public var statementSyntax: StatementSyntax { StatementSyntax(.transaction(.commit)) }
}
