// The statements that have no rows: PRAGMA, ATTACH, transactions, upkeep.

extension Parser {
    mutating func pragmaStatement() throws(ParseError) -> PragmaStatement {
        advance()
        let name = try qualifiedName()
        if accept(.equal) { return PragmaStatement(name, .assigned(try pragmaValue())) }
        guard accept(.leftParenthesis) else { return PragmaStatement(name) }
        let value = try pragmaValue()
        try expect(.rightParenthesis)
        return PragmaStatement(name, .called(value))
    }

    private mutating func pragmaValue() throws(ParseError) -> PragmaStatement.Value {
        switch token.kind {
        case .plus, .minus, .integer, .real: return .literal(try anyNumber())
        case .string:
            let text = lexer.unquoted(token)
            advance()
            return .literal(.text(text))
        default: break
        }
        switch token.keyword {
        case .true, .false:
            let isTrue = isAt(.true)
            advance()
            return .literal(.boolean(isTrue))
        case .on, .delete, .default: return .word(takeName())
        default: return .word(try name())
        }
    }

    mutating func attachStatement() throws(ParseError) -> AttachStatement {
        advance()
        // A column of that name is possible too, before AS.
        if isAt(.database), following.keyword != .as { advance() }
        let file = try expression()
        try expect(.as)
        let schema = try expression()
        return AttachStatement(file, as: schema, key: accept(.key) ? try expression() : nil)
    }

    mutating func detachStatement() throws(ParseError) -> DetachStatement {
        advance()
        let next = following.kind
        if isAt(.database), next != .endOfText, next != .semicolon { advance() }
        return DetachStatement(try expression())
    }

    mutating func transactionStatement() throws(ParseError) -> TransactionStatement {
        let keyword = token.keyword
        advance()
        switch keyword {
        case .begin: return .begin(try transactionMode())
        case .rollback: return try rollback()
        case .savepoint: return .savepoint(try name())
        case .release:
            accept(.savepoint)
            return .release(try name())
        default:
            try skipTransactionName()
            return .commit
        }
    }

    private mutating func transactionMode() throws(ParseError) -> TransactionStatement.Mode? {
        var mode: TransactionStatement.Mode?
        switch token.keyword {
        case .deferred: mode = .deferred
        case .immediate: mode = .immediate
        case .exclusive: mode = .exclusive
        default: break
        }
        if mode != nil { advance() }
        try skipTransactionName()
        return mode
    }

    /// `TRANSACTION name`: said, and ignored.
    private mutating func skipTransactionName() throws(ParseError) {
        guard accept(.transaction), isName(token), !isAt(.to) else { return }
        advance()
    }

    private mutating func rollback() throws(ParseError) -> TransactionStatement {
        try skipTransactionName()
        guard accept(.to) else { return .rollback(to: nil) }
        accept(.savepoint)
        return .rollback(to: try name())
    }

    mutating func upkeepStatement() throws(ParseError) -> UpkeepStatement {
        let keyword = token.keyword
        advance()
        switch keyword {
        case .analyze: return .analyze(try optionalName())
        case .reindex: return .reindex(try optionalName())
        default:
            let schema = isName(token) ? takeName() : nil
            return .vacuum(schema: schema, into: accept(.into) ? try expression() : nil)
        }
    }

    private mutating func optionalName() throws(ParseError) -> QualifiedName? {
        isName(token) ? try qualifiedName() : nil
    }
}
