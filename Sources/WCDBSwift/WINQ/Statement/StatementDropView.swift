import WCDBSQL

/// A DROP VIEW.
///
/// ```swift
/// StatementDropView().drop(view: "x").ifExists()  // DROP VIEW IF EXISTS x
/// ```
public final class StatementDropView: Statement {
    private var tree = DropStatement(.view)

    /// An empty statement.
    public init() {}

    /// The view.
    ///
    /// ```swift
    /// StatementDropView().drop(view: "best")  // DROP VIEW best
    /// ```
    @discardableResult
    public func drop(view: String) -> StatementDropView {
        tree.name.name = Name(anySpelling: view)
        return self
    }

    /// The schema of the view.
    ///
    /// ```swift
    /// StatementDropView().drop(view: "best").of(schema: "backup")  // DROP VIEW backup.best
    /// ```
    @discardableResult
    public func of(schema schemaConvertible: any SchemaConvertible) -> StatementDropView {
        tree.name.schema = schemaConvertible.schemaName
        return self
    }

    /// Does nothing if there is no such view.
    ///
    /// ```swift
    /// StatementDropView().drop(view: "best").ifExists()  // DROP VIEW IF EXISTS best
    /// ```
    @discardableResult
    public func ifExists() -> StatementDropView {
        tree.ifExists = true
        return self
    }

    /// The syntax tree of the statement.
    public var statementSyntax: StatementSyntax { StatementSyntax(.drop(tree)) }
}
