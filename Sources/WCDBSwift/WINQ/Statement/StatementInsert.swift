package import WCDBSQL

/// An INSERT.
///
/// ```swift
/// StatementInsert().insert(intoTable: "t").columns(Column(named: "a")).values(1).values(2)
/// // INSERT INTO t(a) VALUES(1), (2)
/// ```
public final class StatementInsert: Statement {
    private enum Source { case rows, select(SelectStatement), defaults }

    private var tree = InsertStatement()
    private var isRecursive = false
    private var source: Source?
    private var rows: [[ExpressionTree]] = []

    /// An empty statement.
    public init() {}

    /// Queries under names, before the statement.
    ///
    /// ```swift
    /// let good = StatementSelect().select(Column.all()).from("notes")
    ///     .where(Note.Properties.stars > 3)
    /// StatementInsert().with(CommonTableExpression("good").as(good)).insert(intoTable: "best")
    ///     .values(StatementSelect().select(Column.all()).from("good"))
    /// // WITH good AS(SELECT * FROM notes WHERE stars > 3) INSERT INTO best SELECT * FROM good
    /// ```
    @discardableResult
    public func with(
        recursive: Bool = false, _ expList: CommonTableExpression...
    ) -> StatementInsert {
        with(recursive: recursive, expList)
    }

    /// Queries under names, before the statement.
    ///
    /// ```swift
    /// let n = Column(named: "n")
    /// let numbers = CommonTableExpression("numbers").column(n).as(
    ///     StatementSelect().select(1).unionAll().select(n + 1).from("numbers").where(n < 9))
    /// StatementInsert().with(recursive: true, [numbers]).insert(intoTable: "digits")
    ///     .values(StatementSelect().select(n).from("numbers"))
    /// // WITH RECURSIVE numbers(n) AS(SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 9)
    /// // INSERT INTO digits SELECT n FROM numbers
    /// ```
    @discardableResult
    public func with(
        recursive: Bool = false, _ expList: [CommonTableExpression]
    ) -> StatementInsert {
        isRecursive = isRecursive || recursive
        return change { $0.with = WithClause(isRecursive: isRecursive, list: expList) ?? $0.with }
    }

    /// The table.
    ///
    /// ```swift
    /// StatementInsert().insert(intoTable: "authors").values(1, "Ada")
    /// // INSERT INTO authors VALUES(1, 'Ada')
    /// ```
    @discardableResult
    public func insert(intoTable table: String) -> StatementInsert {
        change { $0.table.name = Name(anySpelling: table) }
    }

    /// The schema of the table.
    ///
    /// ```swift
    /// StatementInsert().insert(intoTable: "authors").of(schema: "backup").values(1, "Ada")
    /// // INSERT INTO backup.authors VALUES(1, 'Ada')
    /// ```
    @discardableResult
    public func of(schema schemaConvertible: any SchemaConvertible) -> StatementInsert {
        change { $0.table.schema = schemaConvertible.schemaName }
    }

    /// Another name for the table.
    ///
    /// ```swift
    /// let (stars, new) = (Column(named: "stars"), Column(named: "stars").in(table: "excluded"))
    /// StatementInsert().insert(intoTable: "notes").as("n").columns(stars).values(5)
    ///     .upsert(Upsert().onConflict().doUpdate().set(stars).to(new))
    /// // INSERT INTO notes AS n(stars) VALUES(5) ON CONFLICT DO UPDATE SET stars = excluded.stars
    /// ```
    @discardableResult
    public func `as`(_ alias: String) -> StatementInsert {
        change { $0.alias = alias.isEmpty ? nil : Name(spelling: alias) }
    }

    /// What happens when a row violates a constraint; nil leaves it as it is.
    ///
    /// ```swift
    /// StatementInsert().insert(intoTable: "authors").onConflict(.Replace).values(1, "Ada")
    /// // INSERT OR REPLACE INTO authors VALUES(1, 'Ada')
    /// ```
    @discardableResult
    public func onConflict(_ conflict: ConflictAction? = nil) -> StatementInsert {
        change { $0.conflict = conflict?.tree ?? $0.conflict }
    }

    /// The columns that get values.
    ///
    /// ```swift
    /// StatementInsert().insert(intoTable: "notes")
    ///     .columns(Note.Properties.id, Note.Properties.title).values(1, "Milk")
    /// // INSERT INTO notes(id, title) VALUES(1, 'Milk')
    /// ```
    @discardableResult
    public func columns(_ columnConvertibleList: any ColumnConvertible...) -> StatementInsert {
        columns(columnConvertibleList)
    }

    /// The columns that get values.
    ///
    /// ```swift
    /// StatementInsert().insert(intoTable: "authors").columns(Author.Properties.all)
    ///     .values(BindParameter.bindParameters(2))
    /// // INSERT INTO authors(id, name) VALUES(?1, ?2)
    /// ```
    @discardableResult
    public func columns(_ columnConvertibleList: [any ColumnConvertible]) -> StatementInsert {
        guard !columnConvertibleList.isEmpty else { return self }
        return change { $0.columns = columnConvertibleList.map(\.columnTree) }
    }

    /// One more row of values.
    ///
    /// ```swift
    /// StatementInsert().insert(intoTable: "authors").values(1, "Ada").values(2, "Bob")
    /// // INSERT INTO authors VALUES(1, 'Ada'), (2, 'Bob')
    /// ```
    @discardableResult
    public func values(
        _ expressionConvertibleList: any ExpressionConvertible...
    ) -> StatementInsert {
        values(expressionConvertibleList)
    }

    /// One more row of values.
    ///
    /// ```swift
    /// let row: [any ExpressionConvertible] = [1, "Ada"]
    /// StatementInsert().insert(intoTable: "authors").values(row)
    /// // INSERT INTO authors VALUES(1, 'Ada')
    /// ```
    @discardableResult
    public func values(
        _ expressionConvertibleList: [any ExpressionConvertible]
    ) -> StatementInsert {
        guard !expressionConvertibleList.isEmpty else { return self }
        rows.append(expressionConvertibleList.map(\.tree))
        source = .rows
        return self
    }

    /// The rows of a query.
    ///
    /// ```swift
    /// let all = StatementSelect().select(Column.all()).from("notes")
    /// StatementInsert().insert(intoTable: "archive").values(all)
    /// // INSERT INTO archive SELECT * FROM notes
    /// ```
    @discardableResult
    public func values(_ select: StatementSelect) -> StatementInsert {
        source = .select(select.selectTree)
        return self
    }

    /// One row of defaults.
    ///
    /// ```swift
    /// StatementInsert().insert(intoTable: "notes").defaultValues()
    /// // INSERT INTO notes DEFAULT VALUES
    /// ```
    public func defaultValues() -> StatementInsert {
        source = .defaults
        return self
    }

    /// What happens with a row that is there already.
    ///
    /// ```swift
    /// let name = Author.Properties.name
    /// let rename = Upsert().onConflict().indexed(by: Author.Properties.id).doUpdate()
    ///     .set(name).to(name.in(table: "excluded"))
    /// StatementInsert().insert(intoTable: "authors").values(1, "Ada").upsert(rename)
    /// // INSERT INTO authors VALUES(1, 'Ada') ON CONFLICT(id) DO UPDATE SET name = excluded.name
    /// ```
    public func upsert(_ upsert: Upsert) -> StatementInsert {
        let clause = upsert.tree
        return change { $0.upserts = [clause] }
    }

    /// What the statement returns for each row: `RETURNING …`.
    ///
    /// ```swift
    /// StatementInsert().insert(intoTable: "authors").columns(Author.Properties.name).values("Ada")
    ///     .returning(Author.Properties.id)
    /// // INSERT INTO authors(name) VALUES('Ada') RETURNING id
    /// ```
    @discardableResult
    public func returning(
        _ resultColumnConvertibleList: any ResultColumnConvertible...
    ) -> StatementInsert {
        returning(resultColumnConvertibleList)
    }

    /// What the statement returns for each row: `RETURNING …`.
    ///
    /// ```swift
    /// StatementInsert().insert(intoTable: "authors").values(1, "Ada")
    ///     .returning(Author.Properties.all)
    /// // INSERT INTO authors VALUES(1, 'Ada') RETURNING id, name
    /// ```
    @discardableResult
    public func returning(
        _ resultColumnConvertibleList: [any ResultColumnConvertible]
    ) -> StatementInsert {
        guard !resultColumnConvertibleList.isEmpty else { return self }
        return change {
            $0.returning = resultColumnConvertibleList.map { $0.asResultColumn().tree }
        }
    }

    /// The syntax tree of the statement.
    public var statementSyntax: StatementSyntax { StatementSyntax(.insert(insertTree)) }

    package var insertTree: InsertStatement {
        var tree = tree
        switch source {
        case .rows: tree.source = .select(SelectStatement(.values(rows)))
        case .select(let select): tree.source = select.isFinished ? .select(select) : nil
        case .defaults: tree.source = .defaultValues
        case nil: tree.source = nil
        }
        return tree
    }

    private func change(_ change: (inout InsertStatement) -> Void) -> StatementInsert {
        change(&tree)
        return self
    }
}
