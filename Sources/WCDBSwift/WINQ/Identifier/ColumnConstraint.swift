import WCDBSQL

/// A constraint of one column. It holds one kind: the last that was chosen.
///
/// ```swift
/// ColumnConstraint(named: "positive").check(with: Column(named: "a") > 0)
/// // CONSTRAINT positive CHECK(a > 0)
/// ```
public final class ColumnConstraint: Identifier {
    private enum Kind {
        case primaryKey, notNull, unique, other(ColumnConstraintTree.Kind)
    }

    private let name: Name?
    private var kind: Kind?
    private var direction: OrderingTree.Direction?
    private var action: ConflictTree?
    private var isAutoIncrement = false

    /// A constraint that says nothing yet, with or without a name.
    ///
    /// ```swift
    /// ColumnConstraint(named: "id_is_key").primaryKey()  // CONSTRAINT id_is_key PRIMARY KEY
    /// ColumnConstraint().unique()  // UNIQUE
    /// ```
    public init(named name: String? = nil) {
        self.name = name.flatMap { $0.isEmpty ? nil : Name(spelling: $0) }
    }

    /// `PRIMARY KEY`
    ///
    /// ```swift
    /// ColumnConstraint().primaryKey()  // PRIMARY KEY
    /// ```
    @discardableResult
    public func primaryKey() -> ColumnConstraint { choose(.primaryKey) }

    /// The order of a primary key.
    ///
    /// ```swift
    /// ColumnConstraint().primaryKey().order(.descending)  // PRIMARY KEY DESC
    /// ```
    @discardableResult
    public func order(_ order: Order) -> ColumnConstraint {
        direction = order.tree
        return self
    }

    /// What happens on a conflict with PRIMARY KEY, NOT NULL or UNIQUE.
    ///
    /// ```swift
    /// ColumnConstraint().unique().conflict(action: .Replace)  // UNIQUE ON CONFLICT REPLACE
    /// ```
    @discardableResult
    public func conflict(action: ConflictAction) -> ColumnConstraint {
        self.action = action.tree
        return self
    }

    /// Never gives a primary key out twice.
    ///
    /// ```swift
    /// ColumnConstraint().primaryKey().autoIncrement()  // PRIMARY KEY AUTOINCREMENT
    /// ```
    @discardableResult
    public func autoIncrement() -> ColumnConstraint {
        isAutoIncrement = true
        return self
    }

    /// `NOT NULL`
    ///
    /// ```swift
    /// ColumnConstraint().notNull().conflict(action: .Ignore)  // NOT NULL ON CONFLICT IGNORE
    /// ```
    @discardableResult
    public func notNull() -> ColumnConstraint { choose(.notNull) }

    /// `UNIQUE`
    ///
    /// ```swift
    /// ColumnConstraint(named: "one_name").unique()  // CONSTRAINT one_name UNIQUE
    /// ```
    @discardableResult
    public func unique() -> ColumnConstraint { choose(.unique) }

    /// `CHECK(…)`
    ///
    /// ```swift
    /// ColumnConstraint().check(with: Column(named: "stars") <= 5)  // CHECK(stars <= 5)
    /// ```
    @discardableResult
    public func check(with expression: Expression) -> ColumnConstraint {
        choose(.other(.check(expression.tree)))
    }

    /// `DEFAULT …`
    ///
    /// ```swift
    /// ColumnConstraint().default(with: 0)  // DEFAULT 0
    /// ColumnConstraint().default(with: Expression.function("random"))  // DEFAULT (random())
    /// ```
    @discardableResult
    public func `default`(
        with expressionConvertible: any ExpressionConvertible
    ) -> ColumnConstraint {
        choose(.other(.default(DefaultValue(standing: expressionConvertible.tree))))
    }

    /// `COLLATE …`
    ///
    /// ```swift
    /// ColumnConstraint().collate(with: "NOCASE")  // COLLATE NOCASE
    /// ```
    @discardableResult
    public func collate(with collation: String) -> ColumnConstraint {
        choose(.other(.collate(Name(spelling: collation))))
    }

    /// `REFERENCES …`
    ///
    /// ```swift
    /// let key = ForeignKey().references(with: "authors").columns(Column(named: "id"))
    /// ColumnConstraint().foreignKey(with: key)  // REFERENCES authors(id)
    /// ```
    @discardableResult
    public func foreignKey(with key: ForeignKey) -> ColumnConstraint {
        choose(.other(.references(key.tree)))
    }

    /// A column of a full-text table that is not searched.
    ///
    /// ```swift
    /// ColumnConstraint().unIndexed()  // UNINDEXED
    /// ```
    @discardableResult
    public func unIndexed() -> ColumnConstraint { choose(.other(.unindexed)) }

    /// A column that is computed from others: on reading, or stored on writing.
    ///
    /// ```swift
    /// ColumnConstraint().generated(as: Column(named: "title").length())
    /// // GENERATED ALWAYS AS(LENGTH(title)) VIRTUAL
    /// ColumnConstraint().generated(as: Column(named: "price") * 2, isStored: true)
    /// // GENERATED ALWAYS AS(price * 2) STORED
    /// ```
    @discardableResult
    public func generated(
        as expressionConvertible: any ExpressionConvertible, isStored: Bool = false
    ) -> ColumnConstraint {
        let storage: ColumnConstraintTree.GeneratedStorage = isStored ? .stored : .virtual
        return choose(.other(.generated(expressionConvertible.tree, storage: storage)))
    }

    /// The constraint as SQL.
    public var description: String { tree.sql }

    package var tree: ColumnConstraintTree {
        ColumnConstraintTree(kindOfTree, name: name)
    }

    private var kindOfTree: ColumnConstraintTree.Kind? {
        switch kind {
        case .primaryKey:
            .primaryKey(direction, conflict: action, isAutoIncrement: isAutoIncrement)
        case .notNull: .notNull(conflict: action)
        case .unique: .unique(conflict: action)
        case .other(let kind): kind
        case nil: nil
        }
    }

    private func choose(_ kind: Kind) -> ColumnConstraint {
        self.kind = kind
        return self
    }
}

extension DefaultValue {
    /// A default as it is written: what SQL takes for one only in parentheses gets some, that is,
    /// all but literals and words.
    init(standing expression: ExpressionTree) {
        switch expression {
        case .literal, .column: self.init(expression)
        default: self.init(expression, isParenthesised: true)
        }
    }
}
