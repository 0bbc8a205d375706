import WCDBSQL

/// A statement that begins or ends a transaction, as the 1.x API has it.
///
/// ```swift
/// StatementTransaction().begin(.immediate)  // BEGIN IMMEDIATE
/// StatementTransaction().commit()           // COMMIT
/// ```
public final class StatementTransaction: Statement {
    private var tree: TransactionStatement?

    /// An empty statement.
    public init() {}

    /// Begins a transaction.
    @discardableResult
    public func begin(_ transactionType: TransactionType? = nil) -> StatementTransaction {
        set(.begin(transactionType?.tree))
    }

    /// Ends a transaction and keeps what it did.
    @discardableResult
    public func commit() -> StatementTransaction { set(.commit) }

    /// Ends a transaction and undoes what it did.
    @discardableResult
    public func rollback() -> StatementTransaction { set(.rollback(to: nil)) }

    /// What the statement says.
    public var statementSyntax: StatementSyntax {
        tree.map { StatementSyntax(.transaction($0)) }
            ?? .unfinished("the transaction has no action")
    }

    private func set(_ tree: TransactionStatement) -> StatementTransaction {
        self.tree = tree
        return self
    }
}
