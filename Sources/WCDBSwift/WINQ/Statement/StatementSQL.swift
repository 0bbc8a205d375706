/// A statement written in SQL. Values in it are bound, never pasted.
///
/// ```swift
/// StatementSQL("DELETE FROM \(table: name) WHERE age > \(limit)")
/// ```
///
/// A text that is not a statement is refused when it is prepared.
public final class StatementSQL: Statement, Sendable {
    /// The syntax tree of the statement.
    public let statementSyntax: StatementSyntax

    /// The statement that the text is.
    ///
    /// ```swift
    /// let limit = 3
    /// StatementSQL("DELETE FROM notes WHERE stars < \(limit)")
    /// // DELETE FROM notes WHERE stars < 3
    /// ```
    public init(_ template: SQLTemplate) {
        statementSyntax = TemplateParsing(template).statement
    }
}
