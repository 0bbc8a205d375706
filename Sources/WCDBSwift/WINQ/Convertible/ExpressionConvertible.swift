import WCDBSQL

/// What can stand in the place of a value: columns, literals, parameters, queries.
///
/// ```swift
/// let values: [any ExpressionConvertible] = [17, "x", Column(named: "a"), BindParameter._1]
/// Column(named: "b").in(values)  // b IN(17, 'x', a, ?1)
/// ```
public protocol ExpressionConvertible: ResultColumnConvertible, OrderingTermConvertible {
    /// The expression.
    func asExpression() -> Expression
    /// What the expression says. Comes from `asExpression()` unless there is a shorter way.
    var expressionSyntax: ExpressionSyntax { get }
}

extension ExpressionConvertible {
    /// What the expression says.
    public var expressionSyntax: ExpressionSyntax { asExpression().expressionSyntax }

    /// The expression as a result column without an alias.
    public func asResultColumn() -> ResultColumn { ResultColumn(tree: ResultTree(tree)) }

    /// The expression as a term of ORDER BY.
    public func asOrder() -> OrderingTerm { OrderingTerm(tree: OrderingTree(tree)) }

    /// The expression as a term of ORDER BY in that order.
    public func order(_ order: Order?) -> OrderingTerm {
        OrderingTerm(tree: OrderingTree(tree, order?.tree))
    }

    /// The expression as a term of ORDER BY, compared by that collation.
    public func collate(_ collation: String) -> OrderingTerm { asOrder().collate(collation) }

    package var tree: ExpressionTree { expressionSyntax.tree }
}
