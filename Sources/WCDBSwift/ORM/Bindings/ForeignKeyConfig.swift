import WCDBSQL

/// A reference to another table: `BindForeginKey` in the block of a ``TableBinding``.
///
/// ```swift
/// BindForeginKey(author, foreignKey: ForeignKey().references(with: "people").columns(id))
/// ```
public final class ForeignKeyConfig<CodingTableKeyType: CodingTableKey>: TableConfiguration {
    private let constraint: TableConstraintTree

    /// The columns, and what they refer to.
    public init(_ codingKeys: CodingTableKeyType..., foreignKey: ForeignKey) {
        let columns = codingKeys.map { ColumnReference(Name(spelling: $0.stringValue)) }
        constraint = TableConstraintTree(.foreignKey(columns, foreignKey.tree))
    }

    /// Adds the constraint.
    public func config(with tableBinding: any TableBindingBase) {
        draft(of: tableBinding)?.constrain(constraint)
    }
}
