/// Anything that can be a column of an index or a key: a column, or an ``IndexedColumn``.
///
/// ```swift
/// let columns: [any IndexedColumnConvertible] = [
///     Note.Properties.author, Note.Properties.created.asIndex(orderBy: .descending),
/// ]
/// StatementCreateIndex().create(index: "by_author").on(table: "notes").indexesBy(columns)
/// // CREATE INDEX by_author ON notes(author, created DESC)
/// ```
public protocol IndexedColumnConvertible {
    /// The column of the index.
    ///
    /// ```swift
    /// Note.Properties.title.asIndex().collate("NOCASE")  // title COLLATE NOCASE
    /// ```
    func asIndex() -> IndexedColumn
}

/// A column that can say in which order it is indexed.
///
/// ```swift
/// Note.Properties.created.asIndex(orderBy: .descending)  // created DESC
/// ```
public protocol SpecificColumnIndexConvertible: IndexedColumnConvertible {
    /// The column of the index, in that order.
    func asIndex(orderBy term: Order?) -> IndexedColumn
}

extension SpecificColumnIndexConvertible {
    /// The column of the index, in no particular order.
    public func asIndex() -> IndexedColumn { asIndex(orderBy: nil) }
}
