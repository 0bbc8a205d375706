import WCDBSQL

/// What has operators with two operands. Precedence is that of Swift; the text shows it with
/// parentheses.
///
/// ```swift
/// let a = Column(named: "a")
/// a + 1 > 2 && a != 7  // ((a + 1) > 2) AND (a != 7)
/// ```
public protocol ExpressionBinaryOperable: ExpressionConvertible {}

extension ExpressionBinaryOperable {
    func binary(_ operation: BinaryOperator, _ right: some ExpressionConvertible) -> Expression {
        Expression(tree: .binary(BinaryOperation(operation, tree, right.tree)))
    }

    /// `a || b`: the texts, one behind the other.
    public func concat(_ operand: any ExpressionConvertible) -> Expression {
        Expression(tree: .binary(.concatenate, tree, operand.tree))
    }
}

// Logic.
extension ExpressionBinaryOperable {
    /// `a OR b`
    public static func || <Right: ExpressionConvertible>(left: Self, right: Right) -> Expression {
        left.binary(.or, right)
    }

    /// `a AND b`
    public static func && <Right: ExpressionConvertible>(left: Self, right: Right) -> Expression {
        left.binary(.and, right)
    }
}

// Arithmetic.
extension ExpressionBinaryOperable {
    /// `a * b`
    public static func * <Right: ExpressionConvertible>(left: Self, right: Right) -> Expression {
        left.binary(.multiply, right)
    }

    /// `a / b`
    public static func / <Right: ExpressionConvertible>(left: Self, right: Right) -> Expression {
        left.binary(.divide, right)
    }

    /// `a % b`
    public static func % <Right: ExpressionConvertible>(left: Self, right: Right) -> Expression {
        left.binary(.remainder, right)
    }

    /// `a + b`
    public static func + <Right: ExpressionConvertible>(left: Self, right: Right) -> Expression {
        left.binary(.add, right)
    }

    /// `a - b`
    public static func - <Right: ExpressionConvertible>(left: Self, right: Right) -> Expression {
        left.binary(.subtract, right)
    }
}

// Bits.
extension ExpressionBinaryOperable {
    /// `a << b`
    public static func << <Right: ExpressionConvertible>(left: Self, right: Right) -> Expression {
        left.binary(.shiftLeft, right)
    }

    /// `a >> b`
    public static func >> <Right: ExpressionConvertible>(left: Self, right: Right) -> Expression {
        left.binary(.shiftRight, right)
    }

    /// `a & b`
    public static func & <Right: ExpressionConvertible>(left: Self, right: Right) -> Expression {
        left.binary(.bitAnd, right)
    }

    /// `a | b`
    public static func | <Right: ExpressionConvertible>(left: Self, right: Right) -> Expression {
        left.binary(.bitOr, right)
    }
}

// Comparisons.
extension ExpressionBinaryOperable {
    /// `a < b`
    public static func < <Right: ExpressionConvertible>(left: Self, right: Right) -> Expression {
        left.binary(.less, right)
    }

    /// `a <= b`
    public static func <= <Right: ExpressionConvertible>(left: Self, right: Right) -> Expression {
        left.binary(.lessOrEqual, right)
    }

    /// `a > b`
    public static func > <Right: ExpressionConvertible>(left: Self, right: Right) -> Expression {
        left.binary(.greater, right)
    }

    /// `a >= b`
    public static func >= <Right: ExpressionConvertible>(left: Self, right: Right) -> Expression {
        left.binary(.greaterOrEqual, right)
    }

    /// `a == b`
    public static func == <Right: ExpressionConvertible>(left: Self, right: Right) -> Expression {
        left.binary(.equal, right)
    }

    /// `a != b`
    public static func != <Right: ExpressionConvertible>(left: Self, right: Right) -> Expression {
        left.binary(.notEqual, right)
    }
}
