// INSERT, UPDATE, DELETE.

extension Parser {
    mutating func insertStatement(_ with: WithClause?) throws(ParseError) -> InsertStatement {
        var insert = InsertStatement()
        insert.with = with
        if accept(.replace) {
            insert.conflict = .replace
        } else {
            try expect(.insert)
            insert.conflict = try orConflict()
        }
        try expect(.into)
        insert.table = try target()
        if !isInTrigger { insert.alias = try explicitAlias() }
        insert.columns = try columnList() ?? []
        if !isInTrigger, accept(.default) {
            try expect(.values)
            insert.source = .defaultValues
        } else {
            isInsertSource = true
            insert.source = .select(try selectStatement())
            isInsertSource = false
            insert.upserts = try upserts()
        }
        insert.returning = try returning()
        return insert
    }

    private mutating func orConflict() throws(ParseError) -> ConflictAction? {
        guard accept(.or) else { return nil }
        return try conflictAction()
    }

    mutating func conflictAction() throws(ParseError) -> ConflictAction {
        let action: ConflictAction
        switch token.keyword {
        case .rollback: action = .rollback
        case .abort: action = .abort
        case .fail: action = .fail
        case .ignore: action = .ignore
        case .replace: action = .replace
        default: throw unexpected()
        }
        advance()
        return action
    }

    /// The table that is changed. Triggers change tables of their own schema only.
    private mutating func target() throws(ParseError) -> QualifiedName {
        let start = token.start
        let name = try qualifiedName()
        guard isInTrigger, name.schema != nil else { return name }
        throw .refused(
            "qualified table names are not allowed on INSERT, UPDATE, and DELETE statements "
                + "within triggers", offset: start)
    }

    private mutating func targetReference() throws(ParseError) -> TableReference {
        let name = try target()
        let alias = isInTrigger ? nil : try explicitAlias()
        let start = token.start
        let indexing = try indexing()
        guard isInTrigger, indexing != .free else {
            return TableReference(name, alias: alias, indexing: indexing)
        }
        let clause = indexing == .notIndexed ? "NOT INDEXED" : "INDEXED BY"
        throw .refused(
            "the \(clause) clause is not allowed on UPDATE or DELETE statements within triggers",
            offset: start)
    }

    private mutating func upserts() throws(ParseError) -> [Upsert] {
        var upserts: [Upsert] = []
        while accept(.on) {
            try expect(.conflict)
            var upsert = Upsert()
            if accept(.leftParenthesis) {
                upsert.target = try orderingTerms()
                try expect(.rightParenthesis)
                if accept(.where) { upsert.targetCondition = try expression() }
            }
            try expect(.do)
            if accept(.nothing) {
                upsert.action = .nothing
            } else {
                try expect(.update)
                try expect(.set)
                let assignments = try assignments()
                let condition = accept(.where) ? try expression() : nil
                upsert.action = .update(assignments, where: condition)
            }
            upserts.append(upsert)
            // Only the last clause may catch every conflict.
            guard !upsert.target.isEmpty else { break }
        }
        return upserts
    }

    private mutating func assignments() throws(ParseError) -> [Assignment] {
        var assignments: [Assignment] = []
        repeat {
            var columns = try columnList() ?? []
            if columns.isEmpty { columns = [try columnName()] }
            try expect(.equal)
            assignments.append(Assignment(columns, try expression()))
        } while accept(.comma)
        return assignments
    }

    private mutating func returning() throws(ParseError) -> [ResultColumn] {
        guard isAt(.returning) else { return [] }
        if isInTrigger { throw refusal("cannot use RETURNING in a trigger") }
        advance()
        return try resultColumns()
    }

    mutating func updateStatement(_ with: WithClause?) throws(ParseError) -> UpdateStatement {
        try expect(.update)
        var update = UpdateStatement()
        update.with = with
        update.conflict = try orConflict()
        update.table = try targetReference()
        try expect(.set)
        update.assignments = try assignments()
        if accept(.from) { update.from = try joinClause() }
        if accept(.where) { update.condition = try expression() }
        update.returning = try returning()
        guard !isInTrigger else { return update }
        update.order = try orderClause()
        update.limit = try limitClause()
        if !update.order.isEmpty, update.limit == nil, isAtEnd {
            throw refusal("ORDER BY without LIMIT on UPDATE")
        }
        return update
    }

    mutating func deleteStatement(_ with: WithClause?) throws(ParseError) -> DeleteStatement {
        try expect(.delete)
        try expect(.from)
        var delete = DeleteStatement()
        delete.with = with
        delete.table = try targetReference()
        if accept(.where) { delete.condition = try expression() }
        delete.returning = try returning()
        guard !isInTrigger else { return delete }
        delete.order = try orderClause()
        delete.limit = try limitClause()
        if !delete.order.isEmpty, delete.limit == nil, isAtEnd {
            throw refusal("ORDER BY without LIMIT on DELETE")
        }
        return delete
    }
}
