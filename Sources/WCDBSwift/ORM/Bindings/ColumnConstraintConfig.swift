import WCDBSQL

/// Constraints of one column: `BindColumnConstraint` in the block of a ``TableBinding``.
///
/// ```swift
/// BindColumnConstraint(id, isPrimary: true, isAutoIncrement: true)
/// BindColumnConstraint(name, isNotNull: true, defaultTo: "?")
/// ```
public final class ColumnConstraintConfig<CodingTableKeyType: CodingTableKey>: TableConfiguration {
    private let key: CodingTableKeyType
    private let constraints: [ColumnConstraintTree]
    private let isAutoIncrement: Bool
    private let isForExistingTable: Bool

    /// Constraints of the column, in the order primary key, not null, unique, default, unindexed,
    /// collation.
    ///
    /// A column of the type of the property, NULL unless something is said. With `isAutoIncrement`
    /// objects whose `isAutoIncrement` is true get their key from the database.
    ///
    /// ```swift
    /// BindColumnConstraint(id, isPrimary: true, isAutoIncrement: true)
    /// BindColumnConstraint(title, isNotNull: true, isUnique: true, collate: "NOCASE")
    /// BindColumnConstraint(stars, defaultTo: 3)
    /// ```
    public convenience init(
        _ codingKey: CodingTableKeyType, isPrimary: Bool = false, orderBy term: Order? = nil,
        isAutoIncrement: Bool = false, enableAutoIncrementForExistingTable: Bool = false,
        onConflict conflict: ConflictAction? = nil, isNotNull: Bool = false,
        isUnique: Bool = false, defaultTo defaultValue: LiteralValue? = nil,
        isNotIndexed: Bool = false, collate: String? = nil
    ) {
        self.init(
            codingKey, isPrimary: isPrimary, orderBy: term, isAutoIncrement: isAutoIncrement,
            enableAutoIncrementForExistingTable: enableAutoIncrementForExistingTable,
            onConflict: conflict, isNotNull: isNotNull, isUnique: isUnique,
            standing: defaultValue.map { DefaultValue($0.tree) }, isNotIndexed: isNotIndexed,
            collate: collate)
    }

    /// The same with a default as it stands in the definition.
    init(
        _ codingKey: CodingTableKeyType, isPrimary: Bool, orderBy term: Order?,
        isAutoIncrement: Bool, enableAutoIncrementForExistingTable: Bool = false,
        onConflict conflict: ConflictAction?, isNotNull: Bool, isUnique: Bool,
        standing defaultValue: DefaultValue?, isNotIndexed: Bool = false, collate: String? = nil
    ) {
        var kinds: [ColumnConstraintTree.Kind] = []
        if isPrimary {
            kinds.append(
                .primaryKey(term?.tree, conflict: conflict?.tree, isAutoIncrement: isAutoIncrement))
        }
        if isNotNull { kinds.append(.notNull()) }
        if isUnique { kinds.append(.unique()) }
        if let defaultValue { kinds.append(.default(defaultValue)) }
        if isNotIndexed { kinds.append(.unindexed) }
        if let collate, !collate.isEmpty { kinds.append(.collate(Name(spelling: collate))) }
        key = codingKey
        constraints = kinds.map { ColumnConstraintTree($0) }
        self.isAutoIncrement = isPrimary && isAutoIncrement
        isForExistingTable = enableAutoIncrementForExistingTable
    }

    /// Constraints of the column, with a default of any type that can be stored: as a value of the
    /// class that the type is stored as.
    ///
    /// ```swift
    /// BindColumnConstraint(text, isNotNull: true, defaultTo: URL(fileURLWithPath: "/"))
    /// ```
    public convenience init<T: ColumnEncodable>(
        _ codingKey: CodingTableKeyType, isPrimary: Bool = false, orderBy term: Order? = nil,
        isAutoIncrement: Bool = false, enableAutoIncrementForExistingTable: Bool = false,
        onConflict conflict: ConflictAction? = nil, isNotNull: Bool = false,
        isUnique: Bool = false, defaultTo defaultEncodedValue: T, isNotIndexed: Bool = false
    ) {
        // A Boolean is TRUE or FALSE here, as it is for a literal.
        let isTrue = defaultEncodedValue as? Bool
        self.init(
            codingKey, isPrimary: isPrimary, orderBy: term, isAutoIncrement: isAutoIncrement,
            enableAutoIncrementForExistingTable: enableAutoIncrementForExistingTable,
            onConflict: conflict, isNotNull: isNotNull, isUnique: isUnique,
            defaultTo: isTrue.map { LiteralValue($0) }
                ?? LiteralValue(defaultEncodedValue.archivedValue().converted(to: T.columnType)),
            isNotIndexed: isNotIndexed)
    }

    /// Adds the constraints to the column.
    ///
    /// ```swift
    /// /// A key that the database gives out, wherever there is one.
    /// struct Identifier<Key: CodingTableKey>: TableConfiguration {
    ///     let key: Key
    ///     func config(with tableBinding: any TableBindingBase) {
    ///         ColumnConstraintConfig(key, isPrimary: true, isAutoIncrement: true)
    ///             .config(with: tableBinding)
    ///     }
    /// }
    /// ```
    public func config(with tableBinding: any TableBindingBase) {
        guard let draft = draft(of: tableBinding) else { return }
        draft.constrain(key.stringValue, constraints)
        if isAutoIncrement { draft.useAutoIncrement(of: key.stringValue) }
        if isForExistingTable { draft.enableAutoIncrementForExistingTable() }
    }
}
