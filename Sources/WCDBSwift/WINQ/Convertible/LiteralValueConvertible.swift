/// What can be written into a statement as a constant: numbers, texts, data, dates.
public protocol LiteralValueConvertible: ExpressionConvertible {
    /// The constant.
    func asLiteralValue() -> LiteralValue
}

extension LiteralValueConvertible {
    /// The constant as an expression.
    public func asExpression() -> Expression { Expression(with: asLiteralValue()) }

    /// What the constant says.
    public var expressionSyntax: ExpressionSyntax { asLiteralValue().expressionSyntax }
}
