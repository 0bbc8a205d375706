/// An expression: the tree that the parser makes of text and a builder makes of calls.
///
/// Literals, parameters and plain columns lie in the enumeration itself and cost no allocation;
/// every operation is one object that never changes, so an expression is a value: equal if it
/// says the same. No tree is deeper than `TreeExtent` allows, so walking, comparing and
/// destroying one is safe on a small stack as long as left sides are followed in a loop.
package enum Expression: Sendable {
    case literal(Literal)
    case parameter(Parameter)
    /// A column, or all columns as the argument of `count` and in result lists.
    case column(ColumnReference)
    case unary(UnaryOperation)
    case binary(BinaryOperation)
    case pattern(PatternMatch)
    case between(RangeTest)
    case membership(Membership)
    case collate(CollateOperation)
    case cast(CastOperation)
    case `case`(CaseExpression)
    case function(FunctionCall)
    case row(RowValue)
    case exists(Subquery)
    case subquery(Subquery)
    case raise(RaiseFunction)
    /// Stands for a tree beyond the bounds of `TreeExtent`. Compiling it is an error.
    case tooLarge

    package var extent: TreeExtent {
        switch self {
        case .literal, .parameter, .column, .raise: .leaf
        case .unary(let node): node.extent
        case .binary(let node): node.extent
        case .pattern(let node): node.extent
        case .between(let node): node.extent
        case .membership(let node): node.extent
        case .collate(let node): node.extent
        case .cast(let node): node.extent
        case .case(let node): node.extent
        case .function(let node): node.extent
        case .row(let node): node.extent
        case .exists(let node), .subquery(let node): node.extent
        case .tooLarge: .exceeded
        }
    }
}

// The short ways to make the frequent nodes.
extension Expression {
    package static let null = Expression.literal(.null)

    package static func integer(_ value: Int64) -> Expression { .literal(.integer(value)) }

    package static func text(_ value: String) -> Expression { .literal(.text(value)) }

    /// A number, as far as SQL can write it: NaN is NULL.
    package static func real(_ value: Double) -> Expression {
        .literal(value.isNaN ? .null : .real(value))
    }

    package static func binary(
        _ operation: BinaryOperator, _ left: Expression, _ right: Expression
    ) -> Expression {
        .binary(BinaryOperation(operation, left, right))
    }

    package static func unary(_ operation: UnaryOperator, _ operand: Expression) -> Expression {
        .unary(UnaryOperation(operation, operand))
    }

    /// The operand with a minus in front. A number takes the sign into itself, as in text.
    package static func negated(_ operand: Expression) -> Expression {
        if case .literal(let literal) = operand, !literal.isNegativeNumber,
            let negated = literal.negated
        {
            return .literal(negated)
        }
        return .unary(.minus, operand)
    }

    package static func collate(_ operand: Expression, _ collation: Name) -> Expression {
        .collate(CollateOperation(operand, collation))
    }
}
