package import WCDBSQL

/// The order of a term: ascending or descending.
///
/// ```swift
/// StatementSelect().select(Note.Properties.title).from("notes")
///     .order(by: Note.Properties.stars.order(.descending))
/// // SELECT title FROM notes ORDER BY stars DESC
/// ```
public enum Order: Sendable {
    /// `ASC`
    case ascending
    /// `DESC`
    case descending

    package var tree: OrderingTree.Direction {
        switch self {
        case .ascending: .ascending
        case .descending: .descending
        }
    }
}
