import WCDBSQL

/// Several columns that are unique together: `BindMultiUnique` in the block of a ``TableBinding``.
///
/// ```swift
/// BindMultiUnique(author, title.asIndex(orderBy: .descending))
/// ```
public final class MultiUniqueConfig<CodingTableKeyType: CodingTableKey>: TableConfiguration {
    private let constraint: TableConstraintTree

    /// The columns, and what happens on a conflict.
    public init(
        _ indexes: any IndexedColumnConvertible..., onConflict conflict: ConflictAction? = nil
    ) {
        constraint = TableConstraintTree(
            .unique(indexes.map { $0.asIndex().tree }, conflict: conflict?.tree))
    }

    /// Adds the constraint.
    public func config(with tableBinding: any TableBindingBase) {
        draft(of: tableBinding)?.constrain(constraint)
    }
}
