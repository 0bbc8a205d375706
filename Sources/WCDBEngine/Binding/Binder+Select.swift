import WCDBSQL
import WCDBStorage

/// Queries: every name in them becomes the column that it means. WITH, FROM, GROUP BY and ORDER BY
/// have files of their own.
extension Binder {
    /// Resolves a query that is a statement.
    func bindWhole(_ statement: SelectStatement) throws(EngineError) -> BoundSelect {
        // Nobody compares what a whole statement gives.
        try bind(statement, parent: nil, isCompared: !statement.compounds.isEmpty)
    }

    /// Resolves a query; `parent` is what it may refer to outside of itself. `isCompared`: somebody
    /// asks how its results are compared.
    func bind(
        _ statement: SelectStatement, parent: Scope?, isCompared: Bool = true
    ) throws(EngineError) -> BoundSelect {
        queryCount += 1
        guard queryCount <= Binder.queryLimit else {
            throw .error("too many queries in one statement")
        }
        if let query = statement.queryOfValues { return try bind(query, parent: parent) }
        queryDepth += 1
        defer { queryDepth -= 1 }
        try StackSpace.require(atLevel: queryDepth)
        let visible = tables.count
        defer { tables.removeLast(tables.count - visible) }
        if let with = statement.with { try add(with, parent: parent) }
        let scope = Scope(parent: parent)
        let select = BoundSelect(cores: [try bind(statement.first, scope)])
        let others = try bindCompounds(statement, select, parent)
        if isCompared { select.columns = resultColumns(select.cores) }
        if !statement.order.isEmpty {
            try bindOrder(
                statement, select, select.cores, others.isEmpty ? [scope] : [scope] + others)
        }
        try bindLimit(statement, select, parent)
        select.takeOuter(of: scope)
        for other in others { select.takeOuter(of: other) }
        return select
    }

    /// Resolves what stands behind the set operators of a query.
    private func bindCompounds(
        _ statement: SelectStatement, _ select: BoundSelect, _ parent: Scope?
    ) throws(EngineError) -> [Scope] {
        guard !statement.compounds.isEmpty else { return [] }
        var scopes: [Scope] = []
        for compound in statement.compounds {
            let scope = Scope(parent: parent)
            scopes.append(scope)
            select.cores.append(try bind(compound.core, scope))
        }
        select.operators = statement.compounds.map(\.operation)
        let width = select.cores[0].results.count
        guard select.cores.allSatisfy({ $0.results.count == width }) else {
            throw .error(mismatchMessage(statement))
        }
        select.collations = select.cores.collations(of: width)
        return scopes
    }

    func mismatchMessage(_ statement: SelectStatement) -> String {
        let isValues = statement.compounds.allSatisfy {
            if case .values = $0.core { return true }
            return false
        }
        if isValues, case .values = statement.first {
            return "all VALUES must have the same number of terms"
        }
        let name =
            switch statement.compounds.first?.operation {
            case .union: "UNION"
            case .unionAll: "UNION ALL"
            case .intersect: "INTERSECT"
            case .except, nil: "EXCEPT"
            }
        return
            "SELECTs to the left and right of \(name) do not have the same number of result columns"
    }

    func resultColumns(_ cores: some Collection<BoundCore>) -> [BoundSelect.Column] {
        guard let first = cores.first else { return [] }
        return first.results.indices.map { index in
            let scalar = first.results[index]
            return BoundSelect.Column(
                name: first.name(of: index), writtenName: first.writtenNames[index],
                collatedName: first.collatedNames[index],
                affinity: scalar.affinity,
                collation: scalar.explicitCollation ?? scalar.columnCollation,
                source: scalar.visibleColumn)
        }
    }

    // MARK: One core

    func bind(_ core: SelectCore, _ scope: Scope) throws(EngineError) -> BoundCore {
        switch core {
        case .values(let rows):
            // A row alone is a query without a table; of several only messages say so.
            scope.aggregates = rows.count == 1 ? [] : nil
            scope.windows = rows.count == 1 ? [] : nil
            scope.isAggregateQuery = rows.count > 1
            let core = try bindValues(rows, scope)
            core.names = core.results.indices.map { "column\($0 + 1)" }
            return core
        case .select(let body): return try bind(body, scope)
        }
    }

    func bindValues(
        _ rows: [[Expression]], _ scope: Scope
    ) throws(EngineError) -> BoundCore {
        let core = BoundCore()
        var bound: [[Scalar]] = []
        for row in rows {
            guard row.count == rows[0].count else {
                throw .error("all VALUES must have the same number of terms")
            }
            bound.append(try bind(row, scope))
        }
        core.results = bound.first ?? []
        core.aggregates = scope.aggregates ?? []
        core.isAggregate = !core.aggregates.isEmpty
        core.windows = scope.windows ?? []
        if !core.isAggregate, core.windows.isEmpty { core.rows = bound }
        return core
    }

    private func bind(_ body: SelectBody, _ scope: Scope) throws(EngineError) -> BoundCore {
        let core = BoundCore()
        core.isDistinct = body.isDistinct
        let collects = collectsRows
        collectsRows = false
        if let from = body.from { try bind(from, scope, core) }
        scope.aggregates = collects ? nil : []
        core.takesRows = collects
        scope.namedWindows = body.windows
        scope.windows = []
        let results = body.results
        core.results.reserveCapacity(results.count)
        core.names.reserveCapacity(results.count)
        for number in results.indices { try bind(results, number, scope, core) }
        let windows = scope.windows ?? []
        scope.windows = nil
        guard !core.results.isEmpty else { throw .error("no tables specified") }
        guard core.results.count <= TableParts.columnLimit else {
            throw .error("too many columns in result set")
        }
        for index in results.indices {
            guard let alias = results[index].alias else { continue }
            scope.aliases.append((alias.text, results[index].expression))
        }
        scope.seesAliases = true
        scope.isAggregateQuery = !body.groups.isEmpty || scope.aggregates?.isEmpty == false
        if body.having != nil, !scope.isAggregateQuery {
            throw .error("HAVING clause on a non-aggregate query")
        }
        if let condition = body.condition {
            let aggregates = scope.aggregates
            scope.aggregates = nil
            core.condition = try bind(condition, scope).conjuncts
            scope.aggregates = aggregates
        }
        takeArguments(core)
        try requireSolution(core)
        for group in body.groups { core.groups.append(try bindGroup(group, scope, core)) }
        if let having = body.having { core.having = try bind(having, scope) }
        core.aggregates = scope.aggregates ?? []
        core.windows = windows
        core.isAggregate = !core.groups.isEmpty || !core.aggregates.isEmpty
        return core
    }

    /// Resolves one result of a list: a column mostly, for which the rest of it is not looked at.
    func bind(
        _ results: [ResultColumn], _ number: Int, _ scope: Scope, _ core: BoundCore
    ) throws(EngineError) {
        guard case .column(let column) = results[number].expression else {
            return try bind(results[number], scope, core)
        }
        if column.isAll {
            return try expandStar(column.table?.text, scope, core)
        }
        let scalar = try bind(column, scope)
        if let alias = results[number].alias {
            core.named.insert(core.results.count)
            core.names.append(alias.text)
        } else if case .column(let source, let index) = scalar {
            // It is called as it was declared.
            let name = source.declaredName(of: index)
            let written = column.name.text
            if name != written { core.writtenNames[core.results.count] = written }
            core.names.append(name)
        } else {
            core.names.append(name(of: results[number]))
        }
        core.results.append(scalar)
    }

    private func bind(
        _ result: ResultColumn, _ scope: Scope, _ core: BoundCore
    ) throws(EngineError) {
        let scalar = try bind(result.expression, scope)
        if case .select(let select) = scalar, select.columns.count > 1 {
            if core.takesRows {
                core.results += scalar.elements
                core.names += select.columns.map(\.name)
                return
            }
            throw .error("sub-select returns \(select.columns.count) columns - expected 1")
        }
        if case .row = scalar { throw .rowValueMisused }
        if result.alias != nil {
            core.named.insert(core.results.count)
        } else {
            noteCollatedName(of: result.expression, scalar, core)
        }
        core.results.append(scalar)
        core.names.append(name(of: result))
    }

    /// A column with COLLATE is called as the text says, but where the query is in FROM, a view or
    /// fills a table, as the column.
    private func noteCollatedName(
        of expression: Expression, _ scalar: Scalar, _ core: BoundCore
    ) {
        guard case .collate(var node) = expression else { return }
        while case .collate(let inner) = node.operand { node = inner }
        guard case .column(let column) = node.operand else { return }
        core.writtenNames[core.results.count] = column.name.text
        var value = scalar
        while case .collate(let inner, _) = value { value = inner }
        if case .column(let source, let index) = value {
            core.collatedNames[core.results.count] = source.declaredName(of: index)
        } else {
            core.collatedNames[core.results.count] = column.name.text
        }
    }

    /// What a result without a column's name is called.
    private func name(of result: ResultColumn) -> String {
        if let alias = result.alias { return alias.text }
        if !result.range.isNone, let text {
            return String(
                decoding: text[Int(result.range.start)..<Int(result.range.end)], as: UTF8.self)
        }
        var writer = SQLWriter()
        result.expression.render(into: &writer)
        return writer.text
    }

    private func expandStar(
        _ table: String?, _ scope: Scope, _ core: BoundCore
    ) throws(EngineError) {
        var isFound = false
        for (place, source) in scope.sources.enumerated() {
            if let table, !source.isCalled(table) { continue }
            isFound = true
            for column in source.columns.indices {
                if table == nil, source.hiddenColumns.contains(column) { continue }
                if source.argumentColumns.contains(column) { continue }
                if let table, !source.shows(column, behind: table) { continue }
                let name = source.starName(of: column, behind: table)
                core.named.insert(core.results.count)
                // Of tables to the left of a RIGHT JOIN, `t.*` has the merged column too.
                let merge = scope.merged.first { merge in
                    merge.isFull && (table == nil || core.hasRightJoin(behind: place))
                        && merge.columns.prefix(table == nil ? 1 : merge.columns.count - 1)
                            .contains { $0.0 === source && $0.1 == column }
                }
                if let merge {
                    core.results.append(try use(merge.found, passed: []))
                } else {
                    core.results.append(try use(.column(source, column), passed: []))
                }
                core.names.append(name)
            }
        }
        guard isFound else {
            throw table.map(EngineError.noSuchTable(named:)) ?? .error("no tables specified")
        }
    }
}

extension BoundCore {
    /// Whether a RIGHT or FULL JOIN stands behind a table of its FROM clause.
    fileprivate func hasRightJoin(behind place: Int) -> Bool {
        joins.dropFirst(place + 1).contains { $0.kind.keepsRight }
    }
}

extension SelectStatement {
    /// VALUES with ORDER BY or LIMIT, as a query of these rows; nil for others.
    fileprivate var queryOfValues: SelectStatement? {
        guard case .values = first, compounds.isEmpty, !order.isEmpty || limit != nil else {
            return nil
        }
        var query = self
        query.first = .select(SelectBody(allOf: SelectStatement(first)))
        return query
    }
}

extension SelectBody {
    /// `SELECT * FROM (…)`.
    init(allOf query: SelectStatement) {
        self.init([ResultColumn(.column(.all))])
        from = JoinClause(.select(Subquery(query), alias: nil))
    }
}

extension BoundSelect {
    /// What a part of it uses of the queries around it.
    fileprivate func takeOuter(of scope: Scope) {
        if !scope.outerColumns.isEmpty { outerColumns += scope.outerColumns }
        if scope.usesOuterAggregates { usesOuterAggregates = true }
    }
}
