package import WCDBSQL

/// An item of FROM: a table, a table function, a query, or a join in parentheses.
///
/// ```swift
/// TableOrSubquery(withTable: "notes").as(alias: "n")        // notes AS n
/// TableOrSubquery.function("json_each").arguments("[1,2]")  // json_each('[1,2]')
/// ```
///
/// What does not fit the item (an index of a query, arguments of a table) leaves it as it is.
public final class TableOrSubquery: Identifier, TableOrSubqueryConvertible {
    package private(set) var source: TableSource

    package init(_ source: TableSource) { self.source = source }

    /// The table of this name.
    ///
    /// ```swift
    /// TableOrSubquery(withTable: "notes")  // notes
    /// ```
    public convenience init(withTable table: String) {
        self.init(.table(Name(anySpelling: table)))
    }

    /// The join, in parentheses.
    ///
    /// ```swift
    /// TableOrSubquery(with: Join(with: "notes").join("tags"))  // (notes JOIN tags)
    /// ```
    public convenience init(with join: Join) { self.init(.join(JoinGroup(join.clause))) }

    /// Several items in parentheses, with commas between them.
    ///
    /// ```swift
    /// TableOrSubquery(with: "notes", "tags")  // (notes, tags)
    /// ```
    public convenience init(
        with tableOrSubqueryConvertibleList: any TableOrSubqueryConvertible...
    ) {
        self.init(with: tableOrSubqueryConvertibleList)
    }

    /// Several items in parentheses, with commas between them.
    ///
    /// ```swift
    /// let tables = ["notes", "tags", "authors"]
    /// TableOrSubquery(with: tables)  // (notes, tags, authors)
    /// ```
    public convenience init(
        with tableOrSubqueryConvertibleList: [any TableOrSubqueryConvertible]
    ) {
        let list = tableOrSubqueryConvertibleList.map { $0.asTableOrSubquery().source }
        self.init(.join(JoinGroup(JoinTree(list: list))))
    }

    /// The query.
    ///
    /// ```swift
    /// let authors = StatementSelect().select(Note.Properties.author).from("notes")
    /// TableOrSubquery(with: authors).as(alias: "a")  // (SELECT author FROM notes) AS a
    /// ```
    public convenience init(with statementSelect: StatementSelect) {
        self.init(.select(SubqueryTree(statementSelect.selectTree), alias: nil))
    }

    /// The table function of this name.
    ///
    /// ```swift
    /// TableOrSubquery.function("generate_series").arguments(1, 10)  // generate_series(1, 10)
    /// ```
    public static func function(_ name: String) -> TableOrSubquery {
        TableOrSubquery(.function(TableFunction(QualifiedName(Name(spelling: name)))))
    }

    /// The table of all tables, indexes, views and triggers.
    ///
    /// ```swift
    /// StatementSelect().select(Column(named: "name")).from(TableOrSubquery.master())
    /// // SELECT name FROM sqlite_master
    /// ```
    public static func master() -> TableOrSubquery { TableOrSubquery(withTable: "sqlite_master") }

    /// Gives a table, a function or a query another name.
    ///
    /// ```swift
    /// TableOrSubquery(withTable: "notes").as(alias: "newer")  // notes AS newer
    /// ```
    @discardableResult
    public func `as`(alias: String) -> TableOrSubquery {
        let name = alias.isEmpty ? nil : Name(spelling: alias)
        switch source {
        case .table(var table):
            table.alias = name
            source = .table(table)
        case .function(var function):
            function.alias = name
            source = .function(function)
        case .select(let query, _): source = .select(query, alias: name)
        case .join: break
        }
        return self
    }

    /// Says in which schema the table or the function is.
    ///
    /// ```swift
    /// TableOrSubquery(withTable: "notes").of(schema: "backup")  // backup.notes
    /// ```
    @discardableResult
    public func of(schema schemaConvertible: any SchemaConvertible) -> TableOrSubquery {
        switch source {
        case .table(var table):
            table.name.schema = schemaConvertible.schemaName
            source = .table(table)
        case .function(var function):
            function.name.schema = schemaConvertible.schemaName
            source = .function(function)
        case .select, .join: break
        }
        return self
    }

    /// Demands that no index is used.
    ///
    /// ```swift
    /// TableOrSubquery(withTable: "notes").notIndexed()  // notes NOT INDEXED
    /// ```
    @discardableResult
    public func notIndexed() -> TableOrSubquery { setIndexing(.notIndexed) }

    /// Demands that the index is used.
    ///
    /// ```swift
    /// TableOrSubquery(withTable: "notes").indexed(by: "by_author")  // notes INDEXED BY by_author
    /// ```
    @discardableResult
    public func indexed(by indexName: String) -> TableOrSubquery {
        let name = Name(anySpelling: indexName)
        return setIndexing(name.isEmpty ? .free : .indexed(by: name))
    }

    /// Sets the arguments of a table function.
    ///
    /// ```swift
    /// TableOrSubquery.function("json_each").arguments(Column(named: "data"), "$.tags")
    /// // json_each(data, '$.tags')
    /// ```
    @discardableResult
    public func arguments(
        _ expressionConvertibleList: any ExpressionConvertible...
    ) -> TableOrSubquery {
        arguments(expressionConvertibleList)
    }

    /// Sets the arguments of a table function.
    ///
    /// ```swift
    /// let bounds = [1, 100]
    /// TableOrSubquery.function("generate_series").arguments(bounds)  // generate_series(1, 100)
    /// ```
    @discardableResult
    public func arguments(
        _ expressionConvertibleList: [any ExpressionConvertible]
    ) -> TableOrSubquery {
        guard case .function(var function) = source, !expressionConvertibleList.isEmpty else {
            return self
        }
        function.arguments = expressionConvertibleList.map(\.tree)
        source = .function(function)
        return self
    }

    /// This item.
    public func asTableOrSubquery() -> TableOrSubquery { self }

    /// The item as SQL.
    public var description: String { source.sql }

    private func setIndexing(_ indexing: TableReference.Indexing) -> TableOrSubquery {
        if case .table(var table) = source {
            table.indexing = indexing
            source = .table(table)
        }
        return self
    }
}
