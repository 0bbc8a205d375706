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
    @discardableResult
    public func create(index: String, isUnique: Bool = false) -> StatementCreateIndex {
        tree.name.name = Name(spelling: index, allowsSingleQuotes: true)
        if isUnique { tree.isUnique = true }
        return self
    }

    /// Refuses rows whose columns are equal.
    @discardableResult
    public func unique() -> StatementCreateIndex {
        tree.isUnique = true
        return self
    }

    /// Does nothing if the index is there.
    @discardableResult
    public func ifNotExists() -> StatementCreateIndex {
        tree.ifNotExists = true
        return self
    }

    /// The schema of the index and its table.
    @discardableResult
    public func of(schema schemaConvertible: any SchemaConvertible) -> StatementCreateIndex {
        tree.name.schema = schemaConvertible.schemaName
        return self
    }

    /// The table.
    @discardableResult
    public func on(table: String) -> StatementCreateIndex {
        tree.table = Name(spelling: table, allowsSingleQuotes: true)
        return self
    }

    /// The columns.
    @discardableResult
    public func indexesBy(
        _ indexedColumnConvertibleList: any IndexedColumnConvertible...
    ) -> StatementCreateIndex {
        indexesBy(indexedColumnConvertibleList)
    }

    /// The columns.
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
    @discardableResult
    public func `where`(
        _ expressionConvertible: any ExpressionConvertible
    ) -> StatementCreateIndex {
        tree.condition = expressionConvertible.tree
        return self
    }

    /// What the statement says.
    public var statementSyntax: StatementSyntax { StatementSyntax(.createIndex(tree)) }
}
