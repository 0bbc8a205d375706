import WCDBSQL

/// Anything that can stand in the place of a value: columns, literals, parameters, queries.
///
/// ```swift
/// let values: [any ExpressionConvertible] = [17, "x", Column(named: "a"), BindParameter._1]
/// Column(named: "b").in(values)  // b IN(17, 'x', a, ?1)
/// ```
public protocol ExpressionConvertible: ResultColumnConvertible, OrderingTermConvertible {
    /// The expression.
    ///
    /// ```swift
    /// Note.Properties.title.asExpression()  // title
    /// ```
    func asExpression() -> Expression

    /// The syntax tree of the expression. Comes from `asExpression()` unless there is a shorter
    /// way.
    ///
    /// ```swift
    /// struct Percent: ExpressionConvertible {
    ///     let number: Double
    ///     func asExpression() -> Expression { Expression(with: number / 100) }
    ///     var expressionSyntax: ExpressionSyntax { (number / 100).expressionSyntax }
    /// }
    /// Note.Properties.stars * Percent(number: 50)  // stars * 0.5
    /// ```
    var expressionSyntax: ExpressionSyntax { get }
}

extension ExpressionConvertible {
    /// The syntax tree of the expression.
    public var expressionSyntax: ExpressionSyntax { asExpression().expressionSyntax }

    /// The expression as a result column without an alias.
    ///
    /// ```swift
    /// Note.Properties.stars.max().asResultColumn().as("best")  // MAX(stars) AS best
    /// ```
    public func asResultColumn() -> ResultColumn { ResultColumn(tree: ResultTree(tree)) }

    /// The expression as a term of ORDER BY.
    ///
    /// ```swift
    /// Note.Properties.title.asOrder().nullsLast()  // title NULLS LAST
    /// ```
    public func asOrder() -> OrderingTerm { OrderingTerm(tree: OrderingTree(tree)) }

    /// The expression as a term of ORDER BY in that order.
    ///
    /// ```swift
    /// Note.Properties.created.order(.descending)  // created DESC
    /// ```
    public func order(_ order: Order?) -> OrderingTerm {
        OrderingTerm(tree: OrderingTree(tree, order?.tree))
    }

    /// The expression as a term of ORDER BY, compared by that collation.
    ///
    /// ```swift
    /// let select = StatementSelect().select(Column.all()).from("notes")
    /// let caseless: OrderingTerm = Note.Properties.title.collate("NOCASE")
    /// select.order(by: caseless)  // SELECT * FROM notes ORDER BY title COLLATE NOCASE
    /// ```
    public func collate(_ collation: String) -> OrderingTerm { asOrder().collate(collation) }

    package var tree: ExpressionTree { expressionSyntax.tree }
}
