/// An index: `BindIndex` in the block of a ``TableBinding``.
///
/// ```swift
/// BindIndex(name, id.asIndex(orderBy: .descending), namedWith: "_name", isUnique: true)
/// ```
public final class IndexConfig<CodingTableKeyType: CodingTableKey>: TableConfiguration {
    private let index: TableOutline.Index

    /// An index named after the table and the suffix. Of two with one suffix the last counts.
    public init(
        _ indexes: any IndexedColumnConvertible..., namedWith suffix: String, isUnique: Bool = false
    ) {
        index = TableOutline.Index(
            suffix: suffix, isUnique: isUnique, columns: indexes.map { $0.asIndex().tree })
    }

    /// Adds the index.
    public func config(with tableBinding: any TableBindingBase) {
        draft(of: tableBinding)?.addIndex(index)
    }
}
