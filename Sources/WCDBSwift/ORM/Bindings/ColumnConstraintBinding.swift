import WCDBSQL

/// Constraints of one column, as older programs declare them in a dictionary of their keys.
///
/// ```swift
/// static var columnConstraintBindings: [CodingKeys: ColumnConstraintBinding]? {
///     [id: ColumnConstraintBinding(isPrimary: true)]
/// }
/// ```
public struct ColumnConstraintBinding {
    let isPrimary: Bool
    private let term: Order?
    private let isAutoIncrement: Bool
    private let conflict: ConflictAction?
    private let isNotNull: Bool
    private let isUnique: Bool
    private let defaultValue: Expression?

    /// The constraints.
    ///
    /// ```swift
    /// static var columnConstraintBindings: [CodingKeys: ColumnConstraintBinding]? {
    ///     [
    ///         id: ColumnConstraintBinding(isPrimary: true, isAutoIncrement: true),
    ///         title: ColumnConstraintBinding(isNotNull: true, defaultTo: .text("untitled")),
    ///         text: ColumnConstraintBinding(defaultTo: .currentTimestamp),
    ///     ]
    /// }
    /// ```
    public init(
        isPrimary: Bool = false, orderBy term: Order? = nil, isAutoIncrement: Bool = false,
        onConflict conflict: ConflictAction? = nil, isNotNull: Bool = false,
        isUnique: Bool = false, defaultTo defaultValue: ColumnDef.DefaultType? = nil
    ) {
        self.init(
            isPrimary, term, isAutoIncrement, conflict, isNotNull, isUnique,
            defaultValue?.expression)
    }

    private init(
        _ isPrimary: Bool, _ term: Order?, _ isAutoIncrement: Bool, _ conflict: ConflictAction?,
        _ isNotNull: Bool, _ isUnique: Bool, _ defaultValue: Expression?
    ) {
        self.isPrimary = isPrimary
        self.term = term
        self.isAutoIncrement = isAutoIncrement
        self.conflict = conflict
        self.isNotNull = isNotNull
        self.isUnique = isUnique
        self.defaultValue = defaultValue
    }

    /// The constraints, with a default of any type that can be stored.
    ///
    /// ```swift
    /// static var columnConstraintBindings: [CodingKeys: ColumnConstraintBinding]? {
    ///     [text: ColumnConstraintBinding(isNotNull: true, defaultTo: URL(fileURLWithPath: "/"))]
    /// }
    /// ```
    public init<T: ColumnEncodable>(
        isPrimary: Bool = false, orderBy term: Order? = nil, isAutoIncrement: Bool = false,
        onConflict conflict: ConflictAction? = nil, isNotNull: Bool = false,
        isUnique: Bool = false, defaultTo defaultEncodedValue: T
    ) {
        self.init(
            isPrimary, term, isAutoIncrement, conflict, isNotNull, isUnique,
            Expression(with: LiteralValue(defaultEncodedValue)))
    }

    func configuration<Key: CodingTableKey>(of key: Key) -> any TableConfiguration {
        ColumnConstraintConfig(
            key, isPrimary: isPrimary, orderBy: term, isAutoIncrement: isAutoIncrement,
            onConflict: conflict, isNotNull: isNotNull, isUnique: isUnique,
            standing: defaultValue.map { DefaultValue(standing: $0.tree) })
    }
}
