// Queries, with the scopes that their FROM clauses make.

extension TableMentions {
    mutating func note(_ select: SelectStatement) {
        within(select.with) { mentions in
            var visible = Frame()
            for core in [select.first] + select.compounds.map(\.core) {
                visible += mentions.note(core)
            }
            // The terms may name columns of any of the cores.
            mentions.within(visible) { mentions in
                mentions.note(select.order)
                mentions.note(select.limit)
            }
        }
    }

    /// Returns what the FROM clause has.
    private mutating func note(_ core: SelectCore) -> Frame {
        switch core {
        case .values(let rows):
            for row in rows { note(row) }
            return Frame()
        case .select(let body):
            let frame = body.from.map { note($0) } ?? Frame()
            within(frame) { mentions in
                if let from = body.from { mentions.noteConditions(of: from) }
                mentions.note(body.results)
                mentions.note(body.condition)
                mentions.note(body.groups)
                mentions.note(body.having)
                for window in body.windows { mentions.note(window.definition) }
            }
            return frame
        }
    }

    // MARK: FROM

    /// The tables and queries of a FROM clause, which do not see each other.
    mutating func note(_ from: JoinClause) -> Frame {
        var frame = Frame()
        for source in from.sources { frame += note(source) }
        return frame
    }

    /// What is said within a FROM clause of all that is in it.
    mutating func noteConditions(of from: JoinClause) {
        for source in from.sources {
            if case .function(let function) = source { note(function.arguments) }
        }
        for join in from.joins {
            if case .on(let condition) = join.constraint { note(condition) }
        }
    }

    private mutating func note(_ source: TableSource) -> Frame {
        switch source {
        case .table(let reference):
            let isTable = noteSource(reference.name)
            var frame = frame(reference.alias, reference.name.name, isTable: isTable)
            let isElsewhere = reference.name.schema != nil && !isTable && reference.alias == nil
            if isElsewhere, !frame.named.isEmpty { frame.named = [.foreign] }
            return frame
        case .function(let function):
            note(schemaOf: function.name)
            return frame(function.alias, function.name.name, isTable: false)
        case .select(let query, let alias):
            note(query.select)
            return frame(alias, nil, isTable: false)
        case .join(let group):
            var inner = note(group.clause)
            // Its conditions see nothing of what stands beside it.
            within(inner) { $0.noteConditions(of: group.clause) }
            // What is in it is seen beside it.
            if let alias = group.alias { inner += frame(alias, nil, isTable: false) }
            return inner
        }
    }

    /// What one source is seen as.
    func frame(_ alias: Name?, _ name: Name?, isTable: Bool) -> Frame {
        guard let visible = alias ?? name else { return Frame() }
        return Frame(
            named: isCalled(visible) ? [alias == nil && isTable ? .table : .alias] : [],
            hasNewName: isCalledAnew(visible))
    }

    // MARK: Lists

    mutating func note(_ results: [ResultColumn]) {
        for result in results { note(result.expression) }
    }

    mutating func note(_ terms: [OrderingTerm]) {
        for term in terms { note(term.expression) }
    }

    mutating func note(_ limit: LimitClause?) {
        note(limit?.count)
        note(limit?.offset)
    }

    mutating func note(_ window: WindowDefinition) {
        note(window.partition)
        note(window.order)
        note(window.frame?.start.offset)
        note(window.frame?.end?.offset)
    }
}

extension JoinClause {
    fileprivate var sources: [TableSource] {
        [first].compactMap(\.self) + joins.map(\.source)
    }
}
