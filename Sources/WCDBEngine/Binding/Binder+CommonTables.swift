import WCDBSQL

/// WITH: queries that have a name, and those that refer to themselves.
extension Binder {
    /// Makes the tables of a WITH clause visible. All of them see each other.
    func add(_ with: WithClause, parent: Scope?) throws(EngineError) {
        let first = tables.count
        var names: Set<SQLText> = []
        for table in with.tables {
            let name = table.name.text
            // Text has one, a builder may not.
            guard let query = table.query else {
                throw .error("table \(name) of WITH has no query")
            }
            guard names.insert(FoldedName.key(name)).inserted else {
                throw .error("duplicate WITH table name: \(name)")
            }
            let common = CommonTable(table, query.select, parent: parent)
            common.home = home
            tables.append(common)
        }
        for table in tables[first...] { table.visibleCount = tables.count }
    }

    /// The source that a mention of a common table is.
    func source(
        _ table: CommonTable, alias: String, _ scope: Scope
    ) throws(EngineError) -> Source {
        switch table.state {
        case .open: throw .error("circular reference: \(table.name)")
        case .recursive(let columns):
            guard table.expectedMentions > 0 else {
                throw .error("multiple recursive references: \(table.name)")
            }
            table.expectedMentions -= 1
            let source = Source(alias: alias, content: .registers, columns: columns)
            source.hasRowid = false
            source.isOutsideDatabases = true
            table.mentions.append(source)
            return source
        case .idle: break
        }
        if table.hint == .notMaterialized, !mentionsItself(table) {
            return derivedSource(try resolve(table), table, alias)
        }
        let shared: SharedRows
        if let known = table.shared {
            shared = known
        } else {
            shared = SharedRows(
                try resolve(table), isMaterialized: table.hint == .materialized)
            table.shared = shared
        }
        shared.mentionCount += 1
        // What it uses of queries around its WITH clause, all between use too.
        var place: Scope? = scope
        while let current = place, current !== table.parent {
            current.outerColumns += shared.select.outerColumns
            place = current.parent
        }
        let source = derivedSource(shared.select, table, alias)
        source.shared = shared
        return source
    }

    private func derivedSource(
        _ select: BoundSelect, _ table: CommonTable, _ alias: String
    ) -> Source {
        Source(
            alias: alias, content: .select(select),
            columns: derivedColumns(select, names: table.columns))
    }

    /// Resolves the query of a table as if it stood where its WITH clause does.
    private func resolve(_ table: CommonTable) throws(EngineError) -> BoundSelect {
        let hidden = Array(tables[table.visibleCount...])
        tables.removeLast(hidden.count)
        let outerHome = home
        home = table.home
        table.state = .open
        defer {
            table.state = .idle
            home = outerHome
            tables += hidden
        }
        let select =
            mentionsItself(table)
            ? try bindRecursive(table) : try bind(table.query, parent: table.parent)
        try requireCount(table, select.columns.count)
        return select
    }

    private func requireCount(_ table: CommonTable, _ count: Int) throws(EngineError) {
        guard !table.columns.isEmpty, table.columns.count != count else { return }
        throw .misuse(
            of: .other,
            "table \(table.name) has \(count) values for \(table.columns.count) columns")
    }

    // MARK: Recursion

    /// How often a core has the table in its FROM.
    private func mentions(_ table: CommonTable, in core: SelectCore) -> Int {
        guard case .select(let body) = core, let from = body.from else { return 0 }
        return mentions(table, in: from)
    }

    /// Parentheses around one table change nothing, nor do those around tables that come first.
    private func mentions(_ table: CommonTable, in clause: JoinClause) -> Int {
        guard let first = clause.first else { return 0 }
        return clause.joins.reduce(mentions(table, in: first)) { sum, join in
            if case .join(let group) = join.source, !group.clause.joins.isEmpty { return sum }
            return sum + mentions(table, in: join.source)
        }
    }

    private func mentions(_ table: CommonTable, in source: TableSource) -> Int {
        switch source {
        case .table(let reference):
            let isIt =
                reference.name.schema == nil
                && FoldedName.equal(reference.name.name.text, table.name)
            return isIt ? 1 : 0
        case .join(let group):
            let isQuery = group.alias != nil && !group.clause.joins.isEmpty
            return isQuery ? 0 : mentions(table, in: group.clause)
        case .function, .select: return 0
        }
    }

    private func mentionsItself(_ table: CommonTable) -> Bool {
        recursiveStart(table) < table.query.compounds.count
    }

    /// The first of the last cores that are joined by one UNION and mention the table.
    private func recursiveStart(_ table: CommonTable) -> Int {
        let compounds = table.query.compounds
        var start = compounds.count
        guard let last = compounds.last, last.operation == .union || last.operation == .unionAll
        else { return start }
        while start > 0, compounds[start - 1].operation == last.operation,
            mentions(table, in: compounds[start - 1].core) > 0
        {
            start -= 1
        }
        return start
    }

    /// A query whose last cores read the rows that it made before.
    private func bindRecursive(_ table: CommonTable) throws(EngineError) -> BoundSelect {
        let statement = table.query
        let visible = tables.count
        defer { tables.removeLast(tables.count - visible) }
        if let with = statement.with { try add(with, parent: table.parent) }
        let start = recursiveStart(table)
        var initial = SelectStatement(statement.first)
        initial.compounds = Array(statement.compounds[..<start])
        let first = try bind(initial, parent: table.parent)
        try requireCount(table, first.columns.count)
        let select = BoundSelect(cores: first.cores)
        select.columns = first.columns
        select.outerColumns = first.outerColumns
        let recursion = BoundSelect.Recursion(
            initial: first, isDistinct: statement.compounds.last?.operation == .union)
        // What a row of the table holds need not come from where the first rows do.
        let columns = derivedColumns(first, names: table.columns, hasOrigin: false)
        var scopes = [Scope(parent: table.parent)]
        for compound in statement.compounds[start...] {
            let scope = Scope(parent: table.parent)
            table.state = .recursive(columns)
            table.mentions = []
            table.expectedMentions = 1
            let count = mentions(table, in: compound.core)
            guard count == 1 else {
                throw .error("multiple references to recursive table: \(table.name)")
            }
            let core = try bind(compound.core, scope)
            guard core.results.count == first.columns.count else {
                throw .error(mismatchMessage(statement))
            }
            guard core.windows.isEmpty else {
                throw .error("cannot use window functions in recursive queries")
            }
            guard !core.isAggregate else {
                throw .error("recursive aggregate queries not supported")
            }
            recursion.cores.append(core)
            recursion.sources.append(table.mentions)
            select.outerColumns += scope.outerColumns
            scopes.append(scope)
        }
        table.state = .open
        select.collations = (first.cores + recursion.cores).collations(
            of: first.columns.count)
        select.recursion = recursion
        select.operators = Array(repeating: .unionAll, count: 1)
        try bindOrder(statement, select, [first.cores[0]] + recursion.cores, scopes)
        try bindLimit(statement, select, table.parent)
        return select
    }
}
