import WCDBSQL

extension Binder {
    /// Resolves an expression of an index's definition for a source; nil if it cannot be.
    func resolve(_ expression: Expression, for source: Source) -> Scalar? {
        // The plan only compares it with what the query says: nothing is used by that.
        let used = source.usedColumns
        defer { source.usedColumns = used }
        let scope = Scope(parent: nil)
        scope.sources = [source]
        return try? bind(expression, scope)
    }
}
