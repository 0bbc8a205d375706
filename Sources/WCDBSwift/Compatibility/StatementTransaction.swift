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
    ///
    /// ```swift
    /// try database.exec(StatementTransaction().begin())
    /// ```
    public init() {}

    /// Begins a transaction.
    ///
    /// ```swift
    /// StatementTransaction().begin()             // BEGIN
    /// StatementTransaction().begin(.immediate)   // BEGIN IMMEDIATE
    /// ```
    @discardableResult
    public func begin(_ transactionType: TransactionType? = nil) -> StatementTransaction {
        set(.begin(transactionType?.tree))
    }

    /// Ends a transaction and keeps what it did.
    ///
    /// ```swift
    /// StatementTransaction().commit()  // COMMIT
    /// ```
    @discardableResult
    public func commit() -> StatementTransaction { set(.commit) }

    /// Ends a transaction and undoes what it did.
    ///
    /// ```swift
    /// StatementTransaction().rollback()  // ROLLBACK
    /// ```
    @discardableResult
    public func rollback() -> StatementTransaction { set(.rollback(to: nil)) }

    /// The syntax tree of the statement.
    ///
    /// ```swift
    /// let syntax: StatementSyntax = StatementTransaction().commit().statementSyntax
    /// ```
    public var statementSyntax: StatementSyntax {
        tree.map { StatementSyntax(.transaction($0)) }
            ?? .unfinished("the transaction has no action")
    }

    private func set(_ tree: TransactionStatement) -> StatementTransaction {
        self.tree = tree
        return self
    }
}
