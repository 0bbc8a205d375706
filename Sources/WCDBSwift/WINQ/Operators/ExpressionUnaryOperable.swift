import WCDBSQL

/// Anything that has operators with one operand.
///
/// ```swift
/// !Column(named: "done")          // NOT done
/// Column(named: "name").isNull()  // name ISNULL
/// ```
public protocol ExpressionUnaryOperable: ExpressionConvertible {}

extension ExpressionUnaryOperable {
    /// `NOT a`
    ///
    /// ```swift
    /// !Note.Properties.title.like("%draft%")  // NOT (title LIKE '%draft%')
    /// ```
    public static prefix func ! (operand: Self) -> Expression { operand.unary(.not) }

    /// `+a`
    ///
    /// ```swift
    /// +Note.Properties.stars  // +stars
    /// ```
    public static prefix func + (operand: Self) -> Expression { operand.unary(.plus) }

    /// `-a`
    ///
    /// ```swift
    /// -Note.Properties.stars  // -stars
    /// ```
    public static prefix func - (operand: Self) -> Expression {
        Expression(tree: .negated(operand.tree))
    }

    /// `~a`
    ///
    /// ```swift
    /// ~Column(named: "flags")  // ~flags
    /// ```
    public static prefix func ~ (operand: Self) -> Expression { operand.unary(.bitNot) }

    /// `a ISNULL`
    ///
    /// ```swift
    /// Note.Properties.text.isNull()  // text ISNULL
    /// ```
    public func isNull() -> Expression { unary(.isNull) }

    /// `a NOTNULL`
    ///
    /// ```swift
    /// Note.Properties.text.isNotNull()  // text NOTNULL
    /// ```
    public func isNotNull() -> Expression { unary(.notNull) }

    private func unary(_ operation: UnaryOperator) -> Expression {
        Expression(tree: .unary(operation, tree))
    }
}
