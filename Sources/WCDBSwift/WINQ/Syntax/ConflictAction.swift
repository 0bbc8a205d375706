import WCDBSQL

/// What happens when a row violates a constraint. The cases have the names of the 2.x API.
///
/// ```swift
/// StatementInsert().insert(intoTable: "authors").onConflict(.Ignore).values(1, "Ada")
/// // INSERT OR IGNORE INTO authors VALUES(1, 'Ada')
/// TableConstraint().unique().indexed(by: Column(named: "name")).onConflict(.Rollback)
/// // UNIQUE(name) ON CONFLICT ROLLBACK
/// ```
public enum ConflictAction: Sendable {
    /// The row in the way is deleted.
    case Replace
    /// The transaction is rolled back.
    case Rollback
    /// The statement is undone.
    case Abort
    /// The statement stops; what it did stays.
    case Fail
    /// The row is left out.
    case Ignore

    package var tree: ConflictTree {
        switch self {
        case .Replace: .replace
        case .Rollback: .rollback
        case .Abort: .abort
        case .Fail: .fail
        case .Ignore: .ignore
        }
    }
}
