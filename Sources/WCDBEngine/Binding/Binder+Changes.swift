import WCDBSQL

/// What changes are made of: queries that nobody asks for the names of their results.
extension Binder {
    /// Resolves the rows of an INSERT, each with so many values.
    func bindSource(
        _ statement: SelectStatement
    ) throws(EngineError) -> (rows: InsertedRows, width: Int) {
        guard statement.with == nil, statement.compounds.isEmpty, statement.order.isEmpty,
            statement.limit == nil, case .values(let rows) = statement.first
        else {
            let select = try bind(statement, parent: outer)
            if case .values = statement.first, statement.compounds.isEmpty,
                let aggregate = select.cores[0].aggregates.first
            {
                throw .misuse(
                    of: .aggregate, "misuse of aggregate function \(aggregate.function.name)()")
            }
            return (.query(select), select.columns.count)
        }
        let scope = Scope(parent: outer)
        if rows.count == 1 {
            let values = try bind(rows[0], scope)
            return (.values(values), values.count)
        }
        let core = try bindValues(rows, scope)
        let select = BoundSelect(cores: [core])
        select.outerColumns = scope.outerColumns
        select.usesOuterAggregates = scope.usesOuterAggregates
        return (.query(select), core.results.count)
    }

    /// Resolves which rows of one table a change is about.
    func bindRows(
        of table: TableSchema, _ reference: TableReference, where condition: Expression?
    ) throws(EngineError) -> ChangedRows {
        let scope = Scope(parent: outer)
        let source = try source(of: table, reference)
        source.place = 0
        scope.sources = [source]
        guard let condition else { return ChangedRows(source: source, scope: scope) }
        return ChangedRows(
            source: source, condition: try bind(condition, scope).conjuncts, scope: scope)
    }

    /// The query that finds the rows of a change; it has no results yet.
    func select(_ rows: ChangedRows) throws(EngineError) -> BoundSelect {
        let core = BoundCore()
        core.takesRows = true
        core.joins = [BoundCore.Join(kind: .comma, source: rows.source)]
        core.condition = rows.condition
        try requireSolution(core)
        let select = BoundSelect(cores: [core])
        select.outerColumns = rows.scope.outerColumns
        select.usesOuterAggregates = rows.scope.usesOuterAggregates
        return select
    }
}
