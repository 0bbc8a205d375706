import WCDBSQL

/// A term of ORDER BY.
///
/// ```swift
/// Column(named: "name").asOrder().collate("NOCASE").order(.descending)
/// // name COLLATE NOCASE DESC
/// ```
public final class OrderingTerm: Identifier, OrderingTermConvertible {
    private let subject: ExpressionTree
    private var collation: Name?
    private var direction: OrderingTree.Direction?
    private var nulls: OrderingTree.Nulls?

    /// The expression as a term, in no particular order.
    ///
    /// ```swift
    /// OrderingTerm(with: Note.Properties.title.length())  // LENGTH(title)
    /// ```
    public init(with expressionConvertible: any ExpressionConvertible) {
        subject = expressionConvertible.tree
    }

    package init(tree: OrderingTree) {
        subject = tree.expression
        direction = tree.direction
        nulls = tree.nulls
    }

    /// Sets the order; nil leaves it as it is.
    ///
    /// ```swift
    /// OrderingTerm(with: Note.Properties.created).order(.descending)  // created DESC
    /// ```
    @discardableResult
    public func order(_ order: Order?) -> OrderingTerm {
        direction = order?.tree ?? direction
        return self
    }

    /// Sets the collation that texts are compared by.
    ///
    /// ```swift
    /// OrderingTerm(with: Note.Properties.title).collate("NOCASE")  // title COLLATE NOCASE
    /// ```
    @discardableResult
    public func collate(_ collation: String) -> OrderingTerm {
        self.collation = collation.isEmpty ? nil : Name(spelling: collation)
        return self
    }

    /// Puts rows without a value first: `NULLS FIRST`.
    ///
    /// ```swift
    /// Note.Properties.text.order(.descending).nullsFirst()  // text DESC NULLS FIRST
    /// ```
    @discardableResult
    public func nullsFirst() -> OrderingTerm {
        nulls = .first
        return self
    }

    /// Puts rows without a value last: `NULLS LAST`.
    ///
    /// ```swift
    /// Note.Properties.text.asOrder().nullsLast()  // text NULLS LAST
    /// ```
    @discardableResult
    public func nullsLast() -> OrderingTerm {
        nulls = .last
        return self
    }

    /// The oldest row first.
    ///
    /// ```swift
    /// let oldest = OrderingTerm.ascendingRowid()
    /// StatementSelect().select(Column.all()).from("notes").order(by: oldest).limit(1)
    /// // SELECT * FROM notes ORDER BY rowid ASC LIMIT 1
    /// ```
    public static func ascendingRowid() -> OrderingTerm { Column.rowid().order(.ascending) }

    /// The newest row first.
    ///
    /// ```swift
    /// let newest: [Note] = try database.getObjects(
    ///     fromTable: "notes", orderBy: [OrderingTerm.descendingRowid()], limit: 1)
    /// ```
    public static func descendingRowid() -> OrderingTerm { Column.rowid().order(.descending) }

    /// This term.
    public func asOrder() -> OrderingTerm { self }

    /// The term as SQL.
    public var description: String { tree.sql }

    package var tree: OrderingTree {
        let expression = collation.map { ExpressionTree.collate(subject, $0) } ?? subject
        return OrderingTree(expression, direction, nulls: nulls)
    }
}
