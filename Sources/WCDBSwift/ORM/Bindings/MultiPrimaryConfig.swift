import WCDBSQL

/// A primary key of several columns: `BindMultiPrimary` in the block of a ``TableBinding``.
///
/// ```swift
/// BindMultiPrimary(author, title.asIndex(orderBy: .descending))
/// ```
public final class MultiPrimaryConfig<CodingTableKeyType: CodingTableKey>: TableConfiguration {
    private let constraint: TableConstraintTree

    /// The columns, and what happens on a conflict.
    ///
    /// ```swift
    /// // Of two rows with one author and title the last one stays.
    /// BindMultiPrimary(author, title, onConflict: .Replace)
    /// ```
    public init(
        _ indexes: any IndexedColumnConvertible..., onConflict conflict: ConflictAction? = nil
    ) {
        constraint = TableConstraintTree(
            .primaryKey(indexes.map { $0.asIndex().tree }, conflict: conflict?.tree))
    }

    /// The columns, by the names that their keys have, and what happens on a conflict.
    ///
    /// ```swift
    /// BindMultiPrimary(.author, .title)
    /// ```
    @_disfavoredOverload
    public init(_ keys: CodingTableKeyType..., onConflict conflict: ConflictAction? = nil) {
        constraint = TableConstraintTree(
            .primaryKey(keys.map { $0.asIndex().tree }, conflict: conflict?.tree))
    }

    /// Adds the constraint.
    ///
    /// ```swift
    /// /// The key of a table that joins two others.
    /// struct Pair<Key: CodingTableKey>: TableConfiguration {
    ///     let first, second: Key
    ///     func config(with tableBinding: any TableBindingBase) {
    ///         MultiPrimaryConfig<Key>(first, second).config(with: tableBinding)
    ///     }
    /// }
    /// ```
    public func config(with tableBinding: any TableBindingBase) {
        draft(of: tableBinding)?.constrain(constraint)
    }
}
