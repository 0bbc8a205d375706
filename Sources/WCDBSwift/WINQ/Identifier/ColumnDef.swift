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
    ///
    /// ```swift
    /// ColumnDef(with: Column(named: "title"), and: .text)  // title TEXT
    /// ColumnDef(with: Note.Properties.created)  // created
    /// ```
    public init(
        with columnConvertible: any ColumnConvertible, and optionalType: ColumnType? = nil
    ) {
        tree = ColumnDefinition(columnConvertible.columnTree, type: optionalType)
    }

    /// The column of this name with that type, or without one.
    ///
    /// ```swift
    /// ColumnDef(named: "title", and: .text)  // title TEXT
    /// ```
    public convenience init(named name: String, and optionalType: ColumnType? = nil) {
        self.init(with: Column(named: name), and: optionalType)
    }

    /// Appends a constraint.
    ///
    /// ```swift
    /// let title = ColumnDef(with: Column(named: "title"), and: .text)
    /// title.addConstraint(ColumnConstraint(named: "one_title").unique())
    /// title.description  // title TEXT CONSTRAINT one_title UNIQUE
    /// ```
    public func addConstraint(_ constraint: ColumnConstraint) {
        tree.constraints.append(constraint.tree)
    }

    /// `PRIMARY KEY`
    ///
    /// ```swift
    /// Column(named: "id").asDef(with: .integer64).makePrimary(orderBy: .descending)
    /// // id INTEGER PRIMARY KEY DESC
    /// Column(named: "id").asDef(with: .text).makePrimary(onConflict: .Replace)
    /// // id TEXT PRIMARY KEY ON CONFLICT REPLACE
    /// ```
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
    ///
    /// ```swift
    /// Column(named: "stars").asDef(with: .integer64).makeDefault(to: 0)
    /// // stars INTEGER DEFAULT 0
    /// Column(named: "day").asDef(with: .text).makeDefault(to: LiteralValue.currentDate())
    /// // day TEXT DEFAULT CURRENT_DATE
    /// ```
    @discardableResult
    public func makeDefault(to defaultValue: any ExpressionConvertible) -> ColumnDef {
        append(.default(DefaultValue(standing: defaultValue.tree)))
    }

    /// `NOT NULL`
    ///
    /// ```swift
    /// Column(named: "title").asDef(with: .text).makeNotNull()  // title TEXT NOT NULL
    /// ```
    @discardableResult
    public func makeNotNull() -> ColumnDef { append(.notNull()) }

    /// `UNIQUE`
    ///
    /// ```swift
    /// Column(named: "name").asDef(with: .text).makeUnique()  // name TEXT UNIQUE
    /// ```
    @discardableResult
    public func makeUnique() -> ColumnDef { append(.unique()) }

    /// `REFERENCES …`
    ///
    /// ```swift
    /// let key = ForeignKey().references(with: "authors").columns(Column(named: "id"))
    /// Column(named: "author").asDef(with: .integer64).makeForeignKey(key)
    /// // author INTEGER REFERENCES authors(id)
    /// ```
    @discardableResult
    public func makeForeignKey(_ foreignKey: ForeignKey) -> ColumnDef {
        append(.references(foreignKey.tree))
    }

    /// A column of a full-text table that is not searched.
    ///
    /// ```swift
    /// let text = Column(named: "text").asDef()
    /// let day = Column(named: "day").asDef().makeNotIndexed()
    /// StatementCreateVirtualTable().create(virtualTable: "found").using(module: .FTS5)
    ///     .arguments(text, day)
    /// // CREATE VIRTUAL TABLE found USING fts5(text, day UNINDEXED)
    /// ```
    @discardableResult
    public func makeNotIndexed() -> ColumnDef { append(.unindexed) }

    /// A column that is computed from others: on reading, or stored on writing.
    ///
    /// ```swift
    /// let price = Column(named: "price")
    /// Column(named: "tax").asDef(with: .float).makeGenerated(as: price * 0.5)
    /// // tax REAL GENERATED ALWAYS AS(price * 0.5) VIRTUAL
    /// Column(named: "tax").asDef(with: .float).makeGenerated(as: price * 0.5, isStored: true)
    /// // tax REAL GENERATED ALWAYS AS(price * 0.5) STORED
    /// ```
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
