import WCDBSQL
import WCDBStorage

/// Triggers that are programs of their own, and those that watch tables of other databases.
extension Connection {
    package func temporaryTriggers(
        of table: TableSchema
    ) throws(EngineError) -> [TriggerSchema] {
        let temporary = databases[1]
        guard table.database != 1, temporary.transaction.schemaCookie != 0 else { return [] }
        try beginReading(temporary)
        let found = try SchemaReader(temporary.transaction, database: 1, collations: collations)
            .triggers(of: table.name)
        var triggers: [TriggerSchema] = []
        for trigger in found {
            let watched = try self.table(trigger.statement.table)
            if watched?.database == table.database { triggers.append(trigger) }
        }
        return triggers
    }

    package func program(for call: TriggerCall) throws(EngineError) -> Program {
        if let known = triggerPrograms[call.key] { return known }
        let binder = makeBinder()
        var compiler = Compiler(functions: functions) { [unowned self] in estimate($0) }
        try compiler.compile(call, binder: binder)
        compiler.program.finish()
        let program = Program(
            compiler.program, columns: [], parameters: binder.parameters,
            schemaVersion: schemaVersion)
        triggerPrograms[call.key] = program
        return program
    }

    /// The tables of the programs that the last change called: those of triggers, and of what
    /// foreign keys want done.
    package var calledTables: [TableSchema] { triggerPrograms.values.flatMap(\.tables) }

    /// The databases that a program may write to.
    func written(by program: Program) -> [DatabaseFile] {
        if program.calls.contains(where: { $0.trigger.database == 1 }) { return databases }
        var numbers = program.writtenDatabases
        for call in program.calls where !numbers.contains(call.trigger.database) {
            numbers.append(call.trigger.database)
        }
        return numbers.isEmpty ? [databases[0]] : numbers.map { databases[$0] }
    }
}
