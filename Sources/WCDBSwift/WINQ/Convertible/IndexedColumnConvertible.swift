/// What can be a column of an index or a key: a column, or an ``IndexedColumn``.
public protocol IndexedColumnConvertible {
    /// The column of the index.
    func asIndex() -> IndexedColumn
}

/// A column that can say in which order it is indexed.
public protocol SpecificColumnIndexConvertible: IndexedColumnConvertible {
    /// The column of the index, in that order.
    func asIndex(orderBy term: Order?) -> IndexedColumn
}

extension SpecificColumnIndexConvertible {
    /// The column of the index, in no particular order.
    public func asIndex() -> IndexedColumn { asIndex(orderBy: nil) }
}
