import WCDBSQL

/// A query of a WITH clause, under a name.
///
/// ```swift
/// let select = StatementSelect().select(Column(named: "id")).from("notes").limit(10)
/// CommonTableExpression("recent").column(Column(named: "id")).as(select)
/// // recent(id) AS(SELECT id FROM notes LIMIT 10)
/// ```
public final class CommonTableExpression: Identifier {
    package private(set) var tree: CommonTableTree

    /// The query of this name.
    ///
    /// ```swift
    /// CommonTableExpression("recent").as(StatementSelect().select(1))  // recent AS(SELECT 1)
    /// ```
    public init(_ table: String) {
        tree = CommonTableTree(Name(anySpelling: table))
    }

    /// Names the next column of the query.
    ///
    /// ```swift
    /// let one = StatementSelect().select(1)
    /// CommonTableExpression("numbers").column(Column(named: "n")).as(one)
    /// // numbers(n) AS(SELECT 1)
    /// ```
    @discardableResult
    public func column(_ columnConvertible: any ColumnConvertible) -> CommonTableExpression {
        tree.columns.append(columnConvertible.columnTree)
        return self
    }

    /// The query.
    ///
    /// ```swift
    /// let good = StatementSelect().select(Note.Properties.id).from("notes")
    ///     .where(Note.Properties.stars > 3)
    /// StatementSelect().with(CommonTableExpression("good").as(good)).select(Column.all())
    ///     .from("good")
    /// // WITH good AS(SELECT id FROM notes WHERE stars > 3) SELECT * FROM good
    /// ```
    @discardableResult
    public func `as`(_ select: StatementSelect) -> CommonTableExpression {
        tree.query = SubqueryTree(select.selectTree)
        return self
    }

    /// The query as SQL.
    public var description: String { tree.name.isEmpty ? "" : tree.sql }
}

extension WithClause {
    /// The clause; nil if the list is empty, which says nothing.
    init?(isRecursive: Bool, list: [WCDBSwift.CommonTableExpression]) {
        guard !list.isEmpty else { return nil }
        self.init(isRecursive: isRecursive, list.map(\.tree))
    }
}
