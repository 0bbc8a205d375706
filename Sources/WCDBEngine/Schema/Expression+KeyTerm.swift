import WCDBSQL

extension Expression {
    /// What a term of a key is about: the name of a column, also where it stands in the quotes of a
    /// text, as SQLite has it.
    var keyTerm: Expression {
        guard case .literal(.text(let text)) = self else { return self }
        return .column(ColumnReference(Name(text.string)))
    }
}
