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
    @discardableResult
    public func with(
        recursive: Bool = false, _ expList: CommonTableExpression...
    ) -> StatementDelete {
        with(recursive: recursive, expList)
    }

    /// Queries under names, before the statement.
    @discardableResult
    public func with(
        recursive: Bool = false, _ expList: [CommonTableExpression]
    ) -> StatementDelete {
        isRecursive = isRecursive || recursive
        return change { $0.with = WithClause(isRecursive: isRecursive, list: expList) ?? $0.with }
    }

    /// The table.
    @discardableResult
    public func delete(
        from qualifiedTableConvertible: any QualifiedTableConvertible
    ) -> StatementDelete {
        change { $0.table = qualifiedTableConvertible.asQualifiedTable().table }
    }

    /// What the statement says.
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
    /// Sets which rows are meant.
    @discardableResult
    public func `where`(_ condition: any ExpressionConvertible) -> StatementDelete {
        change { $0.condition = condition.tree }
    }

    /// Sets the order of the rows.
    @discardableResult
    public func order(
        by orderingTermConvertibleList: any OrderingTermConvertible...
    ) -> StatementDelete {
        order(by: orderingTermConvertibleList)
    }

    /// Sets the order of the rows.
    @discardableResult
    public func order(
        by orderingTermConvertibleList: [any OrderingTermConvertible]
    ) -> StatementDelete {
        guard !orderingTermConvertibleList.isEmpty else { return self }
        return change { $0.order = orderingTermConvertibleList.map { $0.asOrder().tree } }
    }

    /// Leaves out the first `from` rows, then takes `to` rows: `LIMIT from, to`.
    @discardableResult
    public func limit(
        from expressionConvertibleFrom: any ExpressionConvertible,
        to expressionConvertibleTo: any ExpressionConvertible
    ) -> StatementDelete {
        limit.set(from: expressionConvertibleFrom.tree, count: expressionConvertibleTo.tree)
        return self
    }

    /// How many rows at most. Takes an earlier offset away.
    @discardableResult
    public func limit(
        _ expressionConvertibleLimit: any ExpressionConvertible
    ) -> StatementDelete {
        limit.set(count: expressionConvertibleLimit.tree)
        return self
    }

    /// How many rows are left out first. Says nothing without a limit before it.
    @discardableResult
    public func offset(
        _ expressionConvertibleOffset: any ExpressionConvertible
    ) -> StatementDelete {
        limit.set(offset: expressionConvertibleOffset.tree)
        return self
    }

    /// What the statement returns for each row: `RETURNING …`.
    @discardableResult
    public func returning(
        _ resultColumnConvertibleList: any ResultColumnConvertible...
    ) -> StatementDelete {
        returning(resultColumnConvertibleList)
    }

    /// What the statement returns for each row: `RETURNING …`.
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
