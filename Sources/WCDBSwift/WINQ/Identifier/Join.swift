import WCDBSQL

/// Tables joined to each other, from left to right.
///
/// ```swift
/// Join(with: "notes").leftJoin("tags").using(Column(named: "id"))
/// // notes LEFT JOIN tags USING(id)
/// ```
///
/// `on` and `using` say something about the latest join; the later of them counts. Before the first
/// join there is nothing that they could be said of: a database refuses that.
public final class Join: Identifier, TableOrSubqueryConvertible {
    package private(set) var clause: JoinTree

    /// The first table.
    ///
    /// ```swift
    /// Join(with: TableOrSubquery(withTable: "notes").as(alias: "n")).join("authors")
    /// // notes AS n JOIN authors
    /// ```
    public init(with subqueryConvertible: any TableOrSubqueryConvertible) {
        clause = JoinTree(subqueryConvertible.asTableOrSubquery().source)
    }

    /// `… ON condition`
    ///
    /// ```swift
    /// let author = Note.Properties.author.in(table: "notes")
    /// Join(with: "notes").join("authors").on(author == Author.Properties.id.in(table: "authors"))
    /// // notes JOIN authors ON notes.author == authors.id
    /// ```
    @discardableResult
    public func on(_ expressionConvertible: any ExpressionConvertible) -> Join {
        constrain(.on(expressionConvertible.tree))
    }

    /// `… USING(a, b)`
    ///
    /// ```swift
    /// Join(with: "plan").join("diary").using(Column(named: "day"), Column(named: "hour"))
    /// // plan JOIN diary USING(day, hour)
    /// ```
    @discardableResult
    public func using(_ columnConvertibleList: any ColumnConvertible...) -> Join {
        using(columnConvertibleList)
    }

    /// `… USING(a, b)`
    ///
    /// ```swift
    /// let shared = ["day", "hour"].map { Column(named: $0) }
    /// Join(with: "plan").leftJoin("diary").using(shared)  // plan LEFT JOIN diary USING(day, hour)
    /// ```
    @discardableResult
    public func using(_ columnConvertibleList: [any ColumnConvertible]) -> Join {
        guard !columnConvertibleList.isEmpty else { return self }
        return constrain(.using(columnConvertibleList.map(\.columnTree)))
    }

    /// The join in parentheses, as an item of FROM.
    public func asTableOrSubquery() -> TableOrSubquery { TableOrSubquery(with: self) }

    /// The join as SQL, without parentheses.
    public var description: String { clause.sql }

    func append(
        _ kind: JoinOperator.Kind, isNatural: Bool = false,
        _ table: any TableOrSubqueryConvertible
    ) -> Join {
        let operation = JoinOperator(kind, isNatural: isNatural)
        clause.joins.append(JoinTree.Join(operation, table.asTableOrSubquery().source))
        return self
    }

    private func constrain(_ constraint: JoinTree.Constraint) -> Join {
        guard let last = clause.joins.indices.last else {
            clause.hasLooseConstraint = true
            return self
        }
        clause.joins[last].constraint = constraint
        return self
    }
}
