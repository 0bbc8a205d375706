import WCDBSQL

/// A BEGIN.
///
/// ```swift
/// StatementBegin().begin(.immediate)  // BEGIN IMMEDIATE
/// ```
public final class StatementBegin: Statement {
    private var type = TransactionType.deferred

    /// Begins a deferred transaction.
    public init() {}

    /// Says when the transaction takes its locks.
    ///
    /// ```swift
    /// StatementBegin().begin(.exclusive)  // BEGIN EXCLUSIVE
    /// ```
    @discardableResult
    public func begin(_ transactionType: TransactionType) -> StatementBegin {
        type = transactionType
        return self
    }

    /// The syntax tree of the statement.
    public var statementSyntax: StatementSyntax { StatementSyntax(.transaction(.begin(type.tree))) }
}
