import WCDBSQL

/// Several columns that are unique together: `BindMultiUnique` in the block of a ``TableBinding``.
///
/// ```swift
/// BindMultiUnique(author, title.asIndex(orderBy: .descending))
/// ```
public final class MultiUniqueConfig<CodingTableKeyType: CodingTableKey>: TableConfiguration {
    private let constraint: TableConstraintTree

    /// The columns, and what happens on a conflict.
    ///
    /// ```swift
    /// // A second row with one author and title is left out.
    /// BindMultiUnique(author, title, onConflict: .Ignore)
    /// ```
    public init(
        _ indexes: any IndexedColumnConvertible..., onConflict conflict: ConflictAction? = nil
    ) {
        constraint = TableConstraintTree(
            .unique(indexes.map { $0.asIndex().tree }, conflict: conflict?.tree))
    }

    /// The columns, by the names that their keys have, and what happens on a conflict.
    ///
    /// ```swift
    /// BindMultiUnique(.author, .title)
    /// ```
    @_disfavoredOverload
    public init(_ keys: CodingTableKeyType..., onConflict conflict: ConflictAction? = nil) {
        constraint = TableConstraintTree(
            .unique(keys.map { $0.asIndex().tree }, conflict: conflict?.tree))
    }

    /// Adds the constraint.
    ///
    /// ```swift
    /// /// Two columns that are unique together, wherever there are such.
    /// struct UniquePair<Key: CodingTableKey>: TableConfiguration {
    ///     let first, second: Key
    ///     func config(with tableBinding: any TableBindingBase) {
    ///         MultiUniqueConfig<Key>(first, second).config(with: tableBinding)
    ///     }
    /// }
    /// ```
    public func config(with tableBinding: any TableBindingBase) {
        draft(of: tableBinding)?.constrain(constraint)
    }
}
