import WCDBSQL

/// What has operators with one operand.
///
/// ```swift
/// !Column(named: "done")          // NOT done
/// Column(named: "name").isNull()  // name ISNULL
/// ```
public protocol ExpressionUnaryOperable: ExpressionConvertible {}

extension ExpressionUnaryOperable {
    /// `NOT a`
    public static prefix func ! (operand: Self) -> Expression { operand.unary(.not) }

    /// `+a`
    public static prefix func + (operand: Self) -> Expression { operand.unary(.plus) }

    /// `-a`
    public static prefix func - (operand: Self) -> Expression {
        Expression(tree: .negated(operand.tree))
    }

    /// `~a`
    public static prefix func ~ (operand: Self) -> Expression { operand.unary(.bitNot) }

    /// `a ISNULL`
    public func isNull() -> Expression { unary(.isNull) }

    /// `a NOTNULL`
    public func isNotNull() -> Expression { unary(.notNull) }

    private func unary(_ operation: UnaryOperator) -> Expression {
        Expression(tree: .unary(operation, tree))
    }
}
