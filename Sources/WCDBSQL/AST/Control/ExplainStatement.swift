/// `EXPLAIN …`, `EXPLAIN QUERY PLAN …`. Unfinished without a statement.
package struct ExplainStatement: Hashable, Sendable {
    package var isQueryPlan: Bool
    package var statement: Statement?

    package init(_ statement: Statement?, isQueryPlan: Bool = false) {
        self.statement = statement
        self.isQueryPlan = isQueryPlan
    }
}
