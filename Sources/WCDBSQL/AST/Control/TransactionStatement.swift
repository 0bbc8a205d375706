/// The statements that begin, mark and end transactions.
package enum TransactionStatement: Hashable, Sendable {
    package enum Mode: UInt8, Hashable, Sendable, CaseIterable {
        case deferred, immediate, exclusive
    }

    case begin(Mode?)
    case commit
    /// `ROLLBACK`, or `ROLLBACK TO savepoint`.
    case rollback(to: Name?)
    case savepoint(Name)
    case release(Name)
}
