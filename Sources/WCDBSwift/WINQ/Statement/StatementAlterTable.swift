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
    @discardableResult
    public func alter(table: String) -> StatementAlterTable {
        tree.table.name = Name(spelling: table, allowsSingleQuotes: true)
        return self
    }

    /// The schema of the table.
    @discardableResult
    public func schema(_ schemaConvertible: any SchemaConvertible) -> StatementAlterTable {
        tree.table.schema = schemaConvertible.schemaName
        return self
    }

    /// Gives the table another name.
    @discardableResult
    public func rename(to newTable: String) -> StatementAlterTable {
        set(.rename(to: Name(spelling: newTable, allowsSingleQuotes: true)))
    }

    /// Gives a column another name.
    public func rename(
        column: any ColumnConvertible, to newColumn: any ColumnConvertible
    ) -> StatementAlterTable {
        set(.renameColumn(column.columnTree, to: newColumn.columnTree))
    }

    /// Adds a column.
    @discardableResult
    public func addColumn(with columnDef: ColumnDef) -> StatementAlterTable {
        set(.addColumn(columnDef.tree))
    }

    /// Takes a column away, with its values.
    @discardableResult
    public func dropColumn(_ column: any ColumnConvertible) -> StatementAlterTable {
        set(.dropColumn(column.columnTree))
    }

    /// What the statement says.
    public var statementSyntax: StatementSyntax { StatementSyntax(.alterTable(tree)) }

    private func set(_ action: AlterTableStatement.Action) -> StatementAlterTable {
        tree.action = action
        return self
    }
}
