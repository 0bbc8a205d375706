import WCDBSQL
import WCDBStorage

/// ALTER TABLE RENAME COLUMN: the new name goes into every definition that means the column. All of
/// them are resolved again before the change stands.
extension Connection {
    func rename(
        _ column: Name, of table: TableSchema, to new: Name, _ database: DatabaseFile
    ) throws(EngineError) {
        guard
            let number = table.columns.firstIndex(where: {
                FoldedName.equal($0.name, column.text)
            })
        else { throw .error("no such column: \"\(column.text)\"") }
        try requireSound(database)
        // All are resolved before the first is changed: they need each other.
        var renamed: [Catalog.Entry] = []
        var temporary: [Catalog.Entry] = []
        for (entry, owner) in try definitions(about: database) {
            guard let sql = entry.sql else { continue }
            let mentions = try mentions(
                in: entry, of: table, number, owner, renamedTo: new.text)
            guard let text = mentions.text(sql, renamedTo: new) else { continue }
            var changed = entry
            changed.sql = text
            if owner === database { renamed.append(changed) } else { temporary.append(changed) }
        }
        let other = temporary.isEmpty ? nil : temporaryDatabase
        try changing(database, and: other) { () throws(EngineError) in
            try update(renamed, database)
            if let other { try update(temporary, other) }
            try requireSound(table.name, "after rename", database)
        }
    }

    /// The catalog says of objects what their entries say.
    func update(
        _ entries: [Catalog.Entry], _ database: DatabaseFile
    ) throws(EngineError) {
        for changed in entries {
            try stored { () throws(StorageError) in
                try Catalog(database.transaction).update(changed)
            }
        }
        database.forget()
    }

    /// Where the text of an object means a column.
    func mentions(
        in entry: Catalog.Entry, of table: TableSchema, _ column: Int, _ database: DatabaseFile,
        renamedTo newName: String? = nil
    ) throws(EngineError) -> ColumnMentions {
        try StackSpace.withRoom { [self] () throws(EngineError) in
            try findMentions(in: entry, of: table, column, database, newName)
        }
    }

    private func findMentions(
        in entry: Catalog.Entry, of table: TableSchema, _ column: Int, _ database: DatabaseFile,
        _ newName: String?
    ) throws(EngineError) -> ColumnMentions {
        let isOwn = entry.kind == .table || entry.kind == .index
        let statement: Statement
        do {
            statement = try Parser.statement(entry.sql ?? "")
        } catch {
            throw .malformedSchema(entry.name)
        }
        var isWatched = FoldedName.equal(entry.tableName, table.name)
        if isWatched, database.isTemporary, case .createTrigger(let create) = statement {
            isWatched = try watchedDatabase(of: create) == table.database
        }
        let mentions = ColumnMentions(
            table, column, renamedTo: newName, isOwn: isOwn, isWatched: isWatched)
        switch statement {
        case .createTable(let create):
            guard case .columns(let definition) = create.content else { break }
            noteKeys(of: definition, table, mentions)
            guard entry.id == table.tree else { break }
            try note(definition, table, mentions)
            mentions.noteKeyTexts(in: entry.sql ?? "", isIndex: false)
        case .createIndex(let create) where FoldedName.equal(entry.tableName, table.name):
            try note(create.columns.map(\.expression), table, .indexExpression, mentions)
            try note([create.condition].compactMap(\.self), table, .partialIndex, mentions)
            mentions.noteKeyTexts(in: entry.sql ?? "", isIndex: true)
        case .createView(let create):
            guard let select = create.select else { break }
            let binder = makeBinder()
            defer { binder.releaseSources() }
            binder.home = database.isTemporary ? nil : database.name
            binder.mentions = mentions
            do throws(EngineError) {
                _ = try binder.bind(select, parent: nil)
            } catch {
                guard error.isOfRunning else { throw error }
            }
        case .createTrigger(let create): try note(create, table, database, mentions)
        default: break
        }
        return mentions
    }

    private func note(
        _ expressions: [Expression], _ table: TableSchema, _ place: DefinitionPlace,
        _ mentions: ColumnMentions
    ) throws(EngineError) {
        let binder = makeBinder()
        defer { binder.releaseSources() }
        binder.mentions = mentions
        let compiler = Compiler(functions: functions)
        for expression in expressions {
            _ = try compiler.definition(expression, table, first: 1, place: place, binder: binder)
        }
    }

    /// The table's own definition.
    private func note(
        _ definition: TableDefinition, _ table: TableSchema, _ mentions: ColumnMentions
    ) throws(EngineError) {
        for column in definition.columns {
            mentions.noteIfCalled(column.name.name)
            for constraint in column.constraints {
                switch constraint.kind {
                case .check(let condition, _): try note([condition], table, .check, mentions)
                case .generated(let value, _):
                    try note([value], table, .generatedColumn, mentions)
                default: break
                }
            }
        }
        for constraint in definition.constraints {
            switch constraint.kind {
            case .primaryKey(let terms, _, _), .unique(let terms, _):
                for term in terms { noteTerm(term.expression, mentions) }
            case .check(let condition, _, _): try note([condition], table, .check, mentions)
            case .foreignKey(let columns, _):
                for column in columns { mentions.noteIfCalled(column.name) }
            case nil: break
            }
        }
    }

    private func noteTerm(_ expression: Expression, _ mentions: ColumnMentions) {
        switch expression {
        case .column(let column): mentions.noteIfCalled(column.name)
        case .collate(let node): noteTerm(node.operand, mentions)
        default: break
        }
    }

    /// The columns that foreign keys refer to.
    private func noteKeys(
        of definition: TableDefinition, _ table: TableSchema, _ mentions: ColumnMentions
    ) {
        var keys: [ForeignKey] = []
        for column in definition.columns {
            for constraint in column.constraints {
                if case .references(let key) = constraint.kind { keys.append(key) }
            }
        }
        for constraint in definition.constraints {
            if case .foreignKey(_, let key) = constraint.kind { keys.append(key) }
        }
        for key in keys where FoldedName.equal(key.table.text, table.name) {
            for column in key.columns { mentions.noteIfCalled(column.name) }
        }
    }

    private func note(
        _ trigger: CreateTriggerStatement, _ table: TableSchema, _ database: DatabaseFile,
        _ mentions: ColumnMentions
    ) throws(EngineError) {
        if case .update(let columns) = trigger.event, mentions.isWatched {
            for column in columns { mentions.noteIfCalled(column.name) }
        }
        do throws(EngineError) {
            try resolve(trigger, database, mentions)
        } catch {
            // What stands behind the fault was not seen, and may mention the column.
            throw error.about("error in trigger \(trigger.name.name.text)")
        }
    }

    /// Resolves everything that a trigger says; if asked, also whether the columns are there that
    /// its updates assign.
    func resolve(
        _ trigger: CreateTriggerStatement, _ database: DatabaseFile, _ mentions: ColumnMentions?,
        knowsAssigned: Bool = false
    ) throws(EngineError) {
        var home = QualifiedName(trigger.table.name, schema: Name(database.name))
        if database.isTemporary {
            home.schema = try watchedDatabase(of: trigger).map { Name(databases[$0].name) }
        }
        let target: TriggerTarget
        if let table = try table(home) {
            target = TriggerTarget(
                name: table.name, columns: Source(table: table, alias: nil).columns,
                rowidColumn: table.rowidColumn, hasRowid: !table.isWithoutRowid, triggers: [])
        } else if let view = try view(home) {
            let source = try makeBinder().source(view, alias: nil)
            target = TriggerTarget(
                name: view.name, columns: source.columns, rowidColumn: nil, triggers: [])
        } else {
            throw .noSuchTable(home)
        }
        let binder = makeBinder()
        defer { binder.releaseSources() }
        binder.firesTriggers = false
        binder.looksAtNamesOnly = true
        binder.knowsForeignKeys = false
        binder.mentions = mentions
        binder.knowsAssigned = knowsAssigned
        var compiler = Compiler(functions: functions)
        // Only which rows there are is of interest here.
        let row = TriggerRow(rowid: 0)
        var event = TriggerEvent(change: .insert, skip: compiler.program.makeLabel())
        if trigger.event != .delete { event.new = row }
        if trigger.event != .insert, trigger.event != nil { event.old = row }
        let schema = TriggerSchema(
            database: database.number, name: trigger.name.name.text, statement: trigger)
        let call = TriggerCall(schema, target, event, mayRecurse: true)
        try compiler.compile(call, binder: binder)
    }
}
