package import WCDBSQL

/// When a transaction takes its locks.
///
/// ```swift
/// StatementBegin().begin(.immediate)  // BEGIN IMMEDIATE
/// ```
public enum TransactionType: Sendable {
    /// At the first statement that needs them.
    case deferred
    /// At once, for writing.
    case immediate
    /// At once, against readers too.
    case exclusive

    package var tree: TransactionStatement.Mode {
        switch self {
        case .deferred: .deferred
        case .immediate: .immediate
        case .exclusive: .exclusive
        }
    }
}
