/// `ALTER TABLE t …`. Unfinished without an action.
package struct AlterTableStatement: Hashable, Sendable {
    package enum Action: Hashable, Sendable {
        case rename(to: Name)
        case renameColumn(ColumnReference, to: ColumnReference)
        case addColumn(ColumnDefinition)
        case dropColumn(ColumnReference)
    }

    package var table: QualifiedName
    package var action: Action?

    package init(_ table: QualifiedName = QualifiedName(), _ action: Action? = nil) {
        self.table = table
        self.action = action
    }
}
