// Queries.

extension Parser {
    /// A query, with its WITH clause if it has one.
    mutating func selectStatement() throws(ParseError) -> SelectStatement {
        if let query = acceptSubstitutedQuery() { return query.select }
        let with = try withClause()
        return try selectStatement(with)
    }

    mutating func selectStatement(_ with: WithClause?) throws(ParseError) -> SelectStatement {
        var select = SelectStatement(try selectCore())
        select.with = with
        while let operation = compoundOperator() {
            select.compounds.append(.init(operation, try selectCore()))
            guard select.compounds.count < limits.compoundTerms else {
                throw refusal("too many terms in compound SELECT")
            }
        }
        select.order = try orderClause()
        select.limit = try limitClause()
        try refuseCompound(after: select)
        return select
    }

    private mutating func compoundOperator() -> CompoundOperator? {
        switch token.keyword {
        case .union:
            advance()
            return accept(.all) ? .unionAll : .union
        case .intersect:
            advance()
            return .intersect
        case .except:
            advance()
            return .except
        default: return nil
        }
    }

    /// ORDER BY and LIMIT belong to the end of the whole query.
    private mutating func refuseCompound(after select: SelectStatement) throws(ParseError) {
        guard !select.order.isEmpty || select.limit != nil else { return }
        let offset = token.start
        guard let operation = compoundOperator() else { return }
        let clause = select.order.isEmpty ? "LIMIT" : "ORDER BY"
        throw .refused(
            "\(clause) clause should come after \(operation.text) not before", offset: offset)
    }

    private mutating func selectCore() throws(ParseError) -> SelectCore {
        if accept(.values) { return .values(try valueRows()) }
        try expect(.select)
        var body = SelectBody()
        if accept(.distinct) {
            body.isDistinct = true
        } else {
            accept(.all)
        }
        body.results = try resultColumns()
        if accept(.from) { body.from = try joinClause() }
        if accept(.where) { body.condition = try expression() }
        if accept(.group) {
            try expect(.by)
            body.groups = try expressionList()
        }
        if accept(.having) { body.having = try expression() }
        if isWindowClause {
            advance()
            body.windows = try namedWindows()
        }
        return .select(body)
    }

    private mutating func valueRows() throws(ParseError) -> [[Expression]] {
        var rows: [[Expression]] = []
        repeat {
            try expect(.leftParenthesis)
            rows.append(try expressionList())
            try expect(.rightParenthesis)
        } while accept(.comma)
        return rows
    }

    mutating func resultColumns() throws(ParseError) -> [ResultColumn] {
        var columns: [ResultColumn] = []
        columns.reserveCapacity(Parser.usualCount)
        repeat {
            let start = token.start
            if accept(.star) {
                columns.append(
                    ResultColumn(.column(.all), range: SourceRange(start, lastEnd)))
            } else if isTableStar {
                let all = ColumnReference(.all, table: takeName())
                advance()
                advance()
                columns.append(
                    ResultColumn(.column(all), range: SourceRange(start, lastEnd)))
            } else {
                columns.append(
                    ResultColumn(try expression(), range: SourceRange(start, lastEnd)))
                if let alias = try alias() { columns[columns.count - 1].alias = alias }
            }
        } while accept(.comma)
        return columns
    }

    /// Whether `t.*` comes.
    private var isTableStar: Bool {
        guard isName(token) else { return false }
        return following.kind == .dot && lexer.token(at: following.end).kind == .star
    }

    private mutating func namedWindows() throws(ParseError) -> [NamedWindow] {
        var windows: [NamedWindow] = []
        repeat {
            let name = try name()
            try expect(.as)
            windows.append(NamedWindow(name, try windowDefinition()))
        } while accept(.comma)
        return windows
    }

    mutating func orderClause() throws(ParseError) -> [OrderingTerm] {
        guard accept(.order) else { return [] }
        try expect(.by)
        return try orderingTerms()
    }

    mutating func orderingTerms() throws(ParseError) -> [OrderingTerm] {
        var terms: [OrderingTerm] = []
        repeat {
            var term = OrderingTerm(try expression())
            if accept(.asc) {
                term.direction = .ascending
            } else if accept(.desc) {
                term.direction = .descending
            }
            if accept(.nulls) {
                if accept(.first) {
                    term.nulls = .first
                } else {
                    try expect(.last)
                    term.nulls = .last
                }
            }
            terms.append(term)
        } while accept(.comma)
        return terms
    }

    mutating func limitClause() throws(ParseError) -> LimitClause? {
        guard accept(.limit) else { return nil }
        let first = try expression()
        if accept(.offset) { return LimitClause(first, offset: try expression()) }
        guard accept(.comma) else { return LimitClause(first) }
        return LimitClause(try expression(), offset: first, isCommaForm: true)
    }

    mutating func withClause() throws(ParseError) -> WithClause? {
        guard accept(.with) else { return nil }
        var clause = WithClause(isRecursive: accept(.recursive), [])
        repeat {
            var table = CommonTableExpression(try name())
            table.columns = try columnList(isOfDefinition: true) ?? []
            try expect(.as)
            if accept(.materialized) {
                table.hint = .materialized
            } else if accept(.not) {
                try expect(.materialized)
                table.hint = .notMaterialized
            }
            if let query = acceptSubstitutedQuery() {
                table.query = query
            } else {
                try expect(.leftParenthesis)
                table.query = try subquery()
                try expect(.rightParenthesis)
            }
            clause.tables.append(table)
        } while accept(.comma)
        return clause
    }
}

extension CompoundOperator {
    /// The words of the operator.
    package var text: String {
        switch self {
        case .union: "UNION"
        case .unionAll: "UNION ALL"
        case .intersect: "INTERSECT"
        case .except: "EXCEPT"
        }
    }
}
