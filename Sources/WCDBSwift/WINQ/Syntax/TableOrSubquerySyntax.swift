package import WCDBSQL

/// What an item of FROM says, as an opaque value.
///
/// A query asks its tables for this instead of an object, which saves the object.
///
/// ```swift
/// let syntax: TableOrSubquerySyntax = "notes".tableOrSubquerySyntax
/// ```
public struct TableOrSubquerySyntax: Sendable {
    package let source: TableSource

    package init(_ source: TableSource) { self.source = source }
}
