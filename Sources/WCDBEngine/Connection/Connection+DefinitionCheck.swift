import WCDBSQL
import WCDBStorage

/// What a definition says of rows, resolved when it is made: what would have no meaning is refused.
extension Connection {
    func makeBinder() -> Binder {
        let binder = Binder(schema: self, functions: functions, collations: collations)
        binder.parameterLimit = parameterLimit
        binder.ignoresChecks = flag("ignore_check_constraints")
        binder.recursesTriggers = flag("recursive_triggers")
        binder.notesRowids = unfinished == nil
        return binder
    }

    func requireMeaning(_ parts: TableParts, _ database: DatabaseFile) throws(EngineError) {
        let table = TableSchema(
            parts, database: database.number, tree: .catalog, indexes: [], triggers: [])
        try requireMeaning(of: table)
    }

    func requireMeaning(of table: TableSchema) throws(EngineError) {
        try StackSpace.withRoom { [self] () throws(EngineError) in try resolve(table) }
    }

    private func resolve(_ table: TableSchema) throws(EngineError) {
        guard table.columns.contains(where: { $0.generated == nil }) else {
            throw .error("must have at least one non-generated column")
        }
        let binder = makeBinder()
        defer { binder.releaseSources() }
        let compiler = Compiler(functions: functions)
        for check in table.checks {
            _ = try compiler.definition(
                check.condition, table, first: 1, place: .check, binder: binder)
        }
        for column in table.columns {
            if let expression = column.generated {
                _ = try compiler.definition(
                    expression, table, first: 1, place: .generatedColumn, binder: binder)
            }
            if let value = column.defaultValue { try requireConstant(value, of: column.name) }
        }
    }

    private func requireConstant(
        _ value: DefaultValue, of column: String
    ) throws(EngineError) {
        guard !value.expression.isIndependent else { return }
        throw .error("default value of column [\(column)] is not constant")
    }

    /// Refuses what a definition says in vain, as something else of it counts. Only when it is
    /// made: a file that has such a definition can be read.
    func requireNothingInVain(_ definition: TableDefinition) throws(EngineError) {
        for column in definition.columns { try requireNothingInVain(column) }
    }

    func requireNothingInVain(_ column: ColumnDefinition) throws(EngineError) {
        var (isGenerated, hasDefault) = (false, false)
        for constraint in column.constraints {
            switch constraint.kind {
            case .generated:
                guard !isGenerated, !hasDefault else {
                    throw .error("error in generated column \"\(column.name.name.text)\"")
                }
                isGenerated = true
            case .default(let value):
                guard !isGenerated else {
                    throw .error("cannot use DEFAULT on a generated column")
                }
                hasDefault = true
                if case .column = value.expression, !value.isParenthesised { continue }
                try requireConstant(value, of: column.name.name.text)
            default: continue
            }
        }
    }

    /// A view or trigger that is not temporary has the tables of its own database only. Anything
    /// else that is wrong with it shows when it is used.
    func requireOwnTables(
        _ definition: Statement, _ name: String, _ database: DatabaseFile
    ) throws(EngineError) {
        guard !database.isTemporary else { return }
        for schema in TableMentions(of: "", definition).databases
        where !FoldedName.equal(schema, database.name) {
            throw .error("\(name) \(EngineError.foreignSchema(schema).message)")
        }
    }

    /// A definition is kept, and what it waits for would never come.
    func requireNoParameter(_ definition: String, _ message: String) throws(EngineError) {
        let lexer = Lexer(Array(definition.utf8))
        var token = lexer.token(at: 0)
        while token.kind != .endOfText, token.kind != .illegal {
            guard token.kind != .parameter else { throw .error(message) }
            token = lexer.token(at: token.end)
        }
    }
}
