import WCDBSQL

/// What changes are made of: queries that nobody asks for the names of their results.
extension Binder {
    /// Resolves the rows of an INSERT.
    func bindSource(_ statement: SelectStatement) throws(EngineError) -> (BoundSelect, width: Int) {
        guard statement.with == nil, statement.compounds.isEmpty, statement.order.isEmpty,
            statement.limit == nil, case .values(let rows) = statement.first
        else {
            let select = try bind(statement, parent: outer)
            return (select, select.columns.count)
        }
        let scope = Scope(parent: outer)
        let core = try bindValues(rows, scope)
        let select = BoundSelect(cores: [core])
        select.outerColumns = scope.outerColumns
        select.usesOuterAggregates = scope.usesOuterAggregates
        return (select, core.results.count)
    }

    /// Resolves which rows of one table a change is about: a query that has no results yet.
    func bindRows(
        of table: TableSchema, _ reference: TableReference, where condition: Expression?
    ) throws(EngineError) -> BoundSelect {
        let scope = Scope(parent: outer)
        let core = BoundCore()
        core.takesRows = true
        let source = try source(of: table, reference)
        source.place = 0
        scope.sources = [source]
        core.joins = [BoundCore.Join(kind: .comma, source: source)]
        if let condition { core.condition = try bind(condition, scope).conjuncts }
        try requireSolution(core)
        let select = BoundSelect(cores: [core])
        select.outerColumns = scope.outerColumns
        select.usesOuterAggregates = scope.usesOuterAggregates
        return select
    }
}
