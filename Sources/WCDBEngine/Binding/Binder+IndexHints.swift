import WCDBSQL

/// INDEXED BY: an index that has only some rows must have all that are asked for.
extension Binder {
    func requireSolution(_ core: BoundCore) throws(EngineError) {
        for join in core.joins {
            let source = join.source
            guard case .indexed(let name) = source.indexing,
                let index = source.table?.indexes.first(where: {
                    FoldedName.equal($0.name, name.text)
                }), let condition = index.condition
            else { continue }
            let scope = Scope(parent: nil)
            scope.sources = [source]
            let given = core.condition + core.joins.flatMap(\.condition)
            for term in try bind(condition, scope).conjuncts
            where !given.contains(where: { $0.implies(term) }) {
                throw .error("no query solution")
            }
        }
    }
}
