package import WCDBSQL

/// The order of a term: ascending or descending.
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
