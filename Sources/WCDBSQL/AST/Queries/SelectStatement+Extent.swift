// The extent of a query is that of its largest expression. It is summed up once, when the query
// becomes part of something else (see Subquery).

extension SelectStatement {
    /// What stands for a query beyond the bounds.
    package static let tooLarge = SelectStatement(.select([.tooLarge]))

    package var extent: TreeExtent {
        var parts = TreeExtent.empty
        if let with {
            for table in with.tables {
                if let query = table.query { parts.include(query.extent) }
            }
        }
        parts.include(first.extent)
        for compound in compounds { parts.include(compound.core.extent) }
        for term in order { parts.include(term.expression.extent) }
        parts.include(limit?.count)
        parts.include(limit?.offset)
        return parts
    }
}

extension SelectCore {
    package var extent: TreeExtent {
        var parts = TreeExtent.empty
        switch self {
        case .values(let rows):
            for row in rows { parts.include(row) }
        case .select(let body):
            for result in body.results { parts.include(result.expression.extent) }
            if let from = body.from { parts.include(from.extent) }
            parts.include(body.condition)
            parts.include(body.groups)
            parts.include(body.having)
            for window in body.windows { parts.include(window.definition.extent) }
        }
        return parts
    }
}

extension JoinClause {
    package var extent: TreeExtent {
        var parts = first?.extent ?? .empty
        for join in joins {
            parts.include(join.source.extent)
            if case .on(let condition) = join.constraint { parts.include(condition.extent) }
        }
        return parts
    }
}

extension TableSource {
    package var extent: TreeExtent {
        switch self {
        case .table: return .empty
        case .function(let function):
            var parts = TreeExtent.empty
            parts.include(function.arguments)
            return parts
        case .select(let subquery, _): return subquery.extent
        case .join(let group): return group.extent
        }
    }
}
