import WCDBSQL

// Queries, with all that is in them.

extension UnfinishedStatement {
    /// `place`: what the query is, should it have no results.
    static func missing(_ select: SelectStatement, _ place: String) -> String? {
        guard select.isFinished else { return "\(place) has no result columns" }
        if let part = missing(select.with) ?? missing(select.first) { return part }
        guard select.compounds.count < ParserLimits.standard.compoundTerms else {
            return "too many terms in compound SELECT"
        }
        for compound in select.compounds {
            if case .select(let body) = compound.core, body.results.isEmpty {
                return "the query behind a compound operator has no result columns"
            }
            if let part = missing(compound.core) { return part }
        }
        return missing(select.order) ?? missing(select.limit)
    }

    static func missing(_ limit: LimitClause?) -> String? {
        missing(limit?.count) ?? missing(limit?.offset)
    }

    /// A table that nobody reads needs its query all the same: the text of WITH has a hole there.
    static func missing(_ with: WithClause?) -> String? {
        for table in with?.tables ?? [] {
            if table.name.isEmpty { return "a table of WITH has no name" }
            let place = "table \(table.name.text) of WITH"
            guard let query = table.query else { return "\(place) has no query" }
            let part =
                unsayable(table.name) ?? misnamed(table.columns, "\(place)")
                ?? missing(query.select, place)
            if let part { return part }
        }
        return nil
    }

    private static func missing(_ core: SelectCore) -> String? {
        switch core {
        case .values(let rows):
            for row in rows {
                if let part = missing(row) { return part }
            }
            return nil
        case .select(let body):
            return missing(results: body.results) ?? missing(body.from)
                ?? missing(body.condition) ?? missing(body.groups) ?? missing(body.having)
                ?? missingWindow(of: body)
        }
    }

    /// Results may be stars, of a table at most.
    static func missing(results: [ResultTree]) -> String? {
        for result in results {
            if let part = unsayable(result.alias) { return part }
            if case .column(let column) = result.expression, column.isAll {
                if result.alias == nil, column.schema == nil || column.table == nil {
                    if let part = unsayable(column.table) { return part }
                    continue
                }
                return "\(column.sql) stands for columns that keep their names"
            }
            if let part = missing(result.expression) { return part }
        }
        return nil
    }

    private static func missingWindow(of body: SelectBody) -> String? {
        if body.hasUnfinishedWindows { return "WINDOW does not pair names and definitions" }
        for window in body.windows {
            if window.name.isEmpty { return "a window has no name" }
            if let part = unsayable(window.name) ?? missing(window.definition) { return part }
        }
        return nil
    }

    // MARK: Tables

    static func missing(_ from: JoinTree?) -> String? {
        guard let from else { return nil }
        guard let first = from.first else { return "a join has no table" }
        if from.hasLooseConstraint { return "a join has a condition before its second table" }
        if let part = missing(first) { return part }
        for join in from.joins {
            if let part = missing(join.source) { return part }
            switch join.constraint {
            case nil: continue
            case .on(let condition):
                if let part = missing(condition) { return part }
            case .using(let columns):
                if let part = misnamed(columns, "USING") { return part }
            }
        }
        return nil
    }

    private static func missing(_ source: TableSource) -> String? {
        switch source {
        case .table(let table): table.name.isEmpty ? "a table has no name" : unsayable(table)
        case .function(let function):
            function.name.isEmpty
                ? "a table function has no name"
                : unsayable(function.name) ?? unsayable(function.alias)
                    ?? missing(function.arguments)
        case .select(let query, let alias): unsayable(alias) ?? missing(query.select, "SELECT")
        case .join(let group): unsayable(group.alias) ?? missing(group.clause)
        }
    }

    /// What is stored into, or made, is a column of the one table: SQL has no other name for it.
    static func misnamed(_ columns: [ColumnReference], _ place: String) -> String? {
        for column in columns {
            if column.name.isEmpty { return "\(place) names a column without a name" }
            if column.isAll { return "\(place) names * as a column" }
            if column.table != nil {
                return "\(place) names the column \(column.sql) with its table"
            }
            if let part = unsayable(column) { return part }
        }
        return nil
    }
}
