// CREATE INDEX, VIEW, TRIGGER and VIRTUAL TABLE.

extension Parser {
    mutating func createIndex() throws(ParseError) -> CreateIndexStatement {
        var index = CreateIndexStatement()
        index.isUnique = accept(.unique)
        try expect(.index)
        index.ifNotExists = try ifNotExists()
        index.name = try qualifiedName()
        try expect(.on)
        index.table = try name()
        try expect(.leftParenthesis)
        index.columns = try orderingTerms()
        try expect(.rightParenthesis)
        if accept(.where) { index.condition = try expression() }
        return index
    }

    mutating func createView(isTemporary: Bool) throws(ParseError) -> CreateViewStatement {
        advance()
        var view = CreateViewStatement()
        view.isTemporary = isTemporary
        view.ifNotExists = try ifNotExists()
        view.name = try newName(isTemporary: isTemporary)
        view.columns = try columnList(isOfDefinition: true) ?? []
        try expect(.as)
        view.select = try selectStatement()
        return view
    }

    mutating func createTrigger(isTemporary: Bool) throws(ParseError) -> CreateTriggerStatement {
        advance()
        var trigger = CreateTriggerStatement()
        trigger.isTemporary = isTemporary
        trigger.ifNotExists = try ifNotExists()
        let start = token.start
        trigger.name = try qualifiedName()
        guard !isTemporary || trigger.name.schema == nil else {
            throw .refused("temporary trigger may not have qualified name", offset: start)
        }
        trigger.timing = try triggerTiming()
        trigger.event = try triggerEvent()
        try expect(.on)
        trigger.table = try qualifiedName()
        if accept(.for) {
            try expect(.each)
            try expect(.row)
            trigger.isForEachRow = true
        }
        if accept(.when) { trigger.condition = try expression() }
        try expect(.begin)
        isInTrigger = true
        repeat {
            trigger.steps.append(try triggerStep())
            try expect(.semicolon)
        } while !isAt(.end)
        isInTrigger = false
        advance()
        return trigger
    }

    private mutating func triggerTiming() throws(ParseError) -> CreateTriggerStatement.Timing? {
        if accept(.before) { return .before }
        if accept(.after) { return .after }
        guard accept(.instead) else { return nil }
        try expect(.of)
        return .insteadOf
    }

    private mutating func triggerEvent() throws(ParseError) -> CreateTriggerStatement.Event {
        if accept(.delete) { return .delete }
        if accept(.insert) { return .insert }
        try expect(.update)
        return .update(of: accept(.of) ? try columnNames() : [])
    }

    private mutating func triggerStep() throws(ParseError) -> CreateTriggerStatement.Step {
        switch token.keyword {
        case .insert, .replace: return .insert(try insertStatement(nil))
        case .update: return .update(try updateStatement(nil))
        case .delete: return .delete(try deleteStatement(nil))
        case .select, .values, .with: return .select(try selectStatement())
        default: throw unexpected()
        }
    }

    mutating func createVirtualTable() throws(ParseError) -> CreateVirtualTableStatement {
        var table = CreateVirtualTableStatement()
        table.ifNotExists = try ifNotExists()
        table.name = try qualifiedName()
        try expect(.using)
        table.module = try name()
        if accept(.leftParenthesis) {
            table.arguments = try moduleArguments()
            try expect(.rightParenthesis)
        }
        return table
    }

    /// Whatever stands between the commas outside of inner parentheses, as it is written.
    private mutating func moduleArguments() throws(ParseError) -> [SQLText] {
        var arguments: [SQLText] = []
        var start = token.start
        var depth = 0
        lastEnd = token.start
        while depth > 0 || token.kind != .rightParenthesis {
            switch token.kind {
            case .endOfText, .illegal: throw unexpected()
            case .leftParenthesis: depth += 1
            case .rightParenthesis: depth -= 1
            case .comma where depth == 0:
                arguments.append(SQLText(lexer.text(start, max(start, lastEnd))))
                start = following.start
            default: break
            }
            advance()
        }
        guard start < token.start || !arguments.isEmpty else { return [] }
        arguments.append(SQLText(lexer.text(start, max(start, lastEnd))))
        return arguments
    }
}
