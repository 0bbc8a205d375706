import WCDBSQL

/// What plans are made from besides the query: the functions, the sizes of tables, and what is
/// known of the values in them.
///
/// **Users.** One compilation; one object, so that handing it on copies nothing.
final class PlanContext {
    let functions: FunctionRegistry
    private let sizes: (any TableSizes)?
    private let binder: Binder?

    /// Without `sizes` every table has one row.
    init(functions: FunctionRegistry, sizes: (any TableSizes)? = nil, binder: Binder? = nil) {
        self.functions = functions
        self.sizes = sizes
        self.binder = binder
    }

    /// What ANALYZE knows of a table.
    func statistics(of table: TableSchema) -> TableStatistics? { sizes?.statistics(of: table) }

    /// Resolves an expression or a condition of an index for a source.
    func resolve(_ expression: Expression, _ source: Source) -> Scalar? {
        binder?.comparesExpressions = true
        return binder?.resolve(expression, for: source)
    }

    func rowCount(_ source: Source) -> Double {
        switch source.content {
        case .table(let table): sizes?.estimate(table) ?? 1
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
                if core.isAggregate {
                    own /= CostModel.rows(equals: core.groups.count, of: own)
                } else if core.isDistinct {
                    own *= 0.25
                }
                rows += own
            }
        }
        return rows
    }
}

/// Something that knows how large tables are.
protocol TableSizes: AnyObject {
    /// How many rows a table has, or is thought to have.
    func estimate(_ table: TableSchema) -> Double
    /// What ANALYZE knows of a table.
    func statistics(of table: TableSchema) -> TableStatistics?
}
