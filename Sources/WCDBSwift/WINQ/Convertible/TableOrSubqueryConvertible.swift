/// What can stand behind FROM: a name, a ``TableOrSubquery``, a ``Join``, a ``StatementSelect``.
public protocol TableOrSubqueryConvertible {
    /// The item of FROM.
    func asTableOrSubquery() -> TableOrSubquery
}

extension String: TableOrSubqueryConvertible {
    /// The table of this name.
    public func asTableOrSubquery() -> TableOrSubquery { TableOrSubquery(withTable: self) }
}
