/// What can stand behind ORDER BY.
public protocol OrderingTermConvertible {
    /// The term.
    func asOrder() -> OrderingTerm
    /// The term in that order; nil says nothing.
    func order(_ order: Order?) -> OrderingTerm
    /// The term compared by that collation.
    func collate(_ collation: String) -> OrderingTerm
}
