import WCDBSQL

/// Anything with operators of two operands. Precedence is that of Swift; the text shows it with
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
    ///
    /// ```swift
    /// Note.Properties.title.concat(": ").concat(Note.Properties.text)  // (title || ': ') || text
    /// ```
    public func concat(_ operand: any ExpressionConvertible) -> Expression {
        Expression(tree: .binary(.concatenate, tree, operand.tree))
    }
}

// Logic.
extension ExpressionBinaryOperable {
    /// `a OR b`
    ///
    /// ```swift
    /// Note.Properties.isDraft == true || Note.Properties.stars > 3
    /// // (isDraft == 1) OR (stars > 3)
    /// ```
    public static func || <Right: ExpressionConvertible>(left: Self, right: Right) -> Expression {
        left.binary(.or, right)
    }

    /// `a AND b`
    ///
    /// ```swift
    /// Note.Properties.isDraft == false && Note.Properties.stars > 3
    /// // (isDraft == 0) AND (stars > 3)
    /// ```
    public static func && <Right: ExpressionConvertible>(left: Self, right: Right) -> Expression {
        left.binary(.and, right)
    }
}

// Arithmetic.
extension ExpressionBinaryOperable {
    /// `a * b`
    ///
    /// ```swift
    /// Note.Properties.stars * 2  // stars * 2
    /// ```
    public static func * <Right: ExpressionConvertible>(left: Self, right: Right) -> Expression {
        left.binary(.multiply, right)
    }

    /// `a / b`
    ///
    /// ```swift
    /// Note.Properties.stars / 2  // stars / 2
    /// ```
    public static func / <Right: ExpressionConvertible>(left: Self, right: Right) -> Expression {
        left.binary(.divide, right)
    }

    /// `a % b`
    ///
    /// ```swift
    /// Note.Properties.id % 10 == 0  // (id % 10) == 0
    /// ```
    public static func % <Right: ExpressionConvertible>(left: Self, right: Right) -> Expression {
        left.binary(.remainder, right)
    }

    /// `a + b`
    ///
    /// ```swift
    /// Note.Properties.stars + 1  // stars + 1
    /// ```
    public static func + <Right: ExpressionConvertible>(left: Self, right: Right) -> Expression {
        left.binary(.add, right)
    }

    /// `a - b`
    ///
    /// ```swift
    /// Note.Properties.stars - 1  // stars - 1
    /// ```
    public static func - <Right: ExpressionConvertible>(left: Self, right: Right) -> Expression {
        left.binary(.subtract, right)
    }
}

// Bits.
extension ExpressionBinaryOperable {
    /// `a << b`
    ///
    /// ```swift
    /// Column(named: "flags") << 2  // flags << 2
    /// ```
    public static func << <Right: ExpressionConvertible>(left: Self, right: Right) -> Expression {
        left.binary(.shiftLeft, right)
    }

    /// `a >> b`
    ///
    /// ```swift
    /// Column(named: "flags") >> 2  // flags >> 2
    /// ```
    public static func >> <Right: ExpressionConvertible>(left: Self, right: Right) -> Expression {
        left.binary(.shiftRight, right)
    }

    /// `a & b`
    ///
    /// ```swift
    /// Column(named: "flags") & 4 != 0  // (flags & 4) != 0
    /// ```
    public static func & <Right: ExpressionConvertible>(left: Self, right: Right) -> Expression {
        left.binary(.bitAnd, right)
    }

    /// `a | b`
    ///
    /// ```swift
    /// Column(named: "flags") | 4  // flags | 4
    /// ```
    public static func | <Right: ExpressionConvertible>(left: Self, right: Right) -> Expression {
        left.binary(.bitOr, right)
    }
}

// Comparisons.
extension ExpressionBinaryOperable {
    /// `a < b`
    ///
    /// ```swift
    /// Note.Properties.stars < 3  // stars < 3
    /// ```
    public static func < <Right: ExpressionConvertible>(left: Self, right: Right) -> Expression {
        left.binary(.less, right)
    }

    /// `a <= b`
    ///
    /// ```swift
    /// Note.Properties.stars <= 3  // stars <= 3
    /// ```
    public static func <= <Right: ExpressionConvertible>(left: Self, right: Right) -> Expression {
        left.binary(.lessOrEqual, right)
    }

    /// `a > b`
    ///
    /// ```swift
    /// Note.Properties.stars > Note.Properties.author  // stars > author
    /// ```
    public static func > <Right: ExpressionConvertible>(left: Self, right: Right) -> Expression {
        left.binary(.greater, right)
    }

    /// `a >= b`
    ///
    /// ```swift
    /// Note.Properties.stars >= 3  // stars >= 3
    /// ```
    public static func >= <Right: ExpressionConvertible>(left: Self, right: Right) -> Expression {
        left.binary(.greaterOrEqual, right)
    }

    /// `a == b`
    ///
    /// ```swift
    /// Note.Properties.title == "Milk"  // title == 'Milk'
    /// ```
    public static func == <Right: ExpressionConvertible>(left: Self, right: Right) -> Expression {
        left.binary(.equal, right)
    }

    /// `a != b`
    ///
    /// ```swift
    /// Note.Properties.title != "Milk"  // title != 'Milk'
    /// ```
    public static func != <Right: ExpressionConvertible>(left: Self, right: Right) -> Expression {
        left.binary(.notEqual, right)
    }
}
