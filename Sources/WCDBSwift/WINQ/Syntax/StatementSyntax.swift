import WCDBSQL

/// What a statement says, as an opaque value: what is compiled.
///
/// ```swift
/// final class Cleanup: Statement {
///     let statementSyntax = StatementDelete().delete(from: "notes").statementSyntax
/// }
/// Cleanup().description  // DELETE FROM notes
/// ```
public struct StatementSyntax: Sendable {
    package let tree: StatementTree
    /// Why the statement cannot be run, where the tree does not tell.
    package let problem: String?
    /// What was written, where that is not what the tree says.
    package let written: String?
    /// Where in that the problem is, in bytes, if it has a place.
    package let offset: Int?

    package init(
        _ tree: StatementTree, problem: String? = nil, written: String? = nil, offset: Int? = nil
    ) {
        self.tree = tree
        self.problem = problem
        self.written = written
        self.offset = offset
    }
}
