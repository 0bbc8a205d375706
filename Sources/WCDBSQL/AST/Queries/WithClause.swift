/// `WITH [RECURSIVE] name(columns) AS(…), …`.
package struct WithClause: Hashable, Sendable {
    package var isRecursive: Bool
    package var tables: [CommonTableExpression]

    package init(isRecursive: Bool = false, _ tables: [CommonTableExpression]) {
        self.isRecursive = isRecursive
        self.tables = tables
    }
}

/// One named query of a WITH clause. Without the query the tree is unfinished.
package struct CommonTableExpression: Hashable, Sendable {
    package enum Hint: UInt8, Hashable, Sendable { case materialized, notMaterialized }

    package var name: Name
    package var columns: [ColumnReference]
    package var hint: Hint?
    package var query: Subquery?

    package init(
        _ name: Name, columns: [ColumnReference] = [], hint: Hint? = nil, query: Subquery? = nil
    ) {
        self.name = name
        self.columns = columns
        self.hint = hint
        self.query = query
    }
}
