/// An index: `BindIndex` in the block of a ``TableBinding``.
///
/// ```swift
/// BindIndex(name, id.asIndex(orderBy: .descending), namedWith: "_name", isUnique: true)
/// ```
public final class IndexConfig<CodingTableKeyType: CodingTableKey>: TableConfiguration {
    private let index: TableOutline.Index

    /// An index named after the table and the suffix. Of two with one suffix the last counts.
    ///
    /// ```swift
    /// // The index of the table notes is named notes_author.
    /// BindIndex(author, stars.asIndex(orderBy: .descending), namedWith: "_author")
    /// ```
    public init(
        _ indexes: any IndexedColumnConvertible..., namedWith suffix: String, isUnique: Bool = false
    ) {
        index = TableOutline.Index(
            suffix: suffix, isUnique: isUnique, columns: indexes.map { $0.asIndex().tree })
    }

    /// Adds the index.
    ///
    /// ```swift
    /// /// An index for a column that is searched, wherever there is one.
    /// struct Searchable<Key: CodingTableKey>: TableConfiguration {
    ///     let key: Key
    ///     func config(with tableBinding: any TableBindingBase) {
    ///         IndexConfig<Key>(key, namedWith: "_\(key.stringValue)").config(with: tableBinding)
    ///     }
    /// }
    /// ```
    public func config(with tableBinding: any TableBindingBase) {
        draft(of: tableBinding)?.addIndex(index)
    }
}
