/// What operators and functions can be applied to: columns, properties, keys, expressions.
///
/// The left operand must be one of these. A constant on the left is written
/// `Expression(with: 1) + column`.
///
/// ```swift
/// func isPresent(_ value: some ExpressionOperable) -> Expression { value.isNotNull() }
/// let condition = isPresent(Note.Properties.title)  // title NOTNULL
/// ```
public typealias ExpressionOperable = ExpressionUnaryOperable & ExpressionBinaryOperable
    & ExpressionBetweenOperable & ExpressionInOperable & ExpressionCollateOperable
    & ExpressionFunctionOperable
