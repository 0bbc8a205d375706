import WCDBSQL

/// A primary key of several columns: `BindMultiPrimary` in the block of a ``TableBinding``.
///
/// ```swift
/// BindMultiPrimary(author, title.asIndex(orderBy: .descending))
/// ```
public final class MultiPrimaryConfig<CodingTableKeyType: CodingTableKey>: TableConfiguration {
    private let constraint: TableConstraintTree

    /// The columns, and what happens on a conflict.
    public init(
        _ indexes: any IndexedColumnConvertible..., onConflict conflict: ConflictAction? = nil
    ) {
        constraint = TableConstraintTree(
            .primaryKey(indexes.map { $0.asIndex().tree }, conflict: conflict?.tree))
    }

    /// Adds the constraint.
    public func config(with tableBinding: any TableBindingBase) {
        draft(of: tableBinding)?.constrain(constraint)
    }
}
