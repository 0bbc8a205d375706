// Operators by precedence, on two stacks. An operator that arrives first completes those on the
// stack that bind at least as strongly (all binary operators group from the left).

extension Parser {
    /// The height of the operator stack that no sensible statement reaches.
    static let maximumPending = 4 * TreeExtent.maximumDepth

    mutating func expression() throws(ParseError) -> Expression {
        if isLastToken {
            // Most lists are of columns or parameters, which need no stack.
            if token.kind == .parameter {
                let expression = try parameterOrSubstitute()
                return try Parser.bounded(expression, at: token.start)
            }
            if token.kind == .word, token.keyword == nil {
                return .column(ColumnReference(takeName()))
            }
        }
        if operands.capacity == 0 {
            operands.reserveCapacity(Parser.usualCount)
            operators.reserveCapacity(Parser.usualCount)
        }
        let base = operators.count
        repeat {
            try openings(base)
            try operand()
        } while try continuesAfterOperand(base)
        try reduce(to: .or, base)
        // Whatever is still open (a parenthesis, a BETWEEN) misses its end.
        guard operators.count == base, let result = operands.popLast() else { throw unexpected() }
        return result
    }

    /// Whether an expression of one token would end behind it.
    private var isLastToken: Bool {
        switch following.kind {
        case .comma, .rightParenthesis, .endOfText, .semicolon: true
        default: following.keyword == .from
        }
    }

    /// Parentheses and prefix operators.
    private mutating func openings(_ base: Int) throws(ParseError) {
        while true {
            guard operators.count < Parser.maximumPending else {
                throw .nestedTooDeeply(offset: token.start)
            }
            switch token.kind {
            case .leftParenthesis:
                if Parser.beginsQuery(following) { return }
                operators.append(.parenthesis(elements: 0))
            case .minus:
                let next = following.kind
                if next == .integer || next == .real { return }
                if next == .leftParenthesis, isBeforeLowestInteger { return }
                operators.append(.prefix(.minus))
            case .plus: operators.append(.prefix(.plus))
            case .tilde: operators.append(.prefix(.bitNot))
            case .word where isAt(.not): operators.append(.prefix(.not))
            default: return
            }
            advance()
        }
    }

    static func beginsQuery(_ token: Token) -> Bool {
        token.keyword == .select || token.keyword == .values || token.keyword == .with
    }

    /// Everything up to the next place of an operand. False at the end of the expression.
    private mutating func continuesAfterOperand(_ base: Int) throws(ParseError) -> Bool {
        while true {
            if let operation = BinaryOperator(token.kind) {
                try push(operation, base)
                advance()
                return true
            }
            switch token.kind {
            case .rightParenthesis:
                guard try closeParenthesis(base) else { return false }
            case .comma:
                return try continueRow(base)
            case .word:
                guard let keyword = token.keyword else { return false }
                switch try word(keyword, base) {
                case .operand: return true
                case .operation: break
                case .end: return false
                }
            default: return false
            }
        }
    }

    private mutating func push(_ operation: BinaryOperator, _ base: Int) throws(ParseError) {
        try reduce(to: operation.precedence, base)
        operators.append(.binary(operation))
    }

    /// Completes the operators that bind at least as strongly as `precedence`.
    mutating func reduce(to precedence: Precedence, _ base: Int) throws(ParseError) {
        while operators.count > base, let pending = operators.last,
            pending.precedence >= precedence
        {
            operators.removeLast()
            try complete(pending)
        }
    }

    mutating func complete(_ pending: PendingOperator) throws(ParseError) {
        if case .binary(let operation) = pending {
            guard operands.count > 1 else { throw unexpected() }
            let right = operands.removeLast()
            return try push(.binary(operation, operands.removeLast(), right))
        }
        guard let last = operands.popLast() else { throw unexpected() }
        switch pending {
        case .prefix(let operation): try push(.unary(operation, last))
        case .pattern(let kind, let isNegated):
            guard let subject = operands.popLast() else { throw unexpected() }
            try push(.pattern(PatternMatch(kind, isNegated: isNegated, subject, last)))
        case .escape(let kind, let isNegated):
            guard let pattern = operands.popLast(), let subject = operands.popLast() else {
                throw unexpected()
            }
            try push(
                .pattern(PatternMatch(kind, isNegated: isNegated, subject, pattern, escape: last)))
        case .rangeEnd(let isNegated):
            guard let lower = operands.popLast(), let subject = operands.popLast() else {
                throw unexpected()
            }
            try push(.between(RangeTest(isNegated: isNegated, subject, lower, last)))
        case .binary, .parenthesis, .range: throw unexpected()
        }
    }

    mutating func push(_ expression: Expression) throws(ParseError) {
        operands.append(try Parser.bounded(expression, at: token.start))
    }

    /// Static: a method that does not change the parser may be given a copy of it, of all its
    /// parts.
    private static func bounded(
        _ expression: Expression, at offset: Int
    ) throws(ParseError) -> Expression {
        if expression.extent.isExceeded { throw .expressionTooLarge(offset: offset) }
        return expression
    }

    /// False if the parenthesis is not one of this expression.
    private mutating func closeParenthesis(_ base: Int) throws(ParseError) -> Bool {
        try reduce(to: .or, base)
        guard operators.count > base else { return false }
        guard case .parenthesis(let elements)? = operators.popLast() else { throw unexpected() }
        if elements > 0 {
            let first = operands.count - elements - 1
            let row = RowValue(Array(operands[first...]))
            operands.removeLast(elements + 1)
            try push(.row(row))
        }
        advance()
        return true
    }

    /// A comma within a parenthesis of this expression makes a row.
    private mutating func continueRow(_ base: Int) throws(ParseError) -> Bool {
        try reduce(to: .or, base)
        guard operators.count > base else { return false }
        guard case .parenthesis(let elements)? = operators.popLast() else { throw unexpected() }
        operators.append(.parenthesis(elements: elements + 1))
        advance()
        return true
    }
}
