package import WCDBSQL

/// An UPDATE.
///
/// ```swift
/// let a = Column(named: "a")
/// StatementUpdate().update(table: "t").set(a).to(a + 1).where(a < 9)
/// // UPDATE t SET a = a + 1 WHERE a < 9
/// ```
public final class StatementUpdate: Statement {
    private var tree = UpdateStatement()
    private var isRecursive = false
    private var assignments = AssignmentsDraft()
    private var limit = LimitDraft()

    /// An empty statement.
    public init() {}

    /// Queries under names, before the statement.
    ///
    /// ```swift
    /// let (id, stars) = (Note.Properties.id, Note.Properties.stars)
    /// let pinned = StatementSelect().select(Column(named: "note")).from("pins")
    /// StatementUpdate().with(CommonTableExpression("pinned").as(pinned)).update(table: "notes")
    ///     .set(stars).to(5).where(id.inTable("pinned"))
    /// // WITH pinned AS(SELECT note FROM pins) UPDATE notes SET stars = 5 WHERE id IN pinned
    /// ```
    @discardableResult
    public func with(
        recursive: Bool = false, _ expList: CommonTableExpression...
    ) -> StatementUpdate {
        with(recursive: recursive, expList)
    }

    /// Queries under names, before the statement.
    ///
    /// ```swift
    /// let n = Column(named: "n")
    /// let numbers = CommonTableExpression("numbers").column(n).as(
    ///     StatementSelect().select(1).unionAll().select(n + 1).from("numbers").where(n < 9))
    /// StatementUpdate().with(recursive: true, [numbers]).update(table: "notes")
    ///     .set(Note.Properties.stars).to(5).where(Note.Properties.id.inTable("numbers"))
    /// // WITH RECURSIVE numbers(n) AS(SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 9)
    /// // UPDATE notes SET stars = 5 WHERE id IN numbers
    /// ```
    @discardableResult
    public func with(
        recursive: Bool = false, _ expList: [CommonTableExpression]
    ) -> StatementUpdate {
        isRecursive = isRecursive || recursive
        return change { $0.with = WithClause(isRecursive: isRecursive, list: expList) ?? $0.with }
    }

    /// The table.
    ///
    /// ```swift
    /// StatementUpdate().update(table: QualifiedTable(with: "notes").of(schema: "backup"))
    ///     .set(Note.Properties.isDraft).to(false)
    /// // UPDATE backup.notes SET isDraft = 0
    /// ```
    @discardableResult
    public func update(
        table qualifiedTableConvertible: any QualifiedTableConvertible
    ) -> StatementUpdate {
        change { $0.table = qualifiedTableConvertible.asQualifiedTable().table }
    }

    /// What happens when a row violates a constraint; nil leaves it as it is.
    ///
    /// ```swift
    /// StatementUpdate().update(table: "authors").onConflict(.Ignore).set(Author.Properties.name)
    ///     .to("Ada")
    /// // UPDATE OR IGNORE authors SET name = 'Ada'
    /// ```
    @discardableResult
    public func onConflict(_ conflict: ConflictAction? = nil) -> StatementUpdate {
        change { $0.conflict = conflict?.tree ?? $0.conflict }
    }

    /// The columns of the next assignment.
    ///
    /// ```swift
    /// StatementUpdate().update(table: "notes").set(Note.Properties.stars).to(0)
    ///     .set(Note.Properties.isDraft).to(true)
    /// // UPDATE notes SET stars = 0, isDraft = 1
    /// ```
    @discardableResult
    public func set(_ columnConvertibleList: any ColumnConvertible...) -> StatementUpdate {
        set(columnConvertibleList)
    }

    /// The columns of the next assignment.
    ///
    /// ```swift
    /// let columns = [Note.Properties.title, Note.Properties.text]
    /// let saved = StatementSelect().select(columns).from("saved")
    /// StatementUpdate().update(table: "notes").set(columns).to(saved)
    /// // UPDATE notes SET (title, text) = (SELECT title, text FROM saved)
    /// ```
    @discardableResult
    public func set(_ columnConvertibleList: [any ColumnConvertible]) -> StatementUpdate {
        assignments.set(columnConvertibleList)
        return self
    }

    /// The value of the assignment.
    ///
    /// ```swift
    /// StatementUpdate().update(table: "notes").set(Note.Properties.title)
    ///     .to(Note.Properties.title.upper())
    /// // UPDATE notes SET title = UPPER(title)
    /// ```
    @discardableResult
    public func to(_ value: any ExpressionConvertible) -> StatementUpdate {
        assignments.to(value.tree)
        return self
    }

    /// The syntax tree of the statement.
    public var statementSyntax: StatementSyntax {
        let isOdd = !assignments.isPaired && !tree.table.name.isEmpty
        return StatementSyntax(
            .update(updateTree),
            problem: isOdd
                ? "Invalid statement: UPDATE has a column without a value, or a value "
                    + "without a column" : nil)
    }

    /// Without a table, which says nothing, as long as an assignment is not complete.
    package var updateTree: UpdateStatement {
        guard let assignments = assignments.tree else { return UpdateStatement() }
        var tree = tree
        tree.assignments = assignments
        tree.limit = limit.clause
        return tree
    }

    private func change(_ change: (inout UpdateStatement) -> Void) -> StatementUpdate {
        change(&tree)
        return self
    }
}

// Which rows, in which order, how many, and what is returned.
extension StatementUpdate {
    /// Updates only the rows that match the condition. Replaces an earlier condition.
    ///
    /// ```swift
    /// StatementUpdate().update(table: "notes").set(Note.Properties.stars).to(5)
    ///     .where(Note.Properties.title.like("%milk%"))
    /// // UPDATE notes SET stars = 5 WHERE title LIKE '%milk%'
    /// ```
    @discardableResult
    public func `where`(_ condition: any ExpressionConvertible) -> StatementUpdate {
        change { $0.condition = condition.tree }
    }

    /// Sets the order of the rows.
    ///
    /// ```swift
    /// StatementUpdate().update(table: "notes").set(Note.Properties.stars).to(5)
    ///     .order(by: Note.Properties.created).limit(1)
    /// // UPDATE notes SET stars = 5 ORDER BY created LIMIT 1
    /// ```
    @discardableResult
    public func order(
        by orderingTermConvertibleList: any OrderingTermConvertible...
    ) -> StatementUpdate {
        order(by: orderingTermConvertibleList)
    }

    /// Sets the order of the rows.
    ///
    /// ```swift
    /// let terms = [Note.Properties.stars.order(.descending), Note.Properties.id.order(.ascending)]
    /// StatementUpdate().update(table: "notes").set(Note.Properties.isDraft).to(true)
    ///     .order(by: terms).limit(3)
    /// // UPDATE notes SET isDraft = 1 ORDER BY stars DESC, id ASC LIMIT 3
    /// ```
    @discardableResult
    public func order(
        by orderingTermConvertibleList: [any OrderingTermConvertible]
    ) -> StatementUpdate {
        guard !orderingTermConvertibleList.isEmpty else { return self }
        return change { $0.order = orderingTermConvertibleList.map { $0.asOrder().tree } }
    }

    /// Skips the first `from` rows, then takes `to` rows: `LIMIT from, to`.
    ///
    /// ```swift
    /// StatementUpdate().update(table: "notes").set(Note.Properties.stars).to(0)
    ///     .order(by: Note.Properties.id).limit(from: 5, to: 10)
    /// // UPDATE notes SET stars = 0 ORDER BY id LIMIT 5, 10
    /// ```
    @discardableResult
    public func limit(
        from expressionConvertibleFrom: any ExpressionConvertible,
        to expressionConvertibleTo: any ExpressionConvertible
    ) -> StatementUpdate {
        limit.set(from: expressionConvertibleFrom.tree, count: expressionConvertibleTo.tree)
        return self
    }

    /// How many rows at most. Removes an earlier offset.
    ///
    /// ```swift
    /// StatementUpdate().update(table: "notes").set(Note.Properties.stars).to(0)
    ///     .order(by: Note.Properties.created).limit(10)
    /// // UPDATE notes SET stars = 0 ORDER BY created LIMIT 10
    /// ```
    @discardableResult
    public func limit(
        _ expressionConvertibleLimit: any ExpressionConvertible
    ) -> StatementUpdate {
        limit.set(count: expressionConvertibleLimit.tree)
        return self
    }

    /// How many rows are skipped first. Has no effect without a limit before it.
    ///
    /// ```swift
    /// StatementUpdate().update(table: "notes").set(Note.Properties.isDraft).to(true)
    ///     .order(by: Note.Properties.created).limit(-1).offset(100)
    /// // UPDATE notes SET isDraft = 1 ORDER BY created LIMIT -1 OFFSET 100
    /// ```
    @discardableResult
    public func offset(
        _ expressionConvertibleOffset: any ExpressionConvertible
    ) -> StatementUpdate {
        limit.set(offset: expressionConvertibleOffset.tree)
        return self
    }

    /// What the statement returns for each row: `RETURNING …`.
    ///
    /// ```swift
    /// StatementUpdate().update(table: "notes").set(Note.Properties.stars).to(5)
    ///     .returning(Note.Properties.id, Note.Properties.stars)
    /// // UPDATE notes SET stars = 5 RETURNING id, stars
    /// ```
    @discardableResult
    public func returning(
        _ resultColumnConvertibleList: any ResultColumnConvertible...
    ) -> StatementUpdate {
        returning(resultColumnConvertibleList)
    }

    /// What the statement returns for each row: `RETURNING …`.
    ///
    /// ```swift
    /// StatementUpdate().update(table: "authors").set(Author.Properties.name).to("Ada")
    ///     .returning(Author.Properties.all)
    /// // UPDATE authors SET name = 'Ada' RETURNING id, name
    /// ```
    @discardableResult
    public func returning(
        _ resultColumnConvertibleList: [any ResultColumnConvertible]
    ) -> StatementUpdate {
        guard !resultColumnConvertibleList.isEmpty else { return self }
        return change {
            $0.returning = resultColumnConvertibleList.map { $0.asResultColumn().tree }
        }
    }
}
