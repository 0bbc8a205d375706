/// Anything that can be a result: an expression, or a ``ResultColumn`` with its alias.
///
/// ```swift
/// let results: [any ResultColumnConvertible] = [
///     Note.Properties.author, Note.Properties.id.count().as("notes"), 1,
/// ]
/// StatementSelect().select(results).from("notes")
/// // SELECT author, COUNT(id) AS notes, 1 FROM notes
/// ```
public protocol ResultColumnConvertible {
    /// The result column.
    func asResultColumn() -> ResultColumn

    /// The syntax tree of the result column. Comes from `asResultColumn()` unless there is a
    /// shorter way.
    ///
    /// ```swift
    /// struct Best: ResultColumnConvertible {
    ///     func asResultColumn() -> ResultColumn { Note.Properties.stars.max().as("best") }
    /// }
    /// let syntax: ResultColumnSyntax = Best().resultColumnSyntax
    /// StatementSelect().select(Best()).from("notes")  // SELECT MAX(stars) AS best FROM notes
    /// ```
    var resultColumnSyntax: ResultColumnSyntax { get }
}

extension ResultColumnConvertible {
    /// The syntax tree of the result column.
    public var resultColumnSyntax: ResultColumnSyntax {
        ResultColumnSyntax(asResultColumn().tree)
    }
}
