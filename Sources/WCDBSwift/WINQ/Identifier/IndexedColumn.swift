import WCDBSQL

/// A column of an index or a key: a column or an expression, its collation and its order.
///
/// ```swift
/// IndexedColumn(with: Column(named: "name").lower()).order(.descending)  // LOWER(name) DESC
/// ```
public final class IndexedColumn: Identifier, IndexedColumnConvertible {
    private let subject: ExpressionTree
    private var collation: Name?
    private var direction: OrderingTree.Direction?

    /// The column as part of an index.
    ///
    /// ```swift
    /// IndexedColumn(with: Note.Properties.title)  // title
    /// ```
    public init(with columnConvertible: any ColumnConvertible) { subject = columnConvertible.tree }

    /// The expression as part of an index.
    ///
    /// ```swift
    /// IndexedColumn(with: Note.Properties.title.length())  // LENGTH(title)
    /// ```
    public init(with expressionConvertible: any ExpressionConvertible) {
        subject = expressionConvertible.tree
    }

    package init(tree: OrderingTree) {
        subject = tree.expression
        direction = tree.direction
    }

    /// Sets the order.
    ///
    /// ```swift
    /// IndexedColumn(with: Note.Properties.created).order(.descending)  // created DESC
    /// ```
    @discardableResult
    public func order(_ order: Order) -> IndexedColumn {
        direction = order.tree
        return self
    }

    /// Sets the collation that texts are compared by.
    ///
    /// ```swift
    /// IndexedColumn(with: Note.Properties.title).collate("NOCASE")  // title COLLATE NOCASE
    /// ```
    @discardableResult
    public func collate(_ collation: String) -> IndexedColumn {
        self.collation = collation.isEmpty ? nil : Name(spelling: collation)
        return self
    }

    /// This column of an index.
    public func asIndex() -> IndexedColumn { self }

    /// The column of the index as SQL.
    public var description: String { tree.sql }

    package var tree: OrderingTree {
        let expression = collation.map { ExpressionTree.collate(subject, $0) } ?? subject
        return OrderingTree(expression, direction)
    }
}
