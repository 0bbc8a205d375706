package import WCDBSQL

/// The definition of a column: its name, its type and its constraints in the order they came.
///
/// ```swift
/// ColumnDef(with: Column(named: "id"), and: .integer64).makePrimary(isAutoIncrement: true)
/// // id INTEGER PRIMARY KEY AUTOINCREMENT
/// ```
public final class ColumnDef: Identifier {
    package private(set) var tree: ColumnDefinition

    /// The column with that type, or without one.
    public init(
        with columnConvertible: any ColumnConvertible, and optionalType: ColumnType? = nil
    ) {
        tree = ColumnDefinition(columnConvertible.columnTree, type: optionalType)
    }

    /// Appends a constraint.
    public func addConstraint(_ constraint: ColumnConstraint) {
        tree.constraints.append(constraint.tree)
    }

    /// `PRIMARY KEY`
    @discardableResult
    public func makePrimary(
        orderBy order: Order? = nil, isAutoIncrement: Bool? = false,
        onConflict conflict: ConflictAction? = nil
    ) -> ColumnDef {
        append(
            .primaryKey(
                order?.tree, conflict: conflict?.tree, isAutoIncrement: isAutoIncrement ?? false))
    }

    /// `DEFAULT …`
    @discardableResult
    public func makeDefault(to defaultValue: any ExpressionConvertible) -> ColumnDef {
        append(.default(DefaultValue(standing: defaultValue.tree)))
    }

    /// `NOT NULL`
    @discardableResult
    public func makeNotNull() -> ColumnDef { append(.notNull()) }

    /// `UNIQUE`
    @discardableResult
    public func makeUnique() -> ColumnDef { append(.unique()) }

    /// `REFERENCES …`
    @discardableResult
    public func makeForeignKey(_ foreignKey: ForeignKey) -> ColumnDef {
        append(.references(foreignKey.tree))
    }

    /// A column of a full-text table that is not searched.
    @discardableResult
    public func makeNotIndexed() -> ColumnDef { append(.unindexed) }

    /// A column that is computed from others: on reading, or stored on writing.
    @discardableResult
    public func makeGenerated(
        as expressionConvertible: any ExpressionConvertible, isStored: Bool = false
    ) -> ColumnDef {
        append(.generated(expressionConvertible.tree, storage: isStored ? .stored : .virtual))
    }

    /// The definition as SQL.
    public var description: String { tree.sql }

    private func append(_ kind: ColumnConstraintTree.Kind) -> ColumnDef {
        tree.constraints.append(ColumnConstraintTree(kind))
        return self
    }
}

extension ColumnDefinition {
    /// A column of that type. NULL is no type but a constraint, which says nothing.
    package init(_ name: ColumnReference, type: ColumnType?) {
        if type == .null {
            self.init(name, nil, [ColumnConstraintTree(.null())])
        } else {
            self.init(name, type?.tree)
        }
    }
}
