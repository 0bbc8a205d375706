import WCDBSQL

/// Functions in the place of a table.
extension Binder {
    func source(_ function: TableFunction, _ scope: Scope) throws(EngineError) -> Source {
        let name = function.name.name.text
        guard try schema.table(function.name) == nil, try schema.view(function.name) == nil else {
            throw .error("'\(name)' is not a function")
        }
        throw .error("no such table: \(name)")
    }
}
