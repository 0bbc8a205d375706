/// What operators and functions can be applied to: columns, properties, keys, expressions.
///
/// The left operand must be one of these. A constant on the left is written
/// `Expression(with: 1) + column`.
public typealias ExpressionOperable = ExpressionUnaryOperable & ExpressionBinaryOperable
    & ExpressionBetweenOperable & ExpressionInOperable & ExpressionCollateOperable
    & ExpressionFunctionOperable
