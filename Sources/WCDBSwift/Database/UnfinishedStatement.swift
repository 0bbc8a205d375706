import WCDBSQL

/// Finds out what a statement that a builder left unfinished is missing.
enum UnfinishedStatement {
    /// A phrase for what is missing; nil if nothing is.
    static func missingPart(of tree: StatementTree) -> String? {
        if case .explain(let explain) = tree, explain.statement == nil {
            return "nothing was said"
        }
        return nil
    }
}
