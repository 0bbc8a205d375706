import WCDBSQL

/// A DROP INDEX.
///
/// ```swift
/// StatementDropIndex().drop(index: "x").ifExists()  // DROP INDEX IF EXISTS x
/// ```
public final class StatementDropIndex: Statement {
    private var tree = DropStatement(.index)

    /// An empty statement.
    public init() {}

    /// The index.
    ///
    /// ```swift
    /// StatementDropIndex().drop(index: "by_title")  // DROP INDEX by_title
    /// ```
    @discardableResult
    public func drop(index: String) -> StatementDropIndex {
        tree.name.name = Name(anySpelling: index)
        return self
    }

    /// The schema of the index.
    ///
    /// ```swift
    /// StatementDropIndex().drop(index: "by_title").of(schema: "backup")
    /// // DROP INDEX backup.by_title
    /// ```
    @discardableResult
    public func of(schema schemaConvertible: any SchemaConvertible) -> StatementDropIndex {
        tree.name.schema = schemaConvertible.schemaName
        return self
    }

    /// Does nothing if there is no such index.
    ///
    /// ```swift
    /// StatementDropIndex().drop(index: "by_title").ifExists()  // DROP INDEX IF EXISTS by_title
    /// ```
    @discardableResult
    public func ifExists() -> StatementDropIndex {
        tree.ifExists = true
        return self
    }

    /// The syntax tree of the statement.
    public var statementSyntax: StatementSyntax { StatementSyntax(.drop(tree)) }
}
