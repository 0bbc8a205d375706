/// What can stand in the list of results: any expression, or a ``ResultColumn`` with its alias.
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
}
