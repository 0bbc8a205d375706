import WCDBSQL

/// A constraint of a table. It holds one kind: the last that was chosen.
///
/// ```swift
/// TableConstraint().unique().indexed(by: Column(named: "a"), Column(named: "b"))  // UNIQUE(a, b)
/// ```
public final class TableConstraint: Identifier {
    private enum Kind {
        case primaryKey, unique
        case check(ExpressionTree)
        case foreignKey([ColumnReference], ForeignKeyTree)
    }

    private let name: Name?
    private var kind: Kind?
    private var columns: [OrderingTree] = []
    private var action: ConflictTree?

    /// A constraint that says nothing yet, with or without a name.
    ///
    /// ```swift
    /// TableConstraint(named: "few_stars").check(Column(named: "stars") <= 5)
    /// // CONSTRAINT few_stars CHECK(stars <= 5)
    /// ```
    public init(named name: String? = nil) {
        self.name = name.flatMap { $0.isEmpty ? nil : Name(spelling: $0) }
    }

    /// `PRIMARY KEY(…)`
    ///
    /// ```swift
    /// TableConstraint().primaryKey().indexed(by: Column(named: "author"), Column(named: "day"))
    /// // PRIMARY KEY(author, day)
    /// ```
    @discardableResult
    public func primaryKey() -> TableConstraint { choose(.primaryKey) }

    /// `UNIQUE(…)`
    ///
    /// ```swift
    /// TableConstraint(named: "one_title").unique().indexed(by: Column(named: "title"))
    /// // CONSTRAINT one_title UNIQUE(title)
    /// ```
    @discardableResult
    public func unique() -> TableConstraint { choose(.unique) }

    /// The columns of PRIMARY KEY or UNIQUE.
    ///
    /// ```swift
    /// let day = Column(named: "day").asIndex(orderBy: .descending)
    /// TableConstraint().primaryKey().indexed(by: Column(named: "author"), day)
    /// // PRIMARY KEY(author, day DESC)
    /// ```
    @discardableResult
    public func indexed(
        by indexedColumnConvertibleList: any IndexedColumnConvertible...
    ) -> TableConstraint {
        indexed(by: indexedColumnConvertibleList)
    }

    /// The columns of PRIMARY KEY or UNIQUE.
    ///
    /// ```swift
    /// let key = ["author", "title"].map { Column(named: $0) }
    /// TableConstraint().unique().indexed(by: key)  // UNIQUE(author, title)
    /// ```
    @discardableResult
    public func indexed(
        by indexedColumnConvertibleList: [any IndexedColumnConvertible]
    ) -> TableConstraint {
        if !indexedColumnConvertibleList.isEmpty {
            columns = indexedColumnConvertibleList.map { $0.asIndex().tree }
        }
        return self
    }

    /// What happens on a conflict with PRIMARY KEY or UNIQUE.
    ///
    /// ```swift
    /// TableConstraint().unique().indexed(by: Column(named: "title")).onConflict(.Replace)
    /// // UNIQUE(title) ON CONFLICT REPLACE
    /// ```
    @discardableResult
    public func onConflict(_ conflict: ConflictAction) -> TableConstraint {
        action = conflict.tree
        return self
    }

    /// `CHECK(…)`
    ///
    /// ```swift
    /// TableConstraint().check(Column(named: "first") < Column(named: "last"))
    /// // CHECK(first < last)
    /// ```
    @discardableResult
    public func check(_ expressionConvertible: any ExpressionConvertible) -> TableConstraint {
        choose(.check(expressionConvertible.tree))
    }

    /// `FOREIGN KEY(…) REFERENCES …`
    ///
    /// ```swift
    /// let authors = ForeignKey().references(with: "authors")
    /// TableConstraint().foreignKey(Column(named: "author"), foreignKey: authors)
    /// // FOREIGN KEY(author) REFERENCES authors
    /// ```
    @discardableResult
    public func foreignKey(
        _ columnConvertibleList: any ColumnConvertible..., foreignKey: ForeignKey
    ) -> TableConstraint {
        self.foreignKey(columnConvertibleList, foreignKey: foreignKey)
    }

    /// `FOREIGN KEY(…) REFERENCES …`
    ///
    /// ```swift
    /// let key = [Column(named: "name"), Column(named: "born")]
    /// let authors = ForeignKey().references(with: "authors").columns(key)
    /// TableConstraint().foreignKey(key, foreignKey: authors)
    /// // FOREIGN KEY(name, born) REFERENCES authors(name, born)
    /// ```
    @discardableResult
    public func foreignKey(
        _ columnConvertibleList: [any ColumnConvertible], foreignKey: ForeignKey
    ) -> TableConstraint {
        choose(.foreignKey(columnConvertibleList.map(\.columnTree), foreignKey.tree))
    }

    /// The constraint as SQL.
    public var description: String { tree.sql }

    package var tree: TableConstraintTree { TableConstraintTree(kindOfTree, name: name) }

    private var kindOfTree: TableConstraintTree.Kind? {
        switch kind {
        case .primaryKey: .primaryKey(columns, conflict: action)
        case .unique: .unique(columns, conflict: action)
        case .check(let condition): .check(condition)
        case .foreignKey(let columns, let key): .foreignKey(columns, key)
        case nil: nil
        }
    }

    private func choose(_ kind: Kind) -> TableConstraint {
        self.kind = kind
        return self
    }
}
