/// A constraint of a table, as older programs declare it in a dictionary by its name.
public protocol TableConstraintBinding {
    /// The name of the constraint.
    typealias Name = String
    /// The constraint of that name.
    func generateConstraint(withName name: String) -> TableConstraint
}

/// A primary key of several columns.
///
/// ```swift
/// static var tableConstraintBindings: [TableConstraintBinding.Name: any TableConstraintBinding]? {
///     ["key": MultiPrimaryBinding(indexesBy: author, title)]
/// }
/// ```
public struct MultiPrimaryBinding: TableConstraintBinding {
    private let columns: [any IndexedColumnConvertible]
    private let conflict: ConflictAction?

    /// The columns, and what happens on a conflict.
    public init(
        indexesBy: any IndexedColumnConvertible..., onConflict conflict: ConflictAction? = nil
    ) {
        self.init(indexesBy: indexesBy, onConflict: conflict)
    }

    /// The columns, and what happens on a conflict.
    public init(
        indexesBy: [any IndexedColumnConvertible], onConflict conflict: ConflictAction? = nil
    ) {
        columns = indexesBy
        self.conflict = conflict
    }

    /// The constraint of that name.
    public func generateConstraint(withName name: String) -> TableConstraint {
        let constraint = TableConstraint(named: name).primaryKey().indexed(by: columns)
        return conflict.map { constraint.onConflict($0) } ?? constraint
    }
}

/// Several columns that are unique together.
///
/// ```swift
/// static var tableConstraintBindings: [TableConstraintBinding.Name: any TableConstraintBinding]? {
///     ["key": MultiUniqueBinding(indexesBy: author, title.asIndex(orderBy: .descending))]
/// }
/// ```
public struct MultiUniqueBinding: TableConstraintBinding {
    private let columns: [any IndexedColumnConvertible]
    private let conflict: ConflictAction?

    /// The columns, and what happens on a conflict.
    public init(
        indexesBy: any IndexedColumnConvertible..., onConflict conflict: ConflictAction? = nil
    ) {
        self.init(indexesBy: indexesBy, onConflict: conflict)
    }

    /// The columns, and what happens on a conflict.
    public init(
        indexesBy: [any IndexedColumnConvertible], onConflict conflict: ConflictAction? = nil
    ) {
        columns = indexesBy
        self.conflict = conflict
    }

    /// The constraint of that name.
    public func generateConstraint(withName name: String) -> TableConstraint {
        let constraint = TableConstraint(named: name).unique().indexed(by: columns)
        return conflict.map { constraint.onConflict($0) } ?? constraint
    }
}

/// A condition that each row meets.
///
/// ```swift
/// static var tableConstraintBindings: [TableConstraintBinding.Name: any TableConstraintBinding]? {
///     ["key": CheckBinding(check: stars >= 0)]
/// }
/// ```
public struct CheckBinding: TableConstraintBinding {
    private let condition: Expression

    /// The condition.
    public init(check: Expression) { condition = check }

    /// The constraint of that name.
    public func generateConstraint(withName name: String) -> TableConstraint {
        TableConstraint(named: name).check(condition)
    }
}

/// A reference to another table.
///
/// ```swift
/// static var tableConstraintBindings: [TableConstraintBinding.Name: any TableConstraintBinding]? {
///     ["key": ForeignKeyBinding(author, foreignKey: ForeignKey().references(with: "authors"))]
/// }
/// ```
public struct ForeignKeyBinding: TableConstraintBinding {
    private let columns: [any ColumnConvertible]
    private let key: ForeignKey

    /// The columns, and what they refer to.
    public init(_ columns: any ColumnConvertible..., foreignKey: ForeignKey) {
        self.init(columns, foreignKey: foreignKey)
    }

    /// The columns, and what they refer to.
    public init(_ columns: [any ColumnConvertible], foreignKey: ForeignKey) {
        self.columns = columns
        key = foreignKey
    }

    /// The constraint of that name.
    public func generateConstraint(withName name: String) -> TableConstraint {
        TableConstraint(named: name).foreignKey(columns, foreignKey: key)
    }
}
