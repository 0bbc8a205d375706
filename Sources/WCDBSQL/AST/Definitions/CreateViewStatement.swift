/// `CREATE VIEW v(a, b) AS SELECT …`. Unfinished without a query.
package struct CreateViewStatement: Hashable, Sendable {
    /// A temporary view has no schema in its text.
    package var isTemporary = false
    package var ifNotExists = false
    package var name: QualifiedName
    package var columns: [ColumnReference]
    package var select: SelectStatement?

    package init(
        _ name: QualifiedName = QualifiedName(), _ columns: [ColumnReference] = [],
        as select: SelectStatement? = nil
    ) {
        self.name = name
        self.columns = columns
        self.select = select
    }
}
