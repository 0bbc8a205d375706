import WCDBSQL

/// A CREATE INDEX.
///
/// ```swift
/// StatementCreateIndex().create(index: "i").on(table: "t").indexesBy(Column(named: "a"))
/// // CREATE INDEX i ON t(a)
/// ```
public final class StatementCreateIndex: Statement {
    private var tree = CreateIndexStatement()

    /// An empty statement.
    public init() {}

    /// The index.
    ///
    /// ```swift
    /// StatementCreateIndex().create(index: "by_title", isUnique: true).on(table: "notes")
    ///     .indexesBy(Note.Properties.title)
    /// // CREATE UNIQUE INDEX by_title ON notes(title)
    /// ```
    @discardableResult
    public func create(index: String, isUnique: Bool = false) -> StatementCreateIndex {
        tree.name.name = Name(anySpelling: index)
        if isUnique { tree.isUnique = true }
        return self
    }

    /// Refuses rows whose columns are equal.
    ///
    /// ```swift
    /// StatementCreateIndex().create(index: "by_title").unique().on(table: "notes")
    ///     .indexesBy(Note.Properties.title)
    /// // CREATE UNIQUE INDEX by_title ON notes(title)
    /// ```
    @discardableResult
    public func unique() -> StatementCreateIndex {
        tree.isUnique = true
        return self
    }

    /// Does nothing if the index exists.
    ///
    /// ```swift
    /// StatementCreateIndex().create(index: "by_title").ifNotExists().on(table: "notes")
    ///     .indexesBy(Note.Properties.title)
    /// // CREATE INDEX IF NOT EXISTS by_title ON notes(title)
    /// ```
    @discardableResult
    public func ifNotExists() -> StatementCreateIndex {
        tree.ifNotExists = true
        return self
    }

    /// The schema of the index and its table.
    ///
    /// ```swift
    /// StatementCreateIndex().create(index: "by_title").of(schema: "backup").on(table: "notes")
    ///     .indexesBy(Note.Properties.title)
    /// // CREATE INDEX backup.by_title ON notes(title)
    /// ```
    @discardableResult
    public func of(schema schemaConvertible: any SchemaConvertible) -> StatementCreateIndex {
        tree.name.schema = schemaConvertible.schemaName
        return self
    }

    /// The table.
    ///
    /// ```swift
    /// StatementCreateIndex().create(index: "by_name").on(table: "authors")
    ///     .indexesBy(Author.Properties.name)
    /// // CREATE INDEX by_name ON authors(name)
    /// ```
    @discardableResult
    public func on(table: String) -> StatementCreateIndex {
        tree.table = Name(anySpelling: table)
        return self
    }

    /// The columns.
    ///
    /// ```swift
    /// StatementCreateIndex().create(index: "best").on(table: "notes")
    ///     .indexesBy(Note.Properties.author, Note.Properties.stars.asIndex(orderBy: .descending))
    /// // CREATE INDEX best ON notes(author, stars DESC)
    /// ```
    @discardableResult
    public func indexesBy(
        _ indexedColumnConvertibleList: any IndexedColumnConvertible...
    ) -> StatementCreateIndex {
        indexesBy(indexedColumnConvertibleList)
    }

    /// The columns.
    ///
    /// ```swift
    /// let columns = [Note.Properties.author, Note.Properties.title]
    /// StatementCreateIndex().create(index: "by_both").on(table: "notes").indexesBy(columns)
    /// // CREATE INDEX by_both ON notes(author, title)
    /// ```
    @discardableResult
    public func indexesBy(
        _ indexedColumnConvertibleList: [any IndexedColumnConvertible]
    ) -> StatementCreateIndex {
        if !indexedColumnConvertibleList.isEmpty {
            tree.columns = indexedColumnConvertibleList.map { $0.asIndex().tree }
        }
        return self
    }

    /// Which rows are in the index.
    ///
    /// ```swift
    /// StatementCreateIndex().create(index: "drafts").on(table: "notes")
    ///     .indexesBy(Note.Properties.created).where(Note.Properties.isDraft == true)
    /// // CREATE INDEX drafts ON notes(created) WHERE isDraft == 1
    /// ```
    @discardableResult
    public func `where`(
        _ expressionConvertible: any ExpressionConvertible
    ) -> StatementCreateIndex {
        tree.condition = expressionConvertible.tree
        return self
    }

    /// The syntax tree of the statement.
    public var statementSyntax: StatementSyntax { StatementSyntax(.createIndex(tree)) }
}
