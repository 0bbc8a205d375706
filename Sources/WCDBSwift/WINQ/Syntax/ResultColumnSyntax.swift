import WCDBSQL

/// What a result column says, as an opaque value.
///
/// A query asks its results for this instead of an object, which saves the object.
///
/// ```swift
/// let syntax: ResultColumnSyntax = Note.Properties.title.resultColumnSyntax
/// ```
public struct ResultColumnSyntax: Sendable {
    package let tree: ResultTree

    package init(_ tree: ResultTree) { self.tree = tree }
}
