import WCDBSQL

/// A CREATE VIEW.
///
/// ```swift
/// let select = StatementSelect().select(Column(named: "id")).from("notes")
/// StatementCreateView().create(view: "v").as(select)  // CREATE VIEW v AS SELECT id FROM notes
/// ```
public final class StatementCreateView: Statement {
    private var tree = CreateViewStatement()

    /// An empty statement.
    public init() {}

    /// The view.
    ///
    /// ```swift
    /// let all = StatementSelect().select(Column.all()).from("notes")
    /// StatementCreateView().create(view: "everything", isTemp: true).as(all)
    /// // CREATE TEMP VIEW everything AS SELECT * FROM notes
    /// ```
    @discardableResult
    public func create(view: String, isTemp: Bool = false) -> StatementCreateView {
        tree.name.name = Name(anySpelling: view)
        if isTemp { tree.isTemporary = true }
        return self
    }

    /// The schema of the view. Temporary views have theirs.
    ///
    /// ```swift
    /// let all = StatementSelect().select(Column.all()).from("notes")
    /// StatementCreateView().create(view: "everything").of(schema: "backup").as(all)
    /// // CREATE VIEW backup.everything AS SELECT * FROM notes
    /// ```
    @discardableResult
    public func of(schema schemaConvertible: any SchemaConvertible) -> StatementCreateView {
        tree.name.schema = schemaConvertible.schemaName
        return self
    }

    /// Does nothing if the view exists.
    ///
    /// ```swift
    /// let all = StatementSelect().select(Column.all()).from("notes")
    /// StatementCreateView().create(view: "everything").ifNotExists().as(all)
    /// // CREATE VIEW IF NOT EXISTS everything AS SELECT * FROM notes
    /// ```
    @discardableResult
    public func ifNotExists() -> StatementCreateView {
        tree.ifNotExists = true
        return self
    }

    /// The query.
    ///
    /// ```swift
    /// let good = StatementSelect().select(Column.all()).from("notes")
    ///     .where(Note.Properties.stars > 3)
    /// StatementCreateView().create(view: "good").as(good)
    /// // CREATE VIEW good AS SELECT * FROM notes WHERE stars > 3
    /// ```
    @discardableResult
    public func `as`(_ select: StatementSelect) -> StatementCreateView {
        tree.select = select.selectTree
        return self
    }

    /// The names of the columns.
    ///
    /// ```swift
    /// let best = StatementSelect().select(Note.Properties.author, Note.Properties.stars.max())
    ///     .from("notes").group(by: Note.Properties.author)
    /// StatementCreateView().create(view: "best")
    ///     .with(columns: Column(named: "author"), Column(named: "stars")).as(best)
    /// // CREATE VIEW best(author, stars) AS SELECT author, MAX(stars) FROM notes GROUP BY author
    /// ```
    public func with(columns: Column...) -> StatementCreateView { with(columns: columns) }

    /// The names of the columns.
    ///
    /// ```swift
    /// let titles = StatementSelect().select(Note.Properties.title.upper()).from("notes")
    /// let columns = ["heading"].map { Column(named: $0) }
    /// StatementCreateView().create(view: "headings").with(columns: columns).as(titles)
    /// // CREATE VIEW headings(heading) AS SELECT UPPER(title) FROM notes
    /// ```
    public func with(columns: [Column]) -> StatementCreateView {
        if !columns.isEmpty { tree.columns = columns.map(\.column) }
        return self
    }

    /// The syntax tree of the statement.
    public var statementSyntax: StatementSyntax {
        var tree = tree
        // Temporary views have a schema of their own, whatever was said.
        if tree.isTemporary { tree.name.schema = nil }
        return StatementSyntax(.createView(tree))
    }
}
