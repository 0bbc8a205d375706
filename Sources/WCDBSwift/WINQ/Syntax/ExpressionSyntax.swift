import WCDBSQL

/// What an expression says, as an opaque value.
///
/// Operators ask their operands for this instead of an object, which saves the object. Types of a
/// program that conform to ``ExpressionConvertible`` get it from their `asExpression()`.
///
/// ```swift
/// struct Percent: ExpressionConvertible {
///     let number: Double
///     func asExpression() -> Expression { Expression(with: number / 100) }
/// }
/// let syntax: ExpressionSyntax = Percent(number: 50).expressionSyntax
/// ```
public struct ExpressionSyntax: Sendable {
    package let tree: ExpressionTree

    package init(_ tree: ExpressionTree) { self.tree = tree }
}
