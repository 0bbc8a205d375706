/// What can stand behind FROM: a name, a ``TableOrSubquery``, a ``Join``, a ``StatementSelect``.
///
/// ```swift
/// let best = StatementSelect().select(Note.Properties.stars.max()).from("notes")
/// StatementSelect().select(Column.all()).from("authors", best)
/// // SELECT * FROM authors, (SELECT MAX(stars) FROM notes)
/// ```
public protocol TableOrSubqueryConvertible {
    /// The item of FROM.
    func asTableOrSubquery() -> TableOrSubquery
}

extension String: TableOrSubqueryConvertible {
    /// The table of this name.
    ///
    /// ```swift
    /// "notes".asTableOrSubquery().as(alias: "n")  // notes AS n
    /// ```
    public func asTableOrSubquery() -> TableOrSubquery { TableOrSubquery(withTable: self) }
}
