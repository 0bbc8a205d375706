package import WCDBSQL

/// A DELETE.
///
/// ```swift
/// StatementDelete().delete(from: "t").where(Column(named: "a") > 1)  // DELETE FROM t WHERE a > 1
/// ```
public final class StatementDelete: Statement {
    private var tree = DeleteStatement()
    private var isRecursive = false
    private var limit = LimitDraft()

    /// An empty statement.
    public init() {}

    /// Queries under names, before the statement.
    ///
    /// ```swift
    /// let recent = StatementSelect().select(Note.Properties.id).from("notes").limit(100)
    /// StatementDelete().with(CommonTableExpression("recent").as(recent)).delete(from: "notes")
    ///     .where(Note.Properties.id.notInTable("recent"))
    /// // WITH recent AS(SELECT id FROM notes LIMIT 100) DELETE FROM notes WHERE id NOT IN recent
    /// ```
    @discardableResult
    public func with(
        recursive: Bool = false, _ expList: CommonTableExpression...
    ) -> StatementDelete {
        with(recursive: recursive, expList)
    }

    /// Queries under names, before the statement.
    ///
    /// ```swift
    /// let n = Column(named: "n")
    /// let numbers = CommonTableExpression("numbers").column(n).as(
    ///     StatementSelect().select(1).unionAll().select(n + 1).from("numbers").where(n < 9))
    /// StatementDelete().with(recursive: true, [numbers]).delete(from: "notes")
    ///     .where(Note.Properties.id.inTable("numbers"))
    /// // WITH RECURSIVE numbers(n) AS(SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 9)
    /// // DELETE FROM notes WHERE id IN numbers
    /// ```
    @discardableResult
    public func with(
        recursive: Bool = false, _ expList: [CommonTableExpression]
    ) -> StatementDelete {
        isRecursive = isRecursive || recursive
        return change { $0.with = WithClause(isRecursive: isRecursive, list: expList) ?? $0.with }
    }

    /// The table.
    ///
    /// ```swift
    /// StatementDelete().delete(from: QualifiedTable(with: "notes").as("n"))
    /// // DELETE FROM notes AS n
    /// ```
    @discardableResult
    public func delete(
        from qualifiedTableConvertible: any QualifiedTableConvertible
    ) -> StatementDelete {
        change { $0.table = qualifiedTableConvertible.asQualifiedTable().table }
    }

    /// The syntax tree of the statement.
    public var statementSyntax: StatementSyntax { StatementSyntax(.delete(deleteTree)) }

    package var deleteTree: DeleteStatement {
        var tree = tree
        tree.limit = limit.clause
        return tree
    }

    private func change(_ change: (inout DeleteStatement) -> Void) -> StatementDelete {
        change(&tree)
        return self
    }
}

// Which rows, in which order, how many, and what is returned.
extension StatementDelete {
    /// Deletes only the rows that match the condition. Replaces an earlier condition.
    ///
    /// ```swift
    /// StatementDelete().delete(from: "notes").where(Note.Properties.id.in(7, 8))
    /// // DELETE FROM notes WHERE id IN(7, 8)
    /// ```
    @discardableResult
    public func `where`(_ condition: any ExpressionConvertible) -> StatementDelete {
        change { $0.condition = condition.tree }
    }

    /// Sets the order of the rows.
    ///
    /// ```swift
    /// StatementDelete().delete(from: "notes").order(by: Note.Properties.created).limit(10)
    /// // DELETE FROM notes ORDER BY created LIMIT 10
    /// ```
    @discardableResult
    public func order(
        by orderingTermConvertibleList: any OrderingTermConvertible...
    ) -> StatementDelete {
        order(by: orderingTermConvertibleList)
    }

    /// Sets the order of the rows.
    ///
    /// ```swift
    /// let oldest = [Note.Properties.stars.asOrder(), Note.Properties.created.asOrder()]
    /// StatementDelete().delete(from: "notes").order(by: oldest).limit(1)
    /// // DELETE FROM notes ORDER BY stars, created LIMIT 1
    /// ```
    @discardableResult
    public func order(
        by orderingTermConvertibleList: [any OrderingTermConvertible]
    ) -> StatementDelete {
        guard !orderingTermConvertibleList.isEmpty else { return self }
        return change { $0.order = orderingTermConvertibleList.map { $0.asOrder().tree } }
    }

    /// Skips the first `from` rows, then takes `to` rows: `LIMIT from, to`.
    ///
    /// ```swift
    /// StatementDelete().delete(from: "notes").order(by: Note.Properties.id).limit(from: 5, to: 10)
    /// // DELETE FROM notes ORDER BY id LIMIT 5, 10
    /// ```
    @discardableResult
    public func limit(
        from expressionConvertibleFrom: any ExpressionConvertible,
        to expressionConvertibleTo: any ExpressionConvertible
    ) -> StatementDelete {
        limit.set(from: expressionConvertibleFrom.tree, count: expressionConvertibleTo.tree)
        return self
    }

    /// How many rows at most. Removes an earlier offset.
    ///
    /// ```swift
    /// StatementDelete().delete(from: "notes").order(by: Note.Properties.stars).limit(1)
    /// // DELETE FROM notes ORDER BY stars LIMIT 1
    /// ```
    @discardableResult
    public func limit(
        _ expressionConvertibleLimit: any ExpressionConvertible
    ) -> StatementDelete {
        limit.set(count: expressionConvertibleLimit.tree)
        return self
    }

    /// How many rows are skipped first. Has no effect without a limit before it.
    ///
    /// ```swift
    /// StatementDelete().delete(from: "notes").order(by: Note.Properties.created).limit(-1)
    ///     .offset(100)
    /// // DELETE FROM notes ORDER BY created LIMIT -1 OFFSET 100
    /// ```
    @discardableResult
    public func offset(
        _ expressionConvertibleOffset: any ExpressionConvertible
    ) -> StatementDelete {
        limit.set(offset: expressionConvertibleOffset.tree)
        return self
    }

    /// What the statement returns for each row: `RETURNING …`.
    ///
    /// ```swift
    /// StatementDelete().delete(from: "notes").where(Note.Properties.isDraft == true)
    ///     .returning(Note.Properties.id)
    /// // DELETE FROM notes WHERE isDraft == 1 RETURNING id
    /// ```
    @discardableResult
    public func returning(
        _ resultColumnConvertibleList: any ResultColumnConvertible...
    ) -> StatementDelete {
        returning(resultColumnConvertibleList)
    }

    /// What the statement returns for each row: `RETURNING …`.
    ///
    /// ```swift
    /// StatementDelete().delete(from: "authors").returning(Author.Properties.all)
    /// // DELETE FROM authors RETURNING id, name
    /// ```
    @discardableResult
    public func returning(
        _ resultColumnConvertibleList: [any ResultColumnConvertible]
    ) -> StatementDelete {
        guard !resultColumnConvertibleList.isEmpty else { return self }
        return change {
            $0.returning = resultColumnConvertibleList.map { $0.asResultColumn().tree }
        }
    }
}
