package import WCDBSQL

/// The type of a column, and the class of a stored value.
///
/// ```swift
/// Column(named: "size").asDef(with: .float)  // size REAL
/// Value(7).type  // integer64
/// ```
public enum ColumnType: Sendable {
    /// `INTEGER`, as narrow integers and Booleans are stored.
    case integer32
    /// `INTEGER`
    case integer64
    /// `TEXT`
    case text
    /// `REAL`
    case float
    /// `BLOB`
    case BLOB
    /// `NULL`
    case null

    package var name: String {
        switch self {
        case .integer32, .integer64: "INTEGER"
        case .text: "TEXT"
        case .float: "REAL"
        case .BLOB: "BLOB"
        case .null: "NULL"
        }
    }

    package var tree: TypeName { TypeName(name) }
}
