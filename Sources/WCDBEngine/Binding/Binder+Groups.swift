import WCDBSQL
import WCDBStorage

/// GROUP BY.
extension Binder {
    func bindGroup(
        _ expression: Expression, _ scope: Scope, _ core: BoundCore
    ) throws(EngineError) -> Scalar {
        let (term, collation) = try splitCollation(expression)
        if let number = term.ordinal {
            guard number >= 1, number <= core.results.count else {
                throw Binder.outOfRange(
                    core.groups.count + 1, "GROUP BY", count: core.results.count)
            }
            let result = core.results[number - 1]
            guard !result.contains(anyOf: scope.aggregates ?? []) else {
                throw Binder.aggregateInGroups
            }
            return collation.map { .collate(result, $0) } ?? result
        }
        let aggregates = scope.aggregates
        scope.aggregates = nil
        defer { scope.aggregates = aggregates }
        do throws(EngineError) {
            let group = try bind(expression, scope)
            // It may be the name of a result.
            guard !group.contains(anyOf: aggregates ?? []) else { throw Binder.aggregateInGroups }
            return group
        } catch .misuse(of: .aggregate, _) {
            throw Binder.aggregateInGroups
        }
    }

    private static var aggregateInGroups: EngineError {
        .error("aggregate functions are not allowed in the GROUP BY clause")
    }
}
