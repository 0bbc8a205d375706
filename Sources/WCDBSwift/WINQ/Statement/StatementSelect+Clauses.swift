import WCDBSQL

// The clauses of one part of a query.

extension StatementSelect {
    /// Sets where the rows come from.
    @discardableResult
    public func from(
        _ tableOrSubqueryConvertibleList: any TableOrSubqueryConvertible...
    ) -> StatementSelect {
        from(tableOrSubqueryConvertibleList)
    }

    /// Sets where the rows come from.
    @discardableResult
    public func from(
        _ tableOrSubqueryConvertibleList: [any TableOrSubqueryConvertible]
    ) -> StatementSelect {
        if !tableOrSubqueryConvertibleList.isEmpty {
            let list = tableOrSubqueryConvertibleList.map { $0.asTableOrSubquery().source }
            core.body.from = JoinTree(list: list)
        }
        return self
    }

    /// Sets which rows count.
    @discardableResult
    public func `where`(_ expressionConvertible: any ExpressionConvertible) -> StatementSelect {
        core.body.condition = expressionConvertible.tree
        return self
    }

    /// Sets what rows are grouped by.
    @discardableResult
    public func group(
        by expressionConvertibleGroupList: any ExpressionConvertible...
    ) -> StatementSelect {
        group(by: expressionConvertibleGroupList)
    }

    /// Sets what rows are grouped by.
    @discardableResult
    public func group(
        by expressionConvertibleGroupList: [any ExpressionConvertible]
    ) -> StatementSelect {
        if !expressionConvertibleGroupList.isEmpty {
            core.body.groups = expressionConvertibleGroupList.map(\.tree)
        }
        return self
    }

    /// Sets which groups count. Says nothing without groups.
    @discardableResult
    public func having(
        _ expressionConvertibleHaving: any ExpressionConvertible
    ) -> StatementSelect {
        core.having = expressionConvertibleHaving.tree
        return self
    }

    /// Names a window. The following `as` says which.
    @discardableResult
    public func window(_ name: String) -> StatementSelect {
        core.windowNames.append(Name(spelling: name))
        return self
    }

    /// The window that was named last.
    @discardableResult
    public func `as`(_ windowDef: WindowDef) -> StatementSelect {
        core.windowDefinitions.append(windowDef.tree)
        return self
    }
}
