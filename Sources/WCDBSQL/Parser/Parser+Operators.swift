// The operators that are words.

extension Parser {
    /// What comes after a word behind an operand.
    enum Continuation {
        /// It was an operator that wants an operand.
        case operand
        /// It was an operator behind its operand.
        case operation
        /// It does not belong to the expression.
        case end
    }

    mutating func word(_ keyword: Keyword, _ base: Int) throws(ParseError) -> Continuation {
        switch keyword {
        case .and: return try conjunction(base)
        case .or: return try binaryWord(.or, base)
        case .is: return try identity(base)
        case .isnull: return try postfix(.isNull, base)
        case .notnull: return try postfix(.notNull, base)
        case .collate:
            try reduce(to: .collation, base)
            advance()
            let collation = try collationName()
            guard let operand = operands.popLast() else { throw unexpected() }
            try push(.collate(operand, collation))
            return .operation
        case .escape: return try escape(base)
        case .not: return try negatedWord(base)
        case .like, .glob, .regexp, .match, .between, .in:
            return try comparisonWord(keyword, isNegated: false, base)
        default: return .end
        }
    }

    private mutating func binaryWord(
        _ operation: BinaryOperator, _ base: Int
    ) throws(ParseError) -> Continuation {
        try reduce(to: operation.precedence, base)
        operators.append(.binary(operation))
        advance()
        return .operand
    }

    /// The AND of an open BETWEEN, or the operator.
    private mutating func conjunction(_ base: Int) throws(ParseError) -> Continuation {
        try reduce(to: .and, base)
        if operators.count > base, case .range(let isNegated)? = operators.last {
            operators[operators.count - 1] = .rangeEnd(isNegated: isNegated)
        } else {
            operators.append(.binary(.and))
        }
        advance()
        return .operand
    }

    /// `IS`, `IS NOT`, `IS DISTINCT FROM` (which is IS NOT) and `IS NOT DISTINCT FROM`.
    private mutating func identity(_ base: Int) throws(ParseError) -> Continuation {
        try reduce(to: .equality, base)
        advance()
        let isNegated = accept(.not)
        let isReversed = accept(.distinct)
        if isReversed { try expect(.from) }
        operators.append(.binary(isNegated == isReversed ? .is : .isNot))
        return .operand
    }

    private mutating func postfix(
        _ operation: UnaryOperator, _ base: Int
    ) throws(ParseError) -> Continuation {
        try reduce(to: .equality, base)
        advance()
        guard let operand = operands.popLast() else { throw unexpected() }
        try push(.unary(operation, operand))
        return .operation
    }

    /// `ESCAPE` belongs to the nearest pattern that is open: a NOT to its right, and what stands
    /// behind that, end here.
    private mutating func escape(_ base: Int) throws(ParseError) -> Continuation {
        while operators.count > base, let pending = operators.last, pending.precedence >= .not {
            if case .pattern(let kind, let isNegated) = pending {
                operators[operators.count - 1] = .escape(kind, isNegated: isNegated)
                advance()
                return .operand
            }
            operators.removeLast()
            try complete(pending)
        }
        return .end
    }

    private mutating func negatedWord(_ base: Int) throws(ParseError) -> Continuation {
        advance()
        switch token.keyword {
        case .null: return try postfix(.notNull, base)
        case .like, .glob, .regexp, .match, .between, .in:
            return try comparisonWord(token.keyword ?? .in, isNegated: true, base)
        default: throw unexpected()
        }
    }

    private mutating func comparisonWord(
        _ keyword: Keyword, isNegated: Bool, _ base: Int
    ) throws(ParseError) -> Continuation {
        try reduce(to: .equality, base)
        advance()
        switch keyword {
        case .like: operators.append(.pattern(.like, isNegated: isNegated))
        case .glob: operators.append(.pattern(.glob, isNegated: isNegated))
        case .regexp: operators.append(.pattern(.regexp, isNegated: isNegated))
        case .match: operators.append(.pattern(.match, isNegated: isNegated))
        case .between: operators.append(.range(isNegated: isNegated))
        default:
            guard let subject = operands.popLast() else { throw unexpected() }
            let candidates = try candidates()
            try push(.membership(Membership(isNegated: isNegated, subject, candidates)))
            return .operation
        }
        return .operand
    }

    /// What stands behind IN.
    private mutating func candidates() throws(ParseError) -> Membership.Candidates {
        try enter(TreeExtent.callWeight)
        defer { leave(TreeExtent.callWeight) }
        if let query = acceptSubstitutedQuery() { return .select(query) }
        guard accept(.leftParenthesis) else {
            let name = try qualifiedName()
            guard accept(.leftParenthesis) else { return .table(name) }
            return .function(name, try expressionListToParenthesis())
        }
        if following.kind == .rightParenthesis, let query = acceptSubstitutedQuery() {
            advance()
            return .select(query)
        }
        guard Parser.beginsQuery(token) else {
            return .list(try expressionListToParenthesis())
        }
        let query = try subquery()
        try expect(.rightParenthesis)
        return .select(query)
    }
}
