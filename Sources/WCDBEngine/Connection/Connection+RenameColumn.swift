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
        try requireSoundBefore(database)
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
        let other = temporary.isEmpty ? nil : databases[1]
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
            do throws(StorageError) {
                try Catalog(database.transaction).update(changed)
            } catch {
                throw .storage(error)
            }
        }
        database.forget()
    }

    /// Where the text of an object means a column.
    func mentions(
        in entry: Catalog.Entry, of table: TableSchema, _ column: Int, _ database: DatabaseFile,
        renamedTo newName: String? = nil
    ) throws(EngineError) -> ColumnMentions {
        let isOwn = entry.type == "table" || entry.type == "index"
        let statement: Statement
        do {
            statement = try Parser.statement(entry.sql ?? "")
        } catch {
            throw .sql(.corrupt, "malformed database schema (\(entry.name))")
        }
        var isWatched = FoldedName.equal(entry.tableName, table.name)
        if isWatched, database.number == 1, case .createTrigger(let create) = statement {
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
            binder.home = database.number == 1 ? nil : database.name
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
        try resolve(trigger, database, mentions)
    }

    /// Resolves everything that a trigger says; if asked, also whether the columns are there that
    /// its updates assign.
    private func resolve(
        _ trigger: CreateTriggerStatement, _ database: DatabaseFile, _ mentions: ColumnMentions?,
        knowsAssigned: Bool = false
    ) throws(EngineError) {
        var home = QualifiedName(trigger.table.name, schema: Name(database.name))
        if database.number == 1 {
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
            throw .error("no such table: \(Scope.spell(home.name.text, nil, home.schema?.text))")
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

    // MARK: Whether definitions have a meaning

    /// What is wrong with a view or trigger; nil if nothing is.
    func fault(
        of entry: Catalog.Entry, _ database: DatabaseFile, knowsAssigned: Bool = false
    ) throws(EngineError) -> String? {
        guard let statement = try? Parser.statement(entry.sql ?? "") else {
            return "malformed text"
        }
        do throws(EngineError) {
            switch statement {
            case .createView(let create):
                guard let select = create.select else { return nil }
                let binder = makeBinder()
                defer { binder.releaseSources() }
                binder.home = database.number == 1 ? nil : database.name
                _ = try binder.bind(select, parent: nil)
            case .createTrigger(let create):
                try resolve(create, database, nil, knowsAssigned: knowsAssigned)
            default: break
            }
            return nil
        } catch {
            let isFault = knowsAssigned && error.isOfColumnList || !error.isOfRunning
            return isFault ? error.message : nil
        }
    }

    /// Whether a table, its indexes and all views and triggers still have a meaning. Throws the
    /// first that has none.
    func requireSoundBefore(_ database: DatabaseFile) throws(EngineError) {
        for (entry, owner) in try definitions(about: database)
        where entry.type == "view" || entry.type == "trigger" {
            if let fault = try fault(of: entry, owner) {
                throw .error("error in \(entry.type) \(entry.name): \(fault)")
            }
        }
    }

    /// The triggers of which one fills or assigns a column that is not there: what is done to
    /// another table makes them no worse.
    func brokenTriggers(_ database: DatabaseFile) throws(EngineError) -> Set<String> {
        var broken: Set<String> = []
        for (entry, owner) in try definitions(about: database) where entry.type == "trigger" {
            if try fault(of: entry, owner, knowsAssigned: true) != nil {
                broken.insert(owner.name + "." + entry.name)
            }
        }
        return broken
    }

    func requireSound(
        _ table: String, _ occasion: String, _ database: DatabaseFile, knowsAssigned: Bool = false,
        except broken: Set<String> = []
    ) throws(EngineError) {
        var fresh: TableSchema?
        do throws(EngineError) {
            fresh = try database.table(table, collations: collations)
            if let fresh { try requireMeaning(of: fresh) }
        } catch {
            // The text of an index may be what has no meaning.
            let index = error.message.hasPrefix("error in index ")
            guard !index else { throw .error("\(error.message)") }
            throw .error("error in table \(table) \(occasion): \(error.message)")
        }
        for (entry, owner) in try definitions(about: database) {
            if entry.type == "index", entry.sql != nil, let fresh,
                FoldedName.equal(entry.tableName, table),
                let fault = faultOfIndex(entry, fresh)
            {
                throw .error("error in index \(entry.name) \(occasion): \(fault)")
            }
            guard entry.type == "view" || entry.type == "trigger" else { continue }
            let knowsAssigned = knowsAssigned && !broken.contains(owner.name + "." + entry.name)
            if let fault = try fault(of: entry, owner, knowsAssigned: knowsAssigned) {
                throw .error("error in \(entry.type) \(entry.name) \(occasion): \(fault)")
            }
        }
    }

    /// What may say something about the tables of a database, each with the database that it is in:
    /// everything of that database, and triggers and views of the temporary one.
    func definitions(
        about database: DatabaseFile
    ) throws(EngineError) -> [(entry: Catalog.Entry, owner: DatabaseFile)] {
        let own = try entries(of: database).map { (entry: $0, owner: database) }
        guard database.number != 1 else { return own }
        let temporary = databases[1]
        try beginReading(temporary)
        return try own
            + entries(of: temporary).filter { $0.type == "trigger" || $0.type == "view" }
            .map { (entry: $0, owner: temporary) }
    }

    private func faultOfIndex(_ entry: Catalog.Entry, _ table: TableSchema) -> String? {
        guard case .createIndex(let create)? = try? Parser.statement(entry.sql ?? "") else {
            return "malformed text"
        }
        let compiler = Compiler(functions: functions)
        let binder = makeBinder()
        defer { binder.releaseSources() }
        do throws(EngineError) {
            for term in create.columns {
                _ = try compiler.definition(
                    term.expression, table, first: 1, place: .indexExpression, binder: binder)
            }
            if let condition = create.condition {
                _ = try compiler.definition(
                    condition, table, first: 1, place: .partialIndex, binder: binder)
            }
            return nil
        } catch {
            return error.message
        }
    }
}

extension EngineError {
    /// A step of a trigger fills a column that is not there.
    fileprivate var isOfColumnList: Bool {
        if case .noColumnToFill = self { true } else { false }
    }

    /// It says nothing of names, so that no ALTER can have brought it about: which columns a step
    /// of a trigger fills, and how functions are called, is its own business until it runs.
    fileprivate var isOfRunning: Bool {
        let ends = ["values were supplied", " may not be used as a window function"]
        let beginnings = [
            "misuse of ", "wrong number of arguments ", "no such function: ", "no such window: ",
            "row value misused",
        ]
        let parts = [" values for ", " generated column ", " out of range"]
        return isOfColumnList || ends.contains(where: message.hasSuffix)
            || beginnings.contains(where: message.hasPrefix)
            || parts.contains(where: message.contains)
    }
}
