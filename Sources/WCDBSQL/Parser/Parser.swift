/// Makes trees of SQL text, one statement after the other.
///
/// Recursive descent over tokens; operators and parentheses lie on two explicit stacks, so that
/// only calls, CASE, lists and queries recurse, and `nesting` bounds those. No text can trap or
/// overflow the stack. After an error the parser is not used any more.
package struct Parser {
    let lexer: Lexer
    let limits: ParserLimits
    /// The token to be looked at next, the one behind it, and where the one before it ended.
    var token: Token
    private(set) var following: Token
    var lastEnd: Int
    var nesting = 0
    /// So many elements most lists do not exceed: room for them is made at once.
    static let usualCount = 8
    /// The stacks of the expression parser. Each call works above what it found.
    var operands: [Expression] = []
    var operators: [PendingOperator] = []
    /// Within the body of a trigger some clauses are refused.
    var isInTrigger = false
    /// Directly within the query of an INSERT, where ON CONFLICT may follow.
    var isInsertSource = false
    /// Whether a bare `?` becomes the number that it means: whoever looks at the tree later need
    /// not go through it in the order of the text.
    package var numbersParameters = false
    /// What is left from parsers before; nil if nobody keeps it. Not counted as a reference, for
    /// it outlives the parser.
    private(set) var memory: Unmanaged<ParserMemory>?
    /// The parameters of the statement by their numbers, from 1, with their names.
    var parameters: [String?] = []
    /// What stands for the parameters of a template, by the offsets of their tokens, and how often
    /// it was put there.
    package var substitutes: [Int: Expression] = [:]
    package private(set) var substitutionCount = 0

    package init(_ text: String, limits: ParserLimits = ParserLimits()) {
        self.init(bytes: Array(text.utf8), limits: limits)
    }

    /// `memory`: what parsers before have left. It must outlive this one, which leaves its own by
    /// `give`.
    package init(
        bytes: [UInt8], from position: Int = 0, limits: ParserLimits = ParserLimits(),
        numbersParameters: Bool = false, memory: ParserMemory? = nil
    ) {
        self.lexer = Lexer(bytes)
        self.limits = limits
        self.numbersParameters = numbersParameters
        if let memory {
            self.memory = .passUnretained(memory)
            (operands, operators) = memory.takeStacks()
        }
        token = lexer.token(at: max(0, min(position, bytes.count)))
        following = lexer.token(at: token.end)
        lastEnd = token.start
    }

    /// The parser is not used any more: leaves its memory to the next one.
    package mutating func give(_ memory: ParserMemory) {
        memory.give(Parser.take(&operands), Parser.take(&operators))
    }

    private static func take<Element>(_ stack: inout [Element]) -> [Element] {
        var taken: [Element] = []
        swap(&taken, &stack)
        return taken
    }

    /// The next statement, or nil if nothing but semicolons and comments is left.
    package mutating func nextStatement() throws(ParseError) -> ParsedStatement? {
        while accept(.semicolon) {}
        guard token.kind != .endOfText else { return nil }
        let start = token.start
        parameters = []
        let statement = try statement()
        let end = lastEnd
        guard isAtEnd else { throw unexpected() }
        accept(.semicolon)
        return ParsedStatement(
            statement: statement, range: SourceRange(start, end), rest: lastEnd,
            parameters: parameters)
    }

    /// The text that a range of this parser's trees covers; empty for one of another origin.
    package func text(of range: SourceRange) -> String {
        let end = min(Int(range.end), lexer.bytes.count)
        return range.isNone || Int(range.start) > end ? "" : lexer.text(Int(range.start), end)
    }

    /// The parameter that the token is, or what stands for it.
    mutating func parameterOrSubstitute() throws(ParseError) -> Expression {
        if substitutes.isEmpty { return .parameter(try parameter()) }
        guard let substitute = substitutes[token.start] else { return .parameter(try parameter()) }
        substitutionCount += 1
        advance()
        return substitute
    }

    /// The query that stands for the token, where a query is asked for; taken if there is one.
    mutating func acceptSubstitutedQuery() -> Subquery? {
        if substitutes.isEmpty { return nil }
        guard case .subquery(let query)? = substitutes[token.start] else { return nil }
        substitutionCount += 1
        advance()
        return query
    }

    /// Whether a query stands for the token, and the parentheses around it end behind it.
    var isSubstitutedQueryAlone: Bool {
        guard case .subquery? = substitutes[token.start] else { return false }
        return following.kind == .rightParenthesis
    }

    /// The one statement of a text.
    package static func statement(_ text: String) throws(ParseError) -> Statement {
        var parser = Parser(text)
        return try parser.wholeStatement()
    }

    /// The one expression of a text.
    package static func expression(_ text: String) throws(ParseError) -> Expression {
        var parser = Parser(text)
        return try parser.wholeExpression()
    }

    /// The expression that the text is.
    package mutating func wholeExpression() throws(ParseError) -> Expression {
        let expression = try expression()
        guard token.kind == .endOfText else { throw unexpected() }
        return expression
    }

    /// The statement that the text is.
    package mutating func wholeStatement() throws(ParseError) -> Statement {
        guard let parsed = try nextStatement() else {
            throw .incompleteInput(offset: token.start)
        }
        guard try nextStatement() == nil else {
            throw .refused("more than one statement", offset: parsed.rest)
        }
        return parsed.statement
    }
}

/// A statement, where it stands in the text, and where the text goes on.
package struct ParsedStatement: Hashable, Sendable {
    package var statement: Statement
    package var range: SourceRange
    package var rest: Int
    /// By their numbers, from 1; names with their signs. Empty unless the parser numbered them.
    package var parameters: [String?] = []
}

// Tokens.
extension Parser {
    mutating func advance() {
        lastEnd = token.end
        token = following
        following = lexer.token(at: token.end)
    }

    /// Whether no more of the statement can follow.
    var isAtEnd: Bool { token.kind == .endOfText || token.kind == .semicolon }

    func isAt(_ keyword: Keyword) -> Bool { token.keyword == keyword }

    @discardableResult
    mutating func accept(_ kind: TokenKind) -> Bool {
        guard token.kind == kind else { return false }
        advance()
        return true
    }

    @discardableResult
    mutating func accept(_ keyword: Keyword) -> Bool {
        guard token.keyword == keyword else { return false }
        advance()
        return true
    }

    /// Takes both words, or neither.
    mutating func accept(_ first: Keyword, _ second: Keyword) -> Bool {
        guard token.keyword == first, following.keyword == second else { return false }
        advance()
        advance()
        return true
    }

    mutating func expect(_ kind: TokenKind) throws(ParseError) {
        guard accept(kind) else { throw unexpected() }
    }

    mutating func expect(_ keyword: Keyword) throws(ParseError) {
        guard accept(keyword) else { throw unexpected() }
    }

    /// The error of a token that does not fit.
    func unexpected() -> ParseError {
        if let substitute = substitutes[token.start] {
            return .refused(
                "a value may not stand here: \(substitute.sql)", offset: token.start)
        }
        return switch token.kind {
        case .endOfText: .incompleteInput(offset: token.start)
        case .illegal: .unrecognizedToken(lexer.text(token), offset: token.start)
        default: .syntax(near: lexer.text(token), offset: token.start)
        }
    }

    func refusal(_ message: String) -> ParseError { .refused(message, offset: token.start) }

    /// Announces a recursion that costs `weight`; `leave` ends it unless an error did.
    /// The bound is a little above that of trees, so that every tree can be read back.
    mutating func enter(_ weight: Int = 1) throws(ParseError) {
        nesting += weight
        if nesting > TreeExtent.maximumNesting + 8 { throw .nestedTooDeeply(offset: token.start) }
    }

    mutating func leave(_ weight: Int = 1) { nesting -= weight }
}
