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
    ///
    /// ```swift
    /// StatementExplain().explain(StatementDelete().delete(from: "notes"))
    /// // EXPLAIN DELETE FROM notes
    /// ```
    @discardableResult
    public func explain(_ statement: any Statement) -> StatementExplain {
        tree = ExplainStatement(statement.statementTree)
        return self
    }

    /// Shows how a statement finds its rows.
    ///
    /// ```swift
    /// let query = StatementSelect().select(Note.Properties.title).from("notes")
    ///     .where(Note.Properties.id == 7)
    /// StatementExplain().explainQueryPlan(query)
    /// // EXPLAIN QUERY PLAN SELECT title FROM notes WHERE id == 7
    /// ```
    @discardableResult
    public func explainQueryPlan(_ statement: any Statement) -> StatementExplain {
        tree = ExplainStatement(statement.statementTree, isQueryPlan: true)
        return self
    }

    /// What the statement says.
    public var statementSyntax: StatementSyntax { StatementSyntax(.explain(tree)) }
}
