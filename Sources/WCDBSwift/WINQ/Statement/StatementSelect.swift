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
    @exclusivity(unchecked) private var with: WithClause?
    private var isRecursive = false
    @exclusivity(unchecked) private var earlier: [(core: SelectCore, next: CompoundOperator)] = []
    @exclusivity(unchecked) private var isFirstFinished = true
    @exclusivity(unchecked) var core = SelectCoreDraft()
    @exclusivity(unchecked) private var terms: [OrderingTree] = []
    @exclusivity(unchecked) private var limit = LimitDraft()

    /// An empty query.
    public init() {}

    /// Sets the results.
    ///
    /// ```swift
    /// StatementSelect().select(distinct: true, Note.Properties.author).from("notes")
    /// // SELECT DISTINCT author FROM notes
    /// ```
    @discardableResult
    public func select(
        distinct: Bool = false, _ resultColumnConvertibleList: any ResultColumnConvertible...
    ) -> StatementSelect {
        select(distinct: distinct, resultColumnConvertibleList)
    }

    /// Sets the results.
    ///
    /// ```swift
    /// StatementSelect().select(Author.Properties.all).from("authors")
    /// // SELECT id, name FROM authors
    /// ```
    @discardableResult
    public func select(
        distinct: Bool = false, _ resultColumnConvertibleList: [any ResultColumnConvertible]
    ) -> StatementSelect {
        guard !resultColumnConvertibleList.isEmpty else { return self }
        if distinct { core.body.isDistinct = true }
        core.body.results = resultColumnConvertibleList.map(\.resultColumnSyntax.tree)
        core.isValues = false
        return self
    }

    /// One more row of values: `VALUES(1, 2)`.
    ///
    /// ```swift
    /// StatementSelect().value(1, "one").value(2, "two")  // VALUES(1, 'one'), (2, 'two')
    /// ```
    @discardableResult
    public func value(
        _ expressionConvertibleList: any ExpressionConvertible...
    ) -> StatementSelect {
        value(expressionConvertibleList)
    }

    /// One more row of values.
    ///
    /// ```swift
    /// let row: [any ExpressionConvertible] = [1, "one"]
    /// StatementSelect().value(row)  // VALUES(1, 'one')
    /// ```
    @discardableResult
    public func value(_ expressionConvertibleList: [any ExpressionConvertible]) -> StatementSelect {
        guard !expressionConvertibleList.isEmpty else { return self }
        core.rows.append(expressionConvertibleList.map(\.tree))
        core.isValues = true
        return self
    }

    /// `… UNION …`
    ///
    /// ```swift
    /// StatementSelect().select(Column(named: "title")).from("notes").union()
    ///     .select(Column(named: "title")).from("books")
    /// // SELECT title FROM notes UNION SELECT title FROM books
    /// ```
    @discardableResult
    public func union() -> StatementSelect { begin(.union) }

    /// `… UNION ALL …`
    ///
    /// ```swift
    /// StatementSelect().select(Column(named: "title")).from("notes").unionAll()
    ///     .select(Column(named: "title")).from("books").order(by: Column(named: "title"))
    /// // SELECT title FROM notes UNION ALL SELECT title FROM books ORDER BY title
    /// ```
    @discardableResult
    public func unionAll() -> StatementSelect { begin(.unionAll) }

    /// `… INTERSECT …`
    ///
    /// ```swift
    /// StatementSelect().select(Column(named: "title")).from("notes").intersect()
    ///     .select(Column(named: "title")).from("books")
    /// // SELECT title FROM notes INTERSECT SELECT title FROM books
    /// ```
    @discardableResult
    public func intersect() -> StatementSelect { begin(.intersect) }

    /// `… EXCEPT …`
    ///
    /// ```swift
    /// StatementSelect().select(Author.Properties.id).from("authors").except()
    ///     .select(Note.Properties.author).from("notes")
    /// // SELECT id FROM authors EXCEPT SELECT author FROM notes
    /// ```
    @discardableResult
    public func except() -> StatementSelect { begin(.except) }

    private func begin(_ operation: CompoundOperator) -> StatementSelect {
        if earlier.isEmpty { isFirstFinished = core.isFinished }
        earlier.append((core.tree, operation))
        core = SelectCoreDraft()
        return self
    }

    /// The query in parentheses, as a value.
    ///
    /// ```swift
    /// let best = StatementSelect().select(Note.Properties.stars.max()).from("notes")
    /// best.asExpression() > 3  // (SELECT MAX(stars) FROM notes) > 3
    /// ```
    public func asExpression() -> Expression { Expression(with: self) }

    /// The syntax tree of the query as a value.
    public var expressionSyntax: ExpressionSyntax {
        ExpressionSyntax(.subquery(SubqueryTree(selectTree)))
    }

    /// The query in parentheses, as an item of FROM.
    ///
    /// ```swift
    /// let best = StatementSelect().select(Note.Properties.stars.max()).from("notes")
    /// best.asTableOrSubquery().as(alias: "best")  // (SELECT MAX(stars) FROM notes) AS best
    /// ```
    public func asTableOrSubquery() -> TableOrSubquery { TableOrSubquery(with: self) }

    /// The syntax tree of the query.
    public var statementSyntax: StatementSyntax { StatementSyntax(.select(selectTree)) }

    package var selectTree: SelectStatement {
        guard isFirstFinished else { return SelectStatement() }
        var tree = SelectStatement(earlier.first?.core ?? core.tree)
        for (index, part) in earlier.enumerated() {
            let next = index + 1 < earlier.count ? earlier[index + 1].core : core.tree
            tree.compounds.append(SelectStatement.Compound(part.next, next))
        }
        if with != nil { tree.with = with }
        if !terms.isEmpty { tree.order = terms }
        if limit.clause != nil { tree.limit = limit.clause }
        return tree
    }
}

// What belongs to the whole.
extension StatementSelect {
    /// Queries under names, before the statement.
    ///
    /// ```swift
    /// let id = Column(named: "id")
    /// let good = StatementSelect().select(id).from("notes").where(Note.Properties.stars > 3)
    /// StatementSelect().with(CommonTableExpression("good").column(id).as(good)).select(id)
    ///     .from("good")
    /// // WITH good(id) AS(SELECT id FROM notes WHERE stars > 3) SELECT id FROM good
    /// ```
    @discardableResult
    public func with(
        recursive: Bool = false, _ expList: CommonTableExpression...
    ) -> StatementSelect {
        with(recursive: recursive, expList)
    }

    /// Queries under names, before the statement.
    ///
    /// ```swift
    /// let n = Column(named: "n")
    /// let numbers = CommonTableExpression("numbers").column(n).as(
    ///     StatementSelect().select(1).unionAll().select(n + 1).from("numbers").where(n < 9))
    /// StatementSelect().with(recursive: true, [numbers]).select(n).from("numbers")
    /// // WITH RECURSIVE numbers(n) AS(SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 9)
    /// // SELECT n FROM numbers
    /// ```
    @discardableResult
    public func with(
        recursive: Bool = false, _ expList: [CommonTableExpression]
    ) -> StatementSelect {
        isRecursive = isRecursive || recursive
        with = WithClause(isRecursive: isRecursive, list: expList) ?? with
        return self
    }

    /// Sets the order of the rows.
    ///
    /// ```swift
    /// StatementSelect().select(Note.Properties.title).from("notes")
    ///     .order(by: Note.Properties.stars.order(.descending), Note.Properties.title)
    /// // SELECT title FROM notes ORDER BY stars DESC, title
    /// ```
    @discardableResult
    public func order(
        by orderingTermConvertibleList: any OrderingTermConvertible...
    ) -> StatementSelect {
        order(by: orderingTermConvertibleList)
    }

    /// Sets the order of the rows.
    ///
    /// ```swift
    /// let terms = ["day", "hour"].map { Column(named: $0).order(.descending) }
    /// StatementSelect().select(Note.Properties.title).from("notes").order(by: terms)
    /// // SELECT title FROM notes ORDER BY day DESC, hour DESC
    /// ```
    @discardableResult
    public func order(
        by orderingTermConvertibleList: [any OrderingTermConvertible]
    ) -> StatementSelect {
        if !orderingTermConvertibleList.isEmpty {
            terms = orderingTermConvertibleList.map { $0.asOrder().tree }
        }
        return self
    }

    /// Skips the first `from` rows, then takes `to` rows: `LIMIT from, to`.
    ///
    /// ```swift
    /// StatementSelect().select(Note.Properties.title).from("notes").limit(from: 20, to: 10)
    /// // SELECT title FROM notes LIMIT 20, 10
    /// ```
    @discardableResult
    public func limit(
        from expressionConvertibleFrom: any ExpressionConvertible,
        to expressionConvertibleTo: any ExpressionConvertible
    ) -> StatementSelect {
        limit.set(from: expressionConvertibleFrom.tree, count: expressionConvertibleTo.tree)
        return self
    }

    /// How many rows at most. Removes an earlier offset.
    ///
    /// ```swift
    /// StatementSelect().select(Note.Properties.title).from("notes").limit(10)
    /// // SELECT title FROM notes LIMIT 10
    /// ```
    @discardableResult
    public func limit(
        _ expressionConvertibleLimit: any ExpressionConvertible
    ) -> StatementSelect {
        limit.set(count: expressionConvertibleLimit.tree)
        return self
    }

    /// How many rows are skipped first. Has no effect without a limit before it.
    ///
    /// ```swift
    /// StatementSelect().select(Note.Properties.title).from("notes").limit(10).offset(20)
    /// // SELECT title FROM notes LIMIT 10 OFFSET 20
    /// ```
    @discardableResult
    public func offset(
        _ expressionConvertibleOffset: any ExpressionConvertible
    ) -> StatementSelect {
        limit.set(offset: expressionConvertibleOffset.tree)
        return self
    }
}
