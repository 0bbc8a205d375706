import WCDBSQL

/// A reference to another table: `BindForeginKey` in the block of a ``TableBinding``.
///
/// ```swift
/// BindForeginKey(author, foreignKey: ForeignKey().references(with: "people").columns(id))
/// ```
public final class ForeignKeyConfig<CodingTableKeyType: CodingTableKey>: TableConfiguration {
    private let constraint: TableConstraintTree

    /// The columns, and what they refer to.
    ///
    /// Foreign keys are checked on connections that say `PRAGMA foreign_keys = TRUE`.
    ///
    /// ```swift
    /// BindForeignKey(
    ///     author,
    ///     foreignKey: ForeignKey().references(with: "authors").columns(Column(named: "id"))
    ///         .onDelete(.cascade))
    /// ```
    public init(_ codingKeys: CodingTableKeyType..., foreignKey: ForeignKey) {
        let columns = codingKeys.map { ColumnReference(Name(spelling: $0.stringValue)) }
        constraint = TableConstraintTree(.foreignKey(columns, foreignKey.tree))
    }

    /// Adds the constraint.
    ///
    /// ```swift
    /// /// A reference to the authors, wherever there is one.
    /// struct Written<Key: CodingTableKey>: TableConfiguration {
    ///     let key: Key
    ///     func config(with tableBinding: any TableBindingBase) {
    ///         ForeignKeyConfig(key, foreignKey: ForeignKey().references(with: "authors"))
    ///             .config(with: tableBinding)
    ///     }
    /// }
    /// ```
    public func config(with tableBinding: any TableBindingBase) {
        draft(of: tableBinding)?.constrain(constraint)
    }
}
