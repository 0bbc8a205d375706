// Which words may be names depends on the place; the groups are those of `Keyword.Use`.

extension Parser {
    /// A name where nothing else can stand: also a string, also the words of joins.
    mutating func name() throws(ParseError) -> Name {
        guard isName(token) else { throw unexpected() }
        return takeName()
    }

    mutating func takeName() -> Name {
        let name: Name
        if token.kind == .word, let memory {
            let text = memory._withUnsafeGuaranteedRef { $0.text(of: token, in: lexer) }
            name = Name(text, offset: UInt32(clamping: token.start))
        } else {
            name = lexer.name(token)
        }
        advance()
        return name
    }

    func isName(_ token: Token) -> Bool {
        switch token.kind {
        case .word: token.keyword?.use != .reserved
        case .quotedWord: true
        case .string: !lexer.hasNUL(token)
        default: false
        }
    }

    /// A name that may follow something without a word between: an alias, a type, a collation.
    func isPlainName(_ token: Token) -> Bool {
        switch token.kind {
        case .word: token.keyword.map { $0.use == .name } ?? true
        case .quotedWord: true
        case .string: !lexer.hasNUL(token)
        default: false
        }
    }

    /// `name` or `schema.name`.
    mutating func qualifiedName() throws(ParseError) -> QualifiedName {
        let first = try name()
        guard accept(.dot) else { return QualifiedName(first) }
        return QualifiedName(try name(), schema: first)
    }

    mutating func columnName() throws(ParseError) -> ColumnReference {
        ColumnReference(try name())
    }

    /// `AS name`, or a name alone.
    mutating func alias() throws(ParseError) -> Name? {
        if accept(.as) { return try name() }
        guard isPlainName(token), !isWindowClause else { return nil }
        return takeName()
    }

    /// `AS name`; without the word there is no alias.
    mutating func explicitAlias() throws(ParseError) -> Name? {
        accept(.as) ? try name() : nil
    }

    /// WINDOW begins its clause only before `name AS`; otherwise it is a name.
    var isWindowClause: Bool {
        guard isAt(.window) else { return false }
        return isName(following) && lexer.token(at: following.end).keyword == .as
    }

    /// `(a, b)`; nil if there is no list. The collations and directions that old schemas have in
    /// such lists mean nothing: they are refused by name where `isOfDefinition`.
    mutating func columnList(
        isOfDefinition: Bool = false
    ) throws(ParseError) -> [ColumnReference]? {
        guard accept(.leftParenthesis) else { return nil }
        let columns = try columnNames(isOfDefinition: isOfDefinition)
        try expect(.rightParenthesis)
        return columns
    }

    /// `a, b`
    mutating func columnNames(
        isOfDefinition: Bool = false
    ) throws(ParseError) -> [ColumnReference] {
        var columns: [ColumnReference] = []
        columns.reserveCapacity(Parser.usualCount)
        columns.append(try columnName())
        while true {
            if isOfDefinition, isAt(.collate) || isAt(.asc) || isAt(.desc) {
                throw refusal(
                    "syntax error after column name \"\(columns[columns.count - 1].name.text)\"")
            }
            guard accept(.comma) else { return columns }
            columns.append(try columnName())
        }
    }

    mutating func collationName() throws(ParseError) -> Name {
        guard isPlainName(token) else { throw unexpected() }
        return takeName()
    }

    /// The words and numbers of a type, as they are written; nil if there is none.
    mutating func typeName() throws(ParseError) -> TypeName? {
        let start = token.start
        while isPlainName(token), !isGeneratedClause { advance() }
        guard lastEnd > start else { return nil }
        if token.kind == .leftParenthesis {
            advance()
            try signedNumber()
            if accept(.comma) { try signedNumber() }
            try expect(.rightParenthesis)
        }
        return TypeName(lexer.text(start, lastEnd))
    }

    private var isGeneratedClause: Bool { isAt(.generated) && following.keyword == .always }

    private mutating func signedNumber() throws(ParseError) {
        if token.kind == .plus || token.kind == .minus { advance() }
        guard token.kind == .integer || token.kind == .real else { throw unexpected() }
        advance()
    }
}
