/// Anything that can be written into a statement as a constant: numbers, texts, data, dates.
///
/// ```swift
/// enum Priority: Int, LiteralValueConvertible {
///     case low, high
///     func asLiteralValue() -> LiteralValue { LiteralValue(Int64(rawValue)) }
/// }
/// Column(named: "priority") == Priority.high  // priority == 1
/// ```
public protocol LiteralValueConvertible: ExpressionConvertible {
    /// The constant.
    ///
    /// ```swift
    /// "it's".asLiteralValue()  // 'it''s'
    /// ```
    func asLiteralValue() -> LiteralValue
}

extension LiteralValueConvertible {
    /// The constant as an expression.
    public func asExpression() -> Expression { Expression(with: asLiteralValue()) }

    /// The constant as an SQL literal.
    public var expressionSyntax: ExpressionSyntax { asLiteralValue().expressionSyntax }
}
