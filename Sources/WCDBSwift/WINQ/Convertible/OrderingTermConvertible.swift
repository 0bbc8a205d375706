/// Anything that can stand behind ORDER BY.
///
/// ```swift
/// let orders: [any OrderingTermConvertible] = [
///     Note.Properties.stars.order(.descending), Note.Properties.title,
/// ]
/// StatementSelect().select(Note.Properties.id).from("notes").order(by: orders)
/// // SELECT id FROM notes ORDER BY stars DESC, title
/// ```
public protocol OrderingTermConvertible {
    /// The term.
    func asOrder() -> OrderingTerm
    /// The term in that order; nil says nothing.
    func order(_ order: Order?) -> OrderingTerm
    /// The term compared by that collation.
    func collate(_ collation: String) -> OrderingTerm
}
