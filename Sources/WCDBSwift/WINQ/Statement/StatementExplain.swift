import WCDBSQL

/// An EXPLAIN.
///
/// ```swift
/// let select = StatementSelect().select(Column(named: "id")).from("notes")
/// StatementExplain().explainQueryPlan(select)  // EXPLAIN QUERY PLAN SELECT id FROM notes
/// ```
public final class StatementExplain: Statement {
    private var tree = ExplainStatement(nil)

    /// An empty statement.
    public init() {}

    /// Shows the program of a statement.
    @discardableResult
    public func explain(_ statement: any Statement) -> StatementExplain {
        tree = ExplainStatement(statement.statementTree)
        return self
    }

    /// Shows how a statement finds its rows.
    @discardableResult
    public func explainQueryPlan(_ statement: any Statement) -> StatementExplain {
        tree = ExplainStatement(statement.statementTree, isQueryPlan: true)
        return self
    }

    /// What the statement says.
    public var statementSyntax: StatementSyntax { StatementSyntax(.explain(tree)) }
}
