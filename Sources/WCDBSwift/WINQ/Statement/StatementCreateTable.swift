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
    @discardableResult
    public func create(table: String, isTemp: Bool = false) -> StatementCreateTable {
        tree.name.name = Name(spelling: table, allowsSingleQuotes: true)
        if isTemp { tree.isTemporary = true }
        return self
    }

    /// The schema of the table. Temporary tables have theirs.
    @discardableResult
    public func of(schema schemaConvertible: any SchemaConvertible) -> StatementCreateTable {
        tree.name.schema = schemaConvertible.schemaName
        return self
    }

    /// Does nothing if the table is there.
    @discardableResult
    public func ifNotExists() -> StatementCreateTable {
        tree.ifNotExists = true
        return self
    }

    /// A table with the result of a query, in the place of columns.
    @discardableResult
    public func `as`(_ select: StatementSelect) -> StatementCreateTable {
        content = .select(select.selectTree)
        return self
    }

    /// The columns.
    @discardableResult
    public func with(columns: ColumnDef...) -> StatementCreateTable { with(columns: columns) }

    /// The columns.
    @discardableResult
    public func with(columns: [ColumnDef]) -> StatementCreateTable {
        guard !columns.isEmpty else { return self }
        definition.columns = columns.map(\.tree)
        content = .columns
        return self
    }

    /// The constraints of the table.
    @discardableResult
    public func constraint(_ constraints: TableConstraint...) -> StatementCreateTable {
        constraint(constraints)
    }

    /// The constraints of the table; nil leaves them as they are.
    @discardableResult
    public func constraint(_ constraints: [TableConstraint]? = nil) -> StatementCreateTable {
        let trees = (constraints ?? []).map(\.tree).filter { $0.kind != nil }
        if !trees.isEmpty { definition.constraints = trees }
        return self
    }

    /// A table that lies in its primary key.
    @discardableResult
    public func withoutRowid() -> StatementCreateTable {
        definition.isWithoutRowid = true
        return self
    }

    /// A table that refuses values of other types than those of its columns: `STRICT`.
    @discardableResult
    public func strict() -> StatementCreateTable {
        definition.isStrict = true
        return self
    }

    /// What the statement says.
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
