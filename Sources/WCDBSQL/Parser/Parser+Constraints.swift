// Constraints of columns and tables.

extension Parser {
    /// The constraints of one column. A DEFERRABLE that stands alone belongs to the foreign key
    /// before it.
    mutating func columnConstraints(
        _ constraints: inout [ColumnConstraint]
    ) throws(ParseError) {
        var name: Name?
        while true {
            if accept(.constraint) {
                name = try self.name()
                continue
            }
            if let deferral = try deferral() {
                attach(deferral, to: &constraints)
            } else if let kind = try columnConstraintKind() {
                constraints.append(ColumnConstraint(kind, name: name))
            } else {
                return
            }
            name = nil
        }
    }

    private func attach(
        _ deferral: ForeignKey.Deferral, to constraints: inout [ColumnConstraint]
    ) {
        guard let last = constraints.indices.last,
            case .references(var key)? = constraints[last].kind
        else { return }
        key.deferral = deferral
        constraints[last].kind = .references(key)
    }

    private mutating func columnConstraintKind() throws(ParseError) -> ColumnConstraint.Kind? {
        switch token.keyword {
        case .primary:
            advance()
            try expect(.key)
            let direction = direction()
            let conflict = try onConflict()
            return .primaryKey(
                direction, conflict: conflict, isAutoIncrement: accept(.autoincrement))
        case .not:
            advance()
            try expect(.null)
            return .notNull(conflict: try onConflict())
        case .null:
            advance()
            return .null(conflict: try onConflict())
        case .unique:
            advance()
            return .unique(conflict: try onConflict())
        case .check:
            advance()
            let (expression, range) = try checkCondition()
            return .check(expression, range: range)
        case .default:
            advance()
            return .default(try defaultValue())
        case .collate:
            advance()
            return .collate(try collationName())
        case .references: return .references(try foreignKey())
        case .generated, .as: return try generated()
        default: return nil
        }
    }

    private mutating func direction() -> OrderingTerm.Direction? {
        if accept(.asc) { return .ascending }
        return accept(.desc) ? .descending : nil
    }

    /// `ON CONFLICT action`
    private mutating func onConflict() throws(ParseError) -> ConflictAction? {
        guard accept(.on) else { return nil }
        try expect(.conflict)
        return try conflictAction()
    }

    private mutating func parenthesised() throws(ParseError) -> (Expression, SourceRange) {
        try expect(.leftParenthesis)
        let start = token.start
        let expression = try expression()
        let range = SourceRange(start, lastEnd)
        try expect(.rightParenthesis)
        return (expression, range)
    }

    /// The condition of CHECK. Its range is all that stands in the parentheses, comments too.
    private mutating func checkCondition() throws(ParseError) -> (Expression, SourceRange) {
        var start = token.end
        try expect(.leftParenthesis)
        let expression = try expression()
        var end = token.start
        try expect(.rightParenthesis)
        while start < end, Lexer.isSpace(lexer[start]) { start += 1 }
        while start < end, Lexer.isSpace(lexer[end - 1]) { end -= 1 }
        return (expression, SourceRange(start, end))
    }

    /// A constant, a word, or an expression in parentheses.
    private mutating func defaultValue() throws(ParseError) -> DefaultValue {
        if token.kind == .leftParenthesis {
            let (expression, range) = try parenthesised()
            return DefaultValue(expression, isParenthesised: true, range: range)
        }
        let start = token.start
        let expression: Expression
        switch token.kind {
        case .plus, .minus: expression = try signedDefault()
        case .integer, .real, .string, .blob: expression = try defaultLiteral()
        case .word where token.keyword?.use == .joinWord: throw unexpected()
        case .word, .quotedWord: expression = try defaultWord()
        default: throw unexpected()
        }
        return DefaultValue(expression, range: SourceRange(start, lastEnd))
    }

    /// A sign before a constant. A plus says nothing, and before what is no number a minus is an
    /// operator.
    private mutating func signedDefault() throws(ParseError) -> Expression {
        let isNumber = following.kind == .integer || following.kind == .real
        if isNumber { return .literal(try anyNumber()) }
        let isNegative = token.kind == .minus
        advance()
        let constant: Expression
        switch token.keyword {
        case .null, .currentDate, .currentTime, .currentTimestamp: constant = try defaultWord()
        default:
            guard token.kind == .string || token.kind == .blob else { throw unexpected() }
            constant = try defaultLiteral()
        }
        return isNegative ? .unary(.minus, constant) : constant
    }

    private mutating func defaultLiteral() throws(ParseError) -> Expression {
        let token = token
        switch token.kind {
        case .string:
            advance()
            return .literal(.text(lexer.unquoted(token)))
        case .blob:
            advance()
            return .literal(.blob(lexer.blobValue(token)))
        default: return .literal(try anyNumber())
        }
    }

    private mutating func defaultWord() throws(ParseError) -> Expression {
        let literal: Literal
        switch token.keyword {
        case .null: literal = .null
        case .true: literal = .boolean(true)
        case .false: literal = .boolean(false)
        case .currentDate: literal = .currentDate
        case .currentTime: literal = .currentTime
        case .currentTimestamp: literal = .currentTimestamp
        default: return .column(ColumnReference(try name()))
        }
        advance()
        return .literal(literal)
    }

    /// `[GENERATED ALWAYS] AS (…) [STORED | VIRTUAL]`
    private mutating func generated() throws(ParseError) -> ColumnConstraint.Kind {
        if accept(.generated) { try expect(.always) }
        try expect(.as)
        let (expression, _) = try parenthesised()
        if accept(.virtual) { return .generated(expression, storage: .virtual) }
        guard token.kind == .word, lexer.text(token).isWord("stored") else {
            return .generated(expression)
        }
        advance()
        return .generated(expression, storage: .stored)
    }

    var isTableConstraint: Bool {
        switch token.keyword {
        case .constraint, .primary, .unique, .check, .foreign: true
        default: false
        }
    }

    mutating func tableConstraint(_ constraints: inout [TableConstraint]) throws(ParseError) {
        var name: Name?
        while accept(.constraint) { name = try self.name() }
        let kind: TableConstraint.Kind
        switch token.keyword {
        case .primary:
            advance()
            try expect(.key)
            kind = try primaryKey()
        case .unique:
            advance()
            kind = .unique(try keyColumns(), conflict: try onConflict())
        case .check:
            advance()
            let (expression, range) = try checkCondition()
            kind = .check(expression, conflict: try onConflict(), range: range)
        case .foreign:
            advance()
            try expect(.key)
            guard let columns = try columnList(isOfDefinition: true) else { throw unexpected() }
            kind = .foreignKey(columns, try foreignKey())
        // A name alone is allowed and says nothing.
        default: return
        }
        constraints.append(TableConstraint(kind, name: name))
    }

    private mutating func primaryKey() throws(ParseError) -> TableConstraint.Kind {
        try expect(.leftParenthesis)
        let columns = try orderingTerms()
        let isAutoIncrement = accept(.autoincrement)
        try expect(.rightParenthesis)
        return .primaryKey(
            columns, isAutoIncrement: isAutoIncrement, conflict: try onConflict())
    }

    private mutating func keyColumns() throws(ParseError) -> [OrderingTerm] {
        try expect(.leftParenthesis)
        let columns = try orderingTerms()
        try expect(.rightParenthesis)
        return columns
    }
}
