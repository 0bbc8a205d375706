import WCDBSQL

// The clauses of one part of a query.

extension StatementSelect {
    /// Sets where the rows come from.
    ///
    /// ```swift
    /// StatementSelect().select(Column.all()).from("notes", "authors")
    /// // SELECT * FROM notes, authors
    /// ```
    @discardableResult
    public func from(
        _ tableOrSubqueryConvertibleList: any TableOrSubqueryConvertible...
    ) -> StatementSelect {
        from(tableOrSubqueryConvertibleList)
    }

    /// Sets where the rows come from.
    ///
    /// ```swift
    /// let tables = ["notes", "tags"]
    /// StatementSelect().select(Column.all()).from(tables)  // SELECT * FROM notes, tags
    /// ```
    @discardableResult
    public func from(
        _ tableOrSubqueryConvertibleList: [any TableOrSubqueryConvertible]
    ) -> StatementSelect {
        if !tableOrSubqueryConvertibleList.isEmpty {
            core.body.from =
                tableOrSubqueryConvertibleList.count == 1
                ? JoinTree(tableOrSubqueryConvertibleList[0].tableOrSubquerySyntax.source)
                : JoinTree(list: tableOrSubqueryConvertibleList.map(\.tableOrSubquerySyntax.source))
        }
        return self
    }

    /// Reads only the rows that match the condition. Replaces an earlier condition.
    ///
    /// ```swift
    /// StatementSelect().select(Note.Properties.title).from("notes")
    ///     .where(Note.Properties.stars > 3 && Note.Properties.text.isNotNull())
    /// // SELECT title FROM notes WHERE (stars > 3) AND (text NOTNULL)
    /// ```
    @discardableResult
    public func `where`(_ expressionConvertible: any ExpressionConvertible) -> StatementSelect {
        core.body.condition = expressionConvertible.tree
        return self
    }

    /// Sets what rows are grouped by.
    ///
    /// ```swift
    /// StatementSelect().select(Note.Properties.author, Note.Properties.id.count()).from("notes")
    ///     .group(by: Note.Properties.author)
    /// // SELECT author, COUNT(id) FROM notes GROUP BY author
    /// ```
    @discardableResult
    public func group(
        by expressionConvertibleGroupList: any ExpressionConvertible...
    ) -> StatementSelect {
        group(by: expressionConvertibleGroupList)
    }

    /// Sets what rows are grouped by.
    ///
    /// ```swift
    /// let keys = [Note.Properties.author, Note.Properties.isDraft]
    /// StatementSelect().select(keys).from("notes").group(by: keys)
    /// // SELECT author, isDraft FROM notes GROUP BY author, isDraft
    /// ```
    @discardableResult
    public func group(
        by expressionConvertibleGroupList: [any ExpressionConvertible]
    ) -> StatementSelect {
        if !expressionConvertibleGroupList.isEmpty {
            core.body.groups = expressionConvertibleGroupList.map(\.tree)
        }
        return self
    }

    /// Sets which groups count. Has no effect without groups.
    ///
    /// ```swift
    /// let author = Note.Properties.author
    /// StatementSelect().select(author).from("notes").group(by: author)
    ///     .having(Note.Properties.id.count() > 10)
    /// // SELECT author FROM notes GROUP BY author HAVING COUNT(id) > 10
    /// ```
    @discardableResult
    public func having(
        _ expressionConvertibleHaving: any ExpressionConvertible
    ) -> StatementSelect {
        core.having = expressionConvertibleHaving.tree
        return self
    }

    /// Names a window. The following `as` says which.
    ///
    /// ```swift
    /// let rank = Expression.windowFunction("rank").over("best")
    /// StatementSelect().select(Note.Properties.title, rank).from("notes").window("best")
    ///     .as(WindowDef().order(Note.Properties.stars.order(.descending)))
    /// // SELECT title, rank() OVER best FROM notes WINDOW best AS (ORDER BY stars DESC)
    /// ```
    @discardableResult
    public func window(_ name: String) -> StatementSelect {
        core.windowNames.append(Name(spelling: name))
        return self
    }

    /// The window that was named last.
    ///
    /// ```swift
    /// let sum = Expression.windowFunction("sum").arguments(Note.Properties.stars).over("w")
    /// StatementSelect().select(sum).from("notes").window("w")
    ///     .as(WindowDef().partition(Note.Properties.author))
    /// // SELECT sum(stars) OVER w FROM notes WINDOW w AS (PARTITION BY author)
    /// ```
    @discardableResult
    public func `as`(_ windowDef: WindowDef) -> StatementSelect {
        core.windowDefinitions.append(windowDef.tree)
        return self
    }
}
