import WCDBSQL

/// A statement under construction.
///
/// ```swift
/// let statement: any Statement = StatementDelete().delete(from: "notes")
/// statement.description  // DELETE FROM notes
/// ```
///
/// A statement that is not finished has an empty description, and cannot be executed.
public protocol Statement: AnyObject, CustomStringConvertible {
    /// The syntax tree of the statement.
    ///
    /// ```swift
    /// final class Cleanup: Statement {
    ///     let delete = StatementDelete().delete(from: "notes").where(Note.Properties.stars < 1)
    ///     var statementSyntax: StatementSyntax { delete.statementSyntax }
    /// }
    /// Cleanup().description  // DELETE FROM notes WHERE stars < 1
    /// ```
    var statementSyntax: StatementSyntax { get }
}

extension Statement {
    /// The statement as SQL; empty as long as it is not finished.
    ///
    /// ```swift
    /// StatementDelete().delete(from: "notes").description  // DELETE FROM notes
    /// StatementDelete().description.isEmpty  // true
    /// ```
    public var description: String { statementTree.sql }

    package var statementTree: StatementTree { statementSyntax.tree }
}

extension StatementSyntax {
    /// A statement that says nothing: what an unfinished one stands for.
    static func unfinished(_ problem: String) -> StatementSyntax {
        StatementSyntax(.explain(ExplainStatement(nil)), problem: problem)
    }
}
