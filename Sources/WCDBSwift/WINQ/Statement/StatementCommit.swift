import WCDBSQL

/// A COMMIT.
///
/// ```swift
/// StatementCommit()  // COMMIT
/// ```
public final class StatementCommit: Statement {
    /// Ends a transaction and keeps what it did.
    public init() {}

    /// The syntax tree of the statement.
    public var statementSyntax: StatementSyntax { StatementSyntax(.transaction(.commit)) }
}
