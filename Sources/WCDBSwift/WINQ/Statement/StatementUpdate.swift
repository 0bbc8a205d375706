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
    @discardableResult
    public func with(
        recursive: Bool = false, _ expList: CommonTableExpression...
    ) -> StatementUpdate {
        with(recursive: recursive, expList)
    }

    /// Queries under names, before the statement.
    @discardableResult
    public func with(
        recursive: Bool = false, _ expList: [CommonTableExpression]
    ) -> StatementUpdate {
        isRecursive = isRecursive || recursive
        return change { $0.with = WithClause(isRecursive: isRecursive, list: expList) ?? $0.with }
    }

    /// The table.
    @discardableResult
    public func update(
        table qualifiedTableConvertible: any QualifiedTableConvertible
    ) -> StatementUpdate {
        change { $0.table = qualifiedTableConvertible.asQualifiedTable().table }
    }

    /// What happens when a row violates a constraint; nil leaves it as it is.
    @discardableResult
    public func onConflict(_ conflict: ConflictAction? = nil) -> StatementUpdate {
        change { $0.conflict = conflict?.tree ?? $0.conflict }
    }

    /// The columns of the next assignment.
    @discardableResult
    public func set(_ columnConvertibleList: any ColumnConvertible...) -> StatementUpdate {
        set(columnConvertibleList)
    }

    /// The columns of the next assignment.
    @discardableResult
    public func set(_ columnConvertibleList: [any ColumnConvertible]) -> StatementUpdate {
        assignments.set(columnConvertibleList)
        return self
    }

    /// The value of the assignment.
    @discardableResult
    public func to(_ value: any ExpressionConvertible) -> StatementUpdate {
        assignments.to(value.tree)
        return self
    }

    /// What the statement says.
    public var statementSyntax: StatementSyntax { StatementSyntax(.update(updateTree)) }

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
    /// Sets which rows are meant.
    @discardableResult
    public func `where`(_ condition: any ExpressionConvertible) -> StatementUpdate {
        change { $0.condition = condition.tree }
    }

    /// Sets the order of the rows.
    @discardableResult
    public func order(
        by orderingTermConvertibleList: any OrderingTermConvertible...
    ) -> StatementUpdate {
        order(by: orderingTermConvertibleList)
    }

    /// Sets the order of the rows.
    @discardableResult
    public func order(
        by orderingTermConvertibleList: [any OrderingTermConvertible]
    ) -> StatementUpdate {
        guard !orderingTermConvertibleList.isEmpty else { return self }
        return change { $0.order = orderingTermConvertibleList.map { $0.asOrder().tree } }
    }

    /// Leaves out the first `from` rows, then takes `to` rows: `LIMIT from, to`.
    @discardableResult
    public func limit(
        from expressionConvertibleFrom: any ExpressionConvertible,
        to expressionConvertibleTo: any ExpressionConvertible
    ) -> StatementUpdate {
        limit.set(from: expressionConvertibleFrom.tree, count: expressionConvertibleTo.tree)
        return self
    }

    /// How many rows at most. Takes an earlier offset away.
    @discardableResult
    public func limit(
        _ expressionConvertibleLimit: any ExpressionConvertible
    ) -> StatementUpdate {
        limit.set(count: expressionConvertibleLimit.tree)
        return self
    }

    /// How many rows are left out first. Says nothing without a limit before it.
    @discardableResult
    public func offset(
        _ expressionConvertibleOffset: any ExpressionConvertible
    ) -> StatementUpdate {
        limit.set(offset: expressionConvertibleOffset.tree)
        return self
    }

    /// What the statement returns for each row: `RETURNING …`.
    @discardableResult
    public func returning(
        _ resultColumnConvertibleList: any ResultColumnConvertible...
    ) -> StatementUpdate {
        returning(resultColumnConvertibleList)
    }

    /// What the statement returns for each row: `RETURNING …`.
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
