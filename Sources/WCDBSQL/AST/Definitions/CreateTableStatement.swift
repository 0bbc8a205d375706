/// `CREATE TABLE t(…)` or `CREATE TABLE t AS SELECT …`. Unfinished without content.
package struct CreateTableStatement: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        case columns(TableDefinition)
        case select(SelectStatement)
    }

    /// A temporary table has no schema in its text.
    package var isTemporary = false
    package var ifNotExists = false
    package var name: QualifiedName
    package var content: Content?

    package init(_ name: QualifiedName = QualifiedName(), _ content: Content? = nil) {
        self.name = name
        self.content = content
    }
}

/// What stands between the parentheses of CREATE TABLE and behind them.
package struct TableDefinition: Hashable, Sendable {
    package var columns: [ColumnDefinition]
    package var constraints: [TableConstraint]
    package var isWithoutRowid = false
    package var isStrict = false

    package init(_ columns: [ColumnDefinition] = [], _ constraints: [TableConstraint] = []) {
        self.columns = columns
        self.constraints = constraints
    }
}
