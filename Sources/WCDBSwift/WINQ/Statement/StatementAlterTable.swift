import WCDBSQL

/// An ALTER TABLE.
///
/// ```swift
/// StatementAlterTable().alter(table: "t").rename(to: "u")  // ALTER TABLE t RENAME TO u
/// ```
public final class StatementAlterTable: Statement {
    private var tree = AlterTableStatement()

    /// An empty statement.
    public init() {}

    /// The table.
    ///
    /// ```swift
    /// StatementAlterTable().alter(table: "notes").rename(to: "memos")
    /// // ALTER TABLE notes RENAME TO memos
    /// ```
    @discardableResult
    public func alter(table: String) -> StatementAlterTable {
        tree.table.name = Name(anySpelling: table)
        return self
    }

    /// The schema of the table.
    ///
    /// ```swift
    /// StatementAlterTable().alter(table: "notes").schema("backup").rename(to: "old")
    /// // ALTER TABLE backup.notes RENAME TO old
    /// ```
    @discardableResult
    public func schema(_ schemaConvertible: any SchemaConvertible) -> StatementAlterTable {
        tree.table.schema = schemaConvertible.schemaName
        return self
    }

    /// Gives the table another name.
    ///
    /// ```swift
    /// StatementAlterTable().alter(table: "memos").rename(to: "notes")
    /// // ALTER TABLE memos RENAME TO notes
    /// ```
    @discardableResult
    public func rename(to newTable: String) -> StatementAlterTable {
        set(.rename(to: Name(anySpelling: newTable)))
    }

    /// Renames a column.
    ///
    /// ```swift
    /// StatementAlterTable().alter(table: "notes")
    ///     .rename(column: Column(named: "body"), to: Column(named: "text"))
    /// // ALTER TABLE notes RENAME COLUMN body TO text
    /// ```
    public func rename(
        column: any ColumnConvertible, to newColumn: any ColumnConvertible
    ) -> StatementAlterTable {
        set(.renameColumn(column.columnTree, to: newColumn.columnTree))
    }

    /// Adds a column.
    ///
    /// ```swift
    /// let stars = ColumnDef(with: Column(named: "stars"), and: .integer64).makeDefault(to: 0)
    /// StatementAlterTable().alter(table: "notes").addColumn(with: stars)
    /// // ALTER TABLE notes ADD COLUMN stars INTEGER DEFAULT 0
    /// ```
    @discardableResult
    public func addColumn(with columnDef: ColumnDef) -> StatementAlterTable {
        set(.addColumn(columnDef.tree))
    }

    /// Drops a column, with its values.
    ///
    /// ```swift
    /// StatementAlterTable().alter(table: "notes").dropColumn(Column(named: "stars"))
    /// // ALTER TABLE notes DROP COLUMN stars
    /// ```
    @discardableResult
    public func dropColumn(_ column: any ColumnConvertible) -> StatementAlterTable {
        set(.dropColumn(column.columnTree))
    }

    /// The syntax tree of the statement.
    public var statementSyntax: StatementSyntax { StatementSyntax(.alterTable(tree)) }

    private func set(_ action: AlterTableStatement.Action) -> StatementAlterTable {
        tree.action = action
        return self
    }
}
