import WCDBSQL

/// A column of the result of a query: an expression and its alias.
///
/// ```swift
/// ResultColumn(with: Column(named: "a") + 1).as("next")  // a + 1 AS next
/// ```
public final class ResultColumn: Identifier, ResultColumnConvertible {
    @exclusivity(unchecked) package private(set) var tree: ResultTree

    /// The expression as a result.
    ///
    /// ```swift
    /// ResultColumn(with: Note.Properties.stars.sum())  // SUM(stars)
    /// ```
    public init(with expressionConvertible: any ExpressionConvertible) {
        tree = ResultTree(expressionConvertible.tree)
    }

    package init(tree: ResultTree) { self.tree = tree }

    /// Gives the result a name. The last one counts; an empty one removes it.
    ///
    /// ```swift
    /// ResultColumn(with: Note.Properties.title.upper()).as("heading")  // UPPER(title) AS heading
    /// ```
    @discardableResult
    public func `as`(_ alias: String) -> ResultColumn {
        tree.alias = alias.isEmpty ? nil : Name(spelling: alias)
        return self
    }

    /// This result column.
    public func asResultColumn() -> ResultColumn { self }

    /// The result column as SQL.
    public var description: String { tree.sql }
}
