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
    @discardableResult
    public func create(view: String, isTemp: Bool = false) -> StatementCreateView {
        tree.name.name = Name(spelling: view, allowsSingleQuotes: true)
        if isTemp { tree.isTemporary = true }
        return self
    }

    /// The schema of the view. Temporary views have theirs.
    @discardableResult
    public func of(schema schemaConvertible: any SchemaConvertible) -> StatementCreateView {
        tree.name.schema = schemaConvertible.schemaName
        return self
    }

    /// Does nothing if the view is there.
    @discardableResult
    public func ifNotExists() -> StatementCreateView {
        tree.ifNotExists = true
        return self
    }

    /// The query.
    @discardableResult
    public func `as`(_ select: StatementSelect) -> StatementCreateView {
        tree.select = select.selectTree
        return self
    }

    /// The names of the columns.
    public func with(columns: Column...) -> StatementCreateView { with(columns: columns) }

    /// The names of the columns.
    public func with(columns: [Column]) -> StatementCreateView {
        if !columns.isEmpty { tree.columns = columns.map(\.column) }
        return self
    }

    /// What the statement says.
    public var statementSyntax: StatementSyntax {
        var tree = tree
        // Temporary views have a schema of their own, whatever was said.
        if tree.isTemporary { tree.name.schema = nil }
        return StatementSyntax(.createView(tree))
    }
}
