package import WCDBSQL

/// A query.
///
/// ```swift
/// let age = Column(named: "age")
/// StatementSelect().select(age).from("people").where(age > 17).order(by: age).limit(3)
/// // SELECT age FROM people WHERE age > 17 ORDER BY age LIMIT 3
/// ```
///
/// After `union()`, `unionAll()`, `intersect()` and `except()` the calls build the next part;
/// WITH, ORDER BY, LIMIT and OFFSET always belong to the whole.
public final class StatementSelect: Statement, ExpressionConvertible, TableOrSubqueryConvertible {
    private var with: WithClause?
    private var isRecursive = false
    private var earlier: [(core: SelectCore, next: CompoundOperator)] = []
    private var isFirstFinished = true
    var core = SelectCoreDraft()
    private var terms: [OrderingTree] = []
    private var limit = LimitDraft()

    /// An empty query.
    public init() {}

    /// Sets the results.
    @discardableResult
    public func select(
        distinct: Bool = false, _ resultColumnConvertibleList: any ResultColumnConvertible...
    ) -> StatementSelect {
        select(distinct: distinct, resultColumnConvertibleList)
    }

    /// Sets the results.
    @discardableResult
    public func select(
        distinct: Bool = false, _ resultColumnConvertibleList: [any ResultColumnConvertible]
    ) -> StatementSelect {
        guard !resultColumnConvertibleList.isEmpty else { return self }
        if distinct { core.body.isDistinct = true }
        core.body.results = resultColumnConvertibleList.map { $0.asResultColumn().tree }
        core.isValues = false
        return self
    }

    /// One more row of values: `VALUES(1, 2)`.
    @discardableResult
    public func value(
        _ expressionConvertibleList: any ExpressionConvertible...
    ) -> StatementSelect {
        value(expressionConvertibleList)
    }

    /// One more row of values.
    @discardableResult
    public func value(_ expressionConvertibleList: [any ExpressionConvertible]) -> StatementSelect {
        guard !expressionConvertibleList.isEmpty else { return self }
        core.rows.append(expressionConvertibleList.map(\.tree))
        core.isValues = true
        return self
    }

    /// `… UNION …`
    @discardableResult
    public func union() -> StatementSelect { begin(.union) }

    /// `… UNION ALL …`
    @discardableResult
    public func unionAll() -> StatementSelect { begin(.unionAll) }

    /// `… INTERSECT …`
    @discardableResult
    public func intersect() -> StatementSelect { begin(.intersect) }

    /// `… EXCEPT …`
    @discardableResult
    public func except() -> StatementSelect { begin(.except) }

    private func begin(_ operation: CompoundOperator) -> StatementSelect {
        if earlier.isEmpty { isFirstFinished = core.isFinished }
        earlier.append((core.tree, operation))
        core = SelectCoreDraft()
        return self
    }

    /// The query in parentheses, as a value.
    public func asExpression() -> Expression { Expression(with: self) }

    /// What the query says as a value.
    public var expressionSyntax: ExpressionSyntax {
        ExpressionSyntax(.subquery(SubqueryTree(selectTree)))
    }

    /// The query in parentheses, as an item of FROM.
    public func asTableOrSubquery() -> TableOrSubquery { TableOrSubquery(with: self) }

    /// What the query says.
    public var statementSyntax: StatementSyntax { StatementSyntax(.select(selectTree)) }

    package var selectTree: SelectStatement {
        guard isFirstFinished else { return SelectStatement() }
        var tree = SelectStatement(earlier.first?.core ?? core.tree)
        for (index, part) in earlier.enumerated() {
            let next = index + 1 < earlier.count ? earlier[index + 1].core : core.tree
            tree.compounds.append(SelectStatement.Compound(part.next, next))
        }
        tree.with = with
        tree.order = terms
        tree.limit = limit.clause
        return tree
    }
}

// What belongs to the whole.
extension StatementSelect {
    /// Queries under names, before the statement.
    @discardableResult
    public func with(
        recursive: Bool = false, _ expList: CommonTableExpression...
    ) -> StatementSelect {
        with(recursive: recursive, expList)
    }

    /// Queries under names, before the statement.
    @discardableResult
    public func with(
        recursive: Bool = false, _ expList: [CommonTableExpression]
    ) -> StatementSelect {
        isRecursive = isRecursive || recursive
        with = WithClause(isRecursive: isRecursive, list: expList) ?? with
        return self
    }

    /// Sets the order of the rows.
    @discardableResult
    public func order(
        by orderingTermConvertibleList: any OrderingTermConvertible...
    ) -> StatementSelect {
        order(by: orderingTermConvertibleList)
    }

    /// Sets the order of the rows.
    @discardableResult
    public func order(
        by orderingTermConvertibleList: [any OrderingTermConvertible]
    ) -> StatementSelect {
        if !orderingTermConvertibleList.isEmpty {
            terms = orderingTermConvertibleList.map { $0.asOrder().tree }
        }
        return self
    }

    /// Leaves out the first `from` rows, then takes `to` rows: `LIMIT from, to`.
    @discardableResult
    public func limit(
        from expressionConvertibleFrom: any ExpressionConvertible,
        to expressionConvertibleTo: any ExpressionConvertible
    ) -> StatementSelect {
        limit.set(from: expressionConvertibleFrom.tree, count: expressionConvertibleTo.tree)
        return self
    }

    /// How many rows at most. Takes an earlier offset away.
    @discardableResult
    public func limit(
        _ expressionConvertibleLimit: any ExpressionConvertible
    ) -> StatementSelect {
        limit.set(count: expressionConvertibleLimit.tree)
        return self
    }

    /// How many rows are left out first. Says nothing without a limit before it.
    @discardableResult
    public func offset(
        _ expressionConvertibleOffset: any ExpressionConvertible
    ) -> StatementSelect {
        limit.set(offset: expressionConvertibleOffset.tree)
        return self
    }
}
