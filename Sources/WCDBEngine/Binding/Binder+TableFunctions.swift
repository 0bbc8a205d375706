import WCDBSQL
import WCDBStorage

/// Functions in the place of a table.
extension Binder {
    func source(_ function: TableFunction, _ scope: Scope) throws(EngineError) -> Source {
        let name = function.name.name.text
        usesSchema = true
        guard try schema.table(function.name) == nil, try schema.view(function.name) == nil else {
            throw .error("'\(name)' is not a function")
        }
        guard let found = try schema.tableFunction(name) else {
            throw .noSuchTable(function.name)
        }
        guard function.arguments.count <= found.maxArguments else {
            throw .error("too many arguments on \(name)() - max \(found.maxArguments)")
        }
        // Arguments see the tables before it.
        let arguments = try bind(function.arguments, scope)
        return source(found, arguments, alias: function.alias?.text ?? name)
    }

    func source(
        _ function: TableFunctionSchema, _ arguments: [Scalar], alias: String
    ) -> Source {
        let source = Source(
            alias: alias, database: "main", content: .function(function, arguments),
            // Columns without a type, and no expressions: what they are compared with stays.
            columns: function.columns.map {
                Source.Column(name: $0, affinity: .blob, collation: .binary)
            })
        source.hasRowid = false
        for index in 0..<function.hiddenCount {
            source.hiddenColumns.insert(function.columns.count - 1 - index)
        }
        source.argumentColumns = source.hiddenColumns
        return source
    }
}

extension Source {
    var isFunction: Bool {
        if case .function = content { return true }
        return false
    }
}
