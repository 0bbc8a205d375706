import WCDBSQL

/// What plans are made from besides the query: the functions, the sizes of tables, and what is
/// known of the values in them.
///
/// **Users.** One compilation; one object, so that handing it on copies nothing.
final class PlanContext {
    let functions: FunctionRegistry
    /// How many rows a table has, or is thought to have.
    let rowCounts: (TableSchema) -> Double
    /// What ANALYZE knows of a table.
    let statistics: (TableSchema) -> TableStatistics?
    /// Resolves an expression or a condition of an index for a source.
    let resolve: (Expression, Source) -> Scalar?

    init(
        functions: FunctionRegistry, rowCounts: @escaping (TableSchema) -> Double,
        statistics: @escaping (TableSchema) -> TableStatistics? = { _ in nil },
        resolve: @escaping (Expression, Source) -> Scalar? = { _, _ in nil }
    ) {
        self.functions = functions
        self.rowCounts = rowCounts
        self.statistics = statistics
        self.resolve = resolve
    }

    func rowCount(_ source: Source) -> Double {
        switch source.content {
        case .table(let table): rowCounts(table)
        case .select(let select): rowCount(select)
        case .function: 25
        case .registers: 1
        }
    }

    private func rowCount(_ select: BoundSelect) -> Double {
        if let known = select.estimatedRows { return known }
        let rows = estimate(select)
        select.estimatedRows = rows
        return rows
    }

    private func estimate(_ select: BoundSelect) -> Double {
        if case .constant(.integer(let limit)) = select.limit, limit >= 0 {
            return Double(min(limit, 1000))
        }
        var rows = 0.0
        for core in select.cores {
            if let values = core.rows {
                rows += Double(values.count)
            } else if core.isAggregate, core.groups.isEmpty {
                rows += 1
            } else {
                var own = core.sources.map(rowCount).max() ?? 1
                if !core.condition.isEmpty { own *= 0.25 }
                if core.isAggregate || core.isDistinct { own *= 0.25 }
                rows += own
            }
        }
        return rows
    }
}
