// Which statement it is: the first words decide.

extension Parser {
    mutating func statement() throws(ParseError) -> Statement {
        guard accept(.explain) else { return try plainStatement() }
        let isQueryPlan = accept(.query)
        if isQueryPlan { try expect(.plan) }
        return .explain(ExplainStatement(try plainStatement(), isQueryPlan: isQueryPlan))
    }

    private mutating func plainStatement() throws(ParseError) -> Statement {
        switch token.keyword {
        case .select, .values: return .select(try selectStatement())
        case .with: return try statementWithTables()
        case .insert, .replace: return .insert(try insertStatement(nil))
        case .update: return .update(try updateStatement(nil))
        case .delete: return .delete(try deleteStatement(nil))
        case .create: return try createStatement()
        case .drop: return .drop(try dropStatement())
        case .alter: return .alterTable(try alterTableStatement())
        case .pragma: return .pragma(try pragmaStatement())
        case .attach: return .attach(try attachStatement())
        case .detach: return .detach(try detachStatement())
        case .begin, .commit, .end, .rollback, .savepoint, .release:
            return .transaction(try transactionStatement())
        case .analyze, .reindex, .vacuum: return .upkeep(try upkeepStatement())
        default:
            guard let query = acceptSubstitutedQuery() else { throw unexpected() }
            return .select(query.select)
        }
    }

    private mutating func statementWithTables() throws(ParseError) -> Statement {
        let with = try withClause()
        switch token.keyword {
        case .insert, .replace: return .insert(try insertStatement(with))
        case .update: return .update(try updateStatement(with))
        case .delete: return .delete(try deleteStatement(with))
        default: return .select(try selectStatement(with))
        }
    }

    private mutating func createStatement() throws(ParseError) -> Statement {
        advance()
        let isTemporary = isAt(.temp) || isAt(.temporary)
        if isTemporary {
            advance()
        } else if accept(.virtual) {
            try expect(.table)
            return .createVirtualTable(try createVirtualTable())
        } else if isAt(.unique) || isAt(.index) {
            return .createIndex(try createIndex())
        }
        switch token.keyword {
        case .table: return .createTable(try createTable(isTemporary: isTemporary))
        case .view: return .createView(try createView(isTemporary: isTemporary))
        case .trigger: return .createTrigger(try createTrigger(isTemporary: isTemporary))
        default: throw unexpected()
        }
    }

    mutating func ifNotExists() throws(ParseError) -> Bool {
        guard accept(.if) else { return false }
        try expect(.not)
        try expect(.exists)
        return true
    }

    private mutating func dropStatement() throws(ParseError) -> DropStatement {
        advance()
        let kind: DropStatement.Kind
        switch token.keyword {
        case .table: kind = .table
        case .index: kind = .index
        case .view: kind = .view
        case .trigger: kind = .trigger
        default: throw unexpected()
        }
        advance()
        let ifExists = accept(.if)
        if ifExists { try expect(.exists) }
        return DropStatement(kind, try qualifiedName(), ifExists: ifExists)
    }
}
