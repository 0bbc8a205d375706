/// An operator that waits for its last operand, or an open parenthesis: what lies on the
/// operator stack of the expression parser.
enum PendingOperator {
    /// An open parenthesis, and how many elements of a row are complete.
    case parenthesis(elements: Int)
    case prefix(UnaryOperator)
    case binary(BinaryOperator)
    case pattern(PatternMatch.Kind, isNegated: Bool)
    case escape(PatternMatch.Kind, isNegated: Bool)
    /// A BETWEEN before its AND: only that AND ends it.
    case range(isNegated: Bool)
    case rangeEnd(isNegated: Bool)

    /// How strongly it binds; an opening binds nothing.
    var precedence: Precedence {
        switch self {
        case .parenthesis, .range: .opening
        case .prefix(.not): .not
        case .prefix: .prefix
        case .binary(let operation): operation.precedence
        case .pattern, .escape, .rangeEnd: .equality
        }
    }
}

/// How strongly operators bind, weakest first.
enum Precedence: UInt8, Comparable {
    case opening, or, and, not, equality, order, bits, sum, product, concatenation, collation
    case prefix

    static func < (left: Precedence, right: Precedence) -> Bool { left.rawValue < right.rawValue }
}

extension BinaryOperator {
    var precedence: Precedence {
        switch self {
        case .or: .or
        case .and: .and
        case .equal, .notEqual, .is, .isNot: .equality
        case .less, .lessOrEqual, .greater, .greaterOrEqual: .order
        case .bitAnd, .bitOr, .shiftLeft, .shiftRight: .bits
        case .add, .subtract: .sum
        case .multiply, .divide, .remainder: .product
        case .concatenate, .extractJSON, .extractValue: .concatenation
        }
    }

    /// The operator that a sign alone stands for.
    init?(_ kind: TokenKind) {
        switch kind {
        case .equal: self = .equal
        case .notEqual: self = .notEqual
        case .less: self = .less
        case .lessOrEqual: self = .lessOrEqual
        case .greater: self = .greater
        case .greaterOrEqual: self = .greaterOrEqual
        case .ampersand: self = .bitAnd
        case .bar: self = .bitOr
        case .shiftLeft: self = .shiftLeft
        case .shiftRight: self = .shiftRight
        case .plus: self = .add
        case .minus: self = .subtract
        case .star: self = .multiply
        case .slash: self = .divide
        case .percent: self = .remainder
        case .concatenate: self = .concatenate
        case .extractJSON: self = .extractJSON
        case .extractValue: self = .extractValue
        default: return nil
        }
    }
}
