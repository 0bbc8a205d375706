import WCDBSQL

/// Anything that FROM takes: a name, a ``TableOrSubquery``, a ``Join``, a ``StatementSelect``.
///
/// ```swift
/// let best = StatementSelect().select(Note.Properties.stars.max()).from("notes")
/// StatementSelect().select(Column.all()).from("authors", best)
/// // SELECT * FROM authors, (SELECT MAX(stars) FROM notes)
/// ```
public protocol TableOrSubqueryConvertible {
    /// The item of FROM.
    func asTableOrSubquery() -> TableOrSubquery

    /// The syntax tree of the item. Comes from `asTableOrSubquery()` unless there is a shorter way.
    ///
    /// ```swift
    /// struct Notes: TableOrSubqueryConvertible {
    ///     func asTableOrSubquery() -> TableOrSubquery { "notes".asTableOrSubquery() }
    /// }
    /// let syntax: TableOrSubquerySyntax = Notes().tableOrSubquerySyntax
    /// StatementSelect().select(1).from(Notes())  // SELECT 1 FROM notes
    /// ```
    var tableOrSubquerySyntax: TableOrSubquerySyntax { get }
}

extension TableOrSubqueryConvertible {
    /// The syntax tree of the item.
    public var tableOrSubquerySyntax: TableOrSubquerySyntax {
        TableOrSubquerySyntax(asTableOrSubquery().source)
    }
}

extension String: TableOrSubqueryConvertible {
    /// The table of this name.
    ///
    /// ```swift
    /// "notes".asTableOrSubquery().as(alias: "n")  // notes AS n
    /// ```
    public func asTableOrSubquery() -> TableOrSubquery { TableOrSubquery(withTable: self) }

    /// The syntax tree of the table of this name.
    public var tableOrSubquerySyntax: TableOrSubquerySyntax {
        TableOrSubquerySyntax(.table(Name(anySpelling: self)))
    }
}
