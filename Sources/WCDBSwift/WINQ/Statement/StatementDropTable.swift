import WCDBSQL

/// A DROP TABLE.
///
/// ```swift
/// StatementDropTable().drop(table: "x").ifExists()  // DROP TABLE IF EXISTS x
/// ```
public final class StatementDropTable: Statement {
    private var tree = DropStatement(.table)

    /// An empty statement.
    public init() {}

    /// The table.
    ///
    /// ```swift
    /// StatementDropTable().drop(table: "notes")  // DROP TABLE notes
    /// ```
    @discardableResult
    public func drop(table: String) -> StatementDropTable {
        tree.name.name = Name(anySpelling: table)
        return self
    }

    /// The schema of the table.
    ///
    /// ```swift
    /// StatementDropTable().drop(table: "notes").of(schema: "backup")  // DROP TABLE backup.notes
    /// ```
    @discardableResult
    public func of(schema schemaConvertible: any SchemaConvertible) -> StatementDropTable {
        tree.name.schema = schemaConvertible.schemaName
        return self
    }

    /// Does nothing if there is no such table.
    ///
    /// ```swift
    /// StatementDropTable().drop(table: "notes").ifExists()  // DROP TABLE IF EXISTS notes
    /// ```
    @discardableResult
    public func ifExists() -> StatementDropTable {
        tree.ifExists = true
        return self
    }

    /// The syntax tree of the statement.
    public var statementSyntax: StatementSyntax { StatementSyntax(.drop(tree)) }
}
