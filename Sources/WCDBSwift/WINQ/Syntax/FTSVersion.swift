/// The modules for full-text search.
///
/// ```swift
/// StatementCreateVirtualTable().create(virtualTable: "found").using(module: .FTS5)
///     .arguments("title", "text")
/// // CREATE VIRTUAL TABLE found USING fts5(title, text)
/// ```
public enum FTSVersion: Describable, Sendable {
    /// `fts3`
    case FTS3
    /// `fts4`
    case FTS4
    /// `fts5`
    case FTS5

    /// The name of the module.
    public var description: String {
        switch self {
        case .FTS3: "fts3"
        case .FTS4: "fts4"
        case .FTS5: "fts5"
        }
    }
}
