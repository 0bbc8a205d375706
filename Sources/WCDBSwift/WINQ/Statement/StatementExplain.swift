import WCDBSQL

/// An EXPLAIN.
///
/// ```swift
/// let select = StatementSelect().select(Column(named: "id")).from("notes")
/// StatementExplain().explainQueryPlan(select)  // EXPLAIN QUERY PLAN SELECT id FROM notes
/// ```
public final class StatementExplain: Statement {
    private var tree = ExplainStatement(nil)
    /// The statement to be explained, which knows why it cannot be run.
    private var explained: StatementSyntax?

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
        set(statement, isQueryPlan: false)
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
        set(statement, isQueryPlan: true)
    }

    /// The syntax tree of the statement.
    public var statementSyntax: StatementSyntax {
        StatementSyntax(
            .explain(tree), problem: explained?.problem, written: explained?.written,
            offset: explained?.offset)
    }

    private func set(_ statement: any Statement, isQueryPlan: Bool) -> StatementExplain {
        let syntax = statement.statementSyntax
        var statement = syntax.tree
        // No EXPLAIN is explained: a third one is refused as the second is, and a chain of them
        // would grow until nobody could walk down it.
        if case .explain(let second) = statement, let third = second.statement,
            case .explain = third
        {
            statement = third
        }
        tree = ExplainStatement(statement, isQueryPlan: isQueryPlan)
        explained = syntax
        return self
    }
}
