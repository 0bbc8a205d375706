import WCDBSQL

/// What a statement says, as an opaque value: what is compiled.
public struct StatementSyntax: Sendable {
    package let tree: StatementTree

    package init(_ tree: StatementTree) { self.tree = tree }
}
