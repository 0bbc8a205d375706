import WCDBSQL
import WCDBStorage

/// CREATE TRIGGER.
extension Connection {
    func run(_ create: CreateTriggerStatement, text: [UInt8]?) throws(EngineError) {
        let name = create.name.name.text
        let database = try home(of: create)
        let watched = try watchedName(create, in: database)
        let table = try table(watched)
        let view = try view(watched)
        guard let home = table?.database ?? view?.database else {
            throw .noSuchTable(watched)
        }
        try requireUnreserved(name)
        try beginReading(database)
        let existing = try stored { () throws(StorageError) in
            try Catalog(database.transaction).entry(named: name, isTrigger: true)
        }
        if existing != nil {
            if create.ifNotExists { return }
            throw .error("trigger \(create.name.name.spelling) already exists")
        }
        try requireFittingTiming(create, isView: view != nil)
        let sql = definition(
            "CREATE TRIGGER ", create.name.name, .createTrigger(create), text: text)
        try requireNoParameter(sql, "trigger cannot use variables")
        try requireOwnTables(.createTrigger(create), "trigger \(name)", database)
        let owner = create.table.name.text
        try changing(database) { () throws(EngineError) in
            _ = try add(
                .init(kind: .trigger, name: name, tableName: owner, sql: sql), database)
        }
        database.forget()
        if database.isTemporary, !isChecking { try noteWatched(create, in: home) }
    }

    /// Where a trigger is kept: in the database that its name says, or with a temporary table, or
    /// in the main one.
    private func home(of create: CreateTriggerStatement) throws(EngineError) -> DatabaseFile {
        if create.isTemporary {
            guard create.name.schema == nil else {
                throw .error("temporary trigger may not have qualified name")
            }
            return temporaryDatabase
        }
        if let database = try database(create.name.schema) { return database }
        return try isTemporary(create.table) ? temporaryDatabase : mainDatabase
    }

    /// Whether a name means a table or view of the temporary database.
    func isTemporary(_ name: QualifiedName) throws(EngineError) -> Bool {
        if let table = try table(name) { return table.isTemporary }
        return try view(name)?.isTemporary ?? false
    }

    /// What a trigger watches: anything, if it is temporary, else something of its own database.
    private func watchedName(
        _ create: CreateTriggerStatement, in database: DatabaseFile
    ) throws(EngineError) -> QualifiedName {
        guard !database.isTemporary else { return create.table }
        if let schema = create.table.schema, !FoldedName.equal(schema.text, database.name) {
            let message = EngineError.foreignSchema(schema.text).message
            throw .error("trigger \(create.name.name.text) \(message)")
        }
        return QualifiedName(create.table.name, schema: Name(database.name))
    }

    private func requireFittingTiming(
        _ create: CreateTriggerStatement, isView: Bool
    ) throws(EngineError) {
        let shown = create.table.name.text
        if isView {
            guard create.timing == .insteadOf else {
                let timing = create.timing == .after ? "AFTER" : "BEFORE"
                throw .error("cannot create \(timing) trigger on view: \(shown)")
            }
            return
        }
        guard create.timing != .insteadOf else {
            throw .error("cannot create INSTEAD OF trigger on table: \(shown)")
        }
        if FoldedName.fold(shown).hasPrefix("sqlite_") {
            throw .error("cannot create trigger on system table")
        }
    }
}
