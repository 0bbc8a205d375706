package import WCDBSQL

/// A CREATE TABLE.
///
/// ```swift
/// let id = ColumnDef(with: Column(named: "id"), and: .integer64).makePrimary()
/// StatementCreateTable().create(table: "t").with(columns: id)
/// // CREATE TABLE t(id INTEGER PRIMARY KEY)
/// ```
public final class StatementCreateTable: Statement {
    private enum Content { case columns, select(SelectStatement) }

    private var tree = CreateTableStatement()
    private var content: Content?
    private var definition = TableDefinition()

    /// An empty statement.
    public init() {}

    /// The table.
    ///
    /// ```swift
    /// let word = Column(named: "word").asDef(with: .text)
    /// StatementCreateTable().create(table: "words", isTemp: true).with(columns: word)
    /// // CREATE TEMP TABLE words(word TEXT)
    /// ```
    @discardableResult
    public func create(table: String, isTemp: Bool = false) -> StatementCreateTable {
        tree.name.name = Name(anySpelling: table)
        if isTemp { tree.isTemporary = true }
        return self
    }

    /// The schema of the table. Temporary tables have theirs.
    ///
    /// ```swift
    /// let id = Column(named: "id").asDef(with: .integer64)
    /// StatementCreateTable().create(table: "pins").of(schema: "backup").with(columns: id)
    /// // CREATE TABLE backup.pins(id INTEGER)
    /// ```
    @discardableResult
    public func of(schema schemaConvertible: any SchemaConvertible) -> StatementCreateTable {
        tree.name.schema = schemaConvertible.schemaName
        return self
    }

    /// Does nothing if the table exists.
    ///
    /// ```swift
    /// let id = Column(named: "id").asDef(with: .integer64)
    /// StatementCreateTable().create(table: "pins").ifNotExists().with(columns: id)
    /// // CREATE TABLE IF NOT EXISTS pins(id INTEGER)
    /// ```
    @discardableResult
    public func ifNotExists() -> StatementCreateTable {
        tree.ifNotExists = true
        return self
    }

    /// A table with the result of a query, instead of columns.
    ///
    /// ```swift
    /// let good = StatementSelect().select(Column.all()).from("notes")
    ///     .where(Note.Properties.stars > 3)
    /// StatementCreateTable().create(table: "good").as(good)
    /// // CREATE TABLE good AS SELECT * FROM notes WHERE stars > 3
    /// ```
    @discardableResult
    public func `as`(_ select: StatementSelect) -> StatementCreateTable {
        content = .select(select.selectTree)
        return self
    }

    /// The columns.
    ///
    /// ```swift
    /// let id = Column(named: "id").asDef(with: .integer64).makePrimary()
    /// let name = Column(named: "name").asDef(with: .text).makeNotNull()
    /// StatementCreateTable().create(table: "authors").with(columns: id, name)
    /// // CREATE TABLE authors(id INTEGER PRIMARY KEY, name TEXT NOT NULL)
    /// ```
    @discardableResult
    public func with(columns: ColumnDef...) -> StatementCreateTable { with(columns: columns) }

    /// The columns.
    ///
    /// ```swift
    /// let columns = ["day", "hour"].map { Column(named: $0).asDef(with: .integer64) }
    /// StatementCreateTable().create(table: "plan").with(columns: columns)
    /// // CREATE TABLE plan(day INTEGER, hour INTEGER)
    /// ```
    @discardableResult
    public func with(columns: [ColumnDef]) -> StatementCreateTable {
        guard !columns.isEmpty else { return self }
        definition.columns = columns.map(\.tree)
        content = .columns
        return self
    }

    /// The constraints of the table.
    ///
    /// ```swift
    /// let (day, hour) = (Column(named: "day"), Column(named: "hour"))
    /// let key = TableConstraint().primaryKey().indexed(by: day, hour)
    /// StatementCreateTable().create(table: "plan").with(columns: day.asDef(), hour.asDef())
    ///     .constraint(key)
    /// // CREATE TABLE plan(day, hour, PRIMARY KEY(day, hour))
    /// ```
    @discardableResult
    public func constraint(_ constraints: TableConstraint...) -> StatementCreateTable {
        constraint(constraints)
    }

    /// The constraints of the table; nil leaves them as they are.
    ///
    /// ```swift
    /// let hour = Column(named: "hour")
    /// let bounds = [TableConstraint().check(hour >= 0), TableConstraint().check(hour < 24)]
    /// StatementCreateTable().create(table: "plan").with(columns: hour.asDef()).constraint(bounds)
    /// // CREATE TABLE plan(hour, CHECK(hour >= 0), CHECK(hour < 24))
    /// ```
    @discardableResult
    public func constraint(_ constraints: [TableConstraint]? = nil) -> StatementCreateTable {
        if let constraints, !constraints.isEmpty {
            definition.constraints = constraints.map(\.tree)
        }
        return self
    }

    /// A table that is stored in its primary key.
    ///
    /// ```swift
    /// let word = Column(named: "word").asDef(with: .text).makePrimary()
    /// StatementCreateTable().create(table: "words").with(columns: word).withoutRowid()
    /// // CREATE TABLE words(word TEXT PRIMARY KEY) WITHOUT ROWID
    /// ```
    @discardableResult
    public func withoutRowid() -> StatementCreateTable {
        definition.isWithoutRowid = true
        return self
    }

    /// A table that refuses values of other types than those of its columns: `STRICT`.
    ///
    /// ```swift
    /// let count = Column(named: "count").asDef(with: .integer64)
    /// StatementCreateTable().create(table: "counts").with(columns: count).strict()
    /// // CREATE TABLE counts(count INTEGER) STRICT
    /// ```
    @discardableResult
    public func strict() -> StatementCreateTable {
        definition.isStrict = true
        return self
    }

    /// The syntax tree of the statement.
    public var statementSyntax: StatementSyntax { StatementSyntax(.createTable(createTableTree)) }

    package var createTableTree: CreateTableStatement {
        var tree = tree
        // Temporary tables have a schema of their own, whatever was said.
        if tree.isTemporary { tree.name.schema = nil }
        switch content {
        case .columns: tree.content = .columns(definition)
        case .select(let select): tree.content = .select(select)
        case nil: tree.content = nil
        }
        return tree
    }
}
