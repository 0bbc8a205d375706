// What stands between operators.

extension Parser {
    /// Reads one operand and pushes it.
    mutating func operand() throws(ParseError) {
        switch token.kind {
        case .word: try wordOperand()
        case .quotedWord: try nameOperand()
        case .string:
            // A string before a dot is a table.
            if following.kind == .dot, isName(token) { return try nameOperand() }
            operands.append(.literal(.text(lexer.unquoted(token))))
            advance()
        case .minus where following.kind == .leftParenthesis:
            operands.append(.literal(lowestInteger()))
        case .integer, .real, .minus: operands.append(.literal(try number()))
        case .blob:
            operands.append(.literal(.blob(lexer.blobValue(token))))
            advance()
        case .parameter: try push(try parameterOrSubstitute())
        case .leftParenthesis:
            // Only before a query; other parentheses lie on the operator stack.
            advance()
            let query = try subquery()
            try expect(.rightParenthesis)
            operands.append(.subquery(query))
        default: throw unexpected()
        }
    }

    private mutating func wordOperand() throws(ParseError) {
        guard let keyword = token.keyword else { return try nameOperand() }
        switch keyword {
        case .null: take(.null)
        case .currentDate: take(.currentDate)
        case .currentTime: take(.currentTime)
        case .currentTimestamp: take(.currentTimestamp)
        case .true, .false:
            let next = following.kind
            if next == .dot || next == .leftParenthesis { return try nameOperand() }
            take(.boolean(keyword == .true))
        case .case: try push(try caseExpression())
        case .cast: try push(try castExpression())
        case .exists: try exists()
        case .raise: operands.append(.raise(try raiseFunction()))
        default:
            guard keyword.use != .reserved else { throw unexpected() }
            try nameOperand()
        }
    }

    private mutating func take(_ literal: Literal) {
        operands.append(.literal(literal))
        advance()
    }

    /// A column, with table and schema if they are said, or a call.
    private mutating func nameOperand() throws(ParseError) {
        if following.kind == .leftParenthesis, token.keyword?.use != .joinWord,
            token.kind != .string
        {
            try push(.function(try functionCall()))
        } else {
            operands.append(.column(try columnReference()))
        }
    }

    mutating func columnReference() throws(ParseError) -> ColumnReference {
        let first = takeName()
        guard accept(.dot) else { return ColumnReference(first) }
        let second = try name()
        guard accept(.dot) else { return ColumnReference(second, table: first) }
        return ColumnReference(try name(), table: second, schema: first)
    }

    private mutating func exists() throws(ParseError) {
        advance()
        if let query = acceptSubstitutedQuery() { return try push(.exists(query)) }
        try expect(.leftParenthesis)
        let query: Subquery
        if let substitute = acceptSubstitutedQuery() {
            query = substitute
        } else {
            guard Parser.beginsQuery(token) else { throw unexpected() }
            query = try subquery()
        }
        try expect(.rightParenthesis)
        try push(.exists(query))
    }

    /// A query in parentheses; the closing one is left to the caller.
    mutating func subquery() throws(ParseError) -> Subquery {
        try enter(Subquery.weight)
        let isOuterSource = isInsertSource
        isInsertSource = false
        let subquery = Subquery(try selectStatement())
        isInsertSource = isOuterSource
        leave(Subquery.weight)
        if subquery.extent.isExceeded { throw .expressionTooLarge(offset: token.start) }
        return subquery
    }

    private mutating func castExpression() throws(ParseError) -> Expression {
        advance()
        try expect(.leftParenthesis)
        try enter(TreeExtent.callWeight)
        let operand = try expression()
        leave(TreeExtent.callWeight)
        try expect(.as)
        let type = try typeName()
        try expect(.rightParenthesis)
        return .cast(CastOperation(operand, as: type ?? ""))
    }

    private mutating func caseExpression() throws(ParseError) -> Expression {
        advance()
        try enter(TreeExtent.callWeight)
        let operand = isAt(.when) ? nil : try expression()
        guard isAt(.when) else { throw unexpected() }
        var branches: [CaseExpression.Branch] = []
        while accept(.when) {
            let condition = try expression()
            try expect(.then)
            branches.append(.init(when: condition, then: try expression()))
        }
        let otherwise = accept(.else) ? try expression() : nil
        try expect(.end)
        leave(TreeExtent.callWeight)
        return .case(CaseExpression(operand, branches, otherwise: otherwise))
    }

    private mutating func raiseFunction() throws(ParseError) -> RaiseFunction {
        advance()
        try expect(.leftParenthesis)
        if accept(.ignore) {
            try expect(.rightParenthesis)
            return RaiseFunction(.ignore)
        }
        let kind: RaiseFunction.Kind
        switch token.keyword {
        case .rollback: kind = .rollback
        case .abort: kind = .abort
        case .fail: kind = .fail
        default: throw unexpected()
        }
        advance()
        try expect(.comma)
        let message: String
        if token.kind == .string {
            message = lexer.unquoted(token)
            advance()
        } else {
            message = try name().text
        }
        try expect(.rightParenthesis)
        return RaiseFunction(kind, message: message)
    }

    /// `a, b`
    mutating func expressionList() throws(ParseError) -> [Expression] {
        var list: [Expression] = []
        list.reserveCapacity(Parser.usualCount)
        list.append(try expression())
        while accept(.comma) { list.append(try expression()) }
        return list
    }

    /// The rest of `(a, b)` behind the opening parenthesis; may be empty.
    mutating func expressionListToParenthesis() throws(ParseError) -> [Expression] {
        if accept(.rightParenthesis) { return [] }
        let list = try expressionList()
        try expect(.rightParenthesis)
        return list
    }
}
