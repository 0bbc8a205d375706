import WCDBSQL

/// A ROLLBACK.
///
/// ```swift
/// StatementRollback().rollback(toSavepoint: "sp")  // ROLLBACK TO sp
/// ```
public final class StatementRollback: Statement {
    private var savepoint: Name?

    /// Ends a transaction and undoes what it did.
    public init() {}

    /// Undoes what was done since the savepoint, and stays in the transaction.
    ///
    /// ```swift
    /// StatementRollback().rollback(toSavepoint: "before_import")  // ROLLBACK TO before_import
    /// ```
    public func rollback(toSavepoint savepointName: String) -> StatementRollback {
        // An empty name is kept, to be missed: without it, all of the transaction would be undone.
        savepoint = Name(spelling: savepointName)
        return self
    }

    /// The syntax tree of the statement.
    public var statementSyntax: StatementSyntax {
        StatementSyntax(.transaction(.rollback(to: savepoint)))
    }
}
