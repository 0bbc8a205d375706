// What stands behind FROM.

extension Parser {
    mutating func joinClause() throws(ParseError) -> JoinClause {
        var clause = JoinClause(try tableSource())
        if isAt(.on) || isAt(.using), !isUpsertClause {
            throw refusal("a JOIN clause is required before \(isAt(.on) ? "ON" : "USING")")
        }
        while let operation = try joinOperator() {
            if clause.joins.isEmpty { clause.joins.reserveCapacity(Parser.usualCount) }
            let source = try tableSource()
            clause.joins.append(.init(operation, source, try joinConstraint()))
        }
        return clause
    }

    /// `ON CONFLICT` behind the query of an INSERT is no condition of a join. (The reference takes
    /// it for one and fails; text that it accepts means the same here.)
    private var isUpsertClause: Bool {
        guard isInsertSource, isAt(.on) else { return false }
        let next = following
        guard next.keyword == .conflict else { return false }
        let third = lexer.token(at: next.end)
        return third.kind == .leftParenthesis || third.keyword == .do
    }

    private mutating func joinConstraint() throws(ParseError) -> JoinClause.Constraint? {
        if isUpsertClause { return nil }
        if accept(.on) { return .on(try expression()) }
        guard accept(.using) else { return nil }
        guard let columns = try columnList() else { throw unexpected() }
        return .using(columns)
    }

    private mutating func tableSource() throws(ParseError) -> TableSource {
        if let query = acceptSubstitutedQuery() { return .select(query, alias: try alias()) }
        guard token.kind == .leftParenthesis else { return try namedSource() }
        advance()
        if Parser.beginsQuery(token) || isSubstitutedQueryAlone {
            let query = try subquery()
            try expect(.rightParenthesis)
            return .select(query, alias: try alias())
        }
        try enter(TreeExtent.callWeight)
        let clause = try joinClause()
        leave(TreeExtent.callWeight)
        try expect(.rightParenthesis)
        let group = JoinGroup(clause, alias: try alias())
        if group.extent.isExceeded { throw .nestedTooDeeply(offset: token.start) }
        return .join(group)
    }

    private mutating func namedSource() throws(ParseError) -> TableSource {
        let name = try qualifiedName()
        if accept(.leftParenthesis) {
            try enter(TreeExtent.callWeight)
            let arguments = try expressionListToParenthesis()
            leave(TreeExtent.callWeight)
            return .function(TableFunction(name, arguments, alias: try alias()))
        }
        let alias = try alias()
        return .table(TableReference(name, alias: alias, indexing: try indexing()))
    }

    mutating func indexing() throws(ParseError) -> TableReference.Indexing {
        if accept(.indexed) {
            try expect(.by)
            return .indexed(by: try name())
        }
        return accept(.not, .indexed) ? .notIndexed : .free
    }

    private mutating func joinOperator() throws(ParseError) -> JoinOperator? {
        if accept(.comma) { return .comma }
        if accept(.join) { return .plain }
        guard let keyword = token.keyword, keyword.use == .joinWord else { return nil }
        // Mostly it is one word.
        if following.keyword == .join, let operation = JoinOperator([keyword]) {
            advance()
            advance()
            return operation
        }
        let start = token.start
        var words: [Keyword?] = []
        // Behind the first word any name may stand, and is found wrong then.
        while words.count < 3, isName(token) {
            words.append(token.keyword?.use == .joinWord ? token.keyword : nil)
            advance()
        }
        guard isAt(.join) else { throw unexpected() }
        let known = words.compactMap(\.self)
        guard known.count == words.count, let operation = JoinOperator(known) else {
            throw .refused("unknown join type: \(lexer.text(start, lastEnd))", offset: start)
        }
        advance()
        return operation
    }
}

extension JoinOperator {
    /// The join that up to three words name, in any order; nil if they contradict each other.
    init?(_ words: [Keyword]) {
        let isOuter = words.contains(.outer)
        let isInner = words.contains(.inner)
        let isCross = words.contains(.cross)
        let isLeft = words.contains(.left) || words.contains(.full)
        let isRight = words.contains(.right) || words.contains(.full)
        let hasSide = isLeft || isRight
        guard !(isInner || isCross) || !(isOuter || hasSide), !isOuter || hasSide else {
            return nil
        }
        let kind: Kind =
            switch (isLeft, isRight) {
            case (true, true): isOuter ? .fullOuter : .full
            case (true, false): isOuter ? .leftOuter : .left
            case (false, true): isOuter ? .rightOuter : .right
            case (false, false): isCross ? .cross : isInner ? .inner : .plain
            }
        self.init(kind, isNatural: words.contains(.natural))
    }
}
