import WCDBSQL
import WCDBStorage

/// Triggers of the temporary database may watch tables and views of any other: those that were
/// meant when they were made, whatever gets the same name later.
extension Connection {
    /// In the order in which they fire: those of a temporary table the newest first, as everywhere;
    /// those of a table of another database the oldest first, as SQLite does it.
    package func temporaryTriggers(
        of name: String, in database: Int
    ) throws(EngineError) -> [TriggerSchema] {
        let temporary = temporaryDatabase
        if temporary.isUnused { return [] }
        try beginReading(temporary)
        guard temporary.transaction.schemaCookie != 0 else { return [] }
        var triggers: [TriggerSchema] = []
        let reader = SchemaReader(
            temporary.transaction, database: temporary.number, collations: collations)
        for trigger in try reader.triggers(of: name)
        where try watchedDatabase(of: trigger.statement) == database {
            triggers.append(trigger)
        }
        return database == DatabaseNumber.temporary ? triggers : triggers.reversed()
    }

    /// The triggers of the temporary database, as the catalog has them, that watch something.
    func temporaryTriggerEntries(
        of name: String, in database: Int
    ) throws(EngineError) -> [Catalog.Entry] {
        var found: [Catalog.Entry] = []
        try beginReading(temporaryDatabase)
        for entry in try entries(of: temporaryDatabase)
        where entry.kind == .trigger && FoldedName.equal(entry.tableName, name) {
            guard case .createTrigger(let trigger)? = try? Parser.statement(entry.sql ?? ""),
                try watchedDatabase(of: trigger) == database
            else { continue }
            found.append(entry)
        }
        return found
    }

    /// Remembers what a new trigger of the temporary database watches, if its text does not say.
    func noteWatched(
        _ create: CreateTriggerStatement, in database: Int
    ) throws(EngineError) {
        guard create.table.schema == nil, let id = try temporaryTrigger(create) else { return }
        watchedDatabases[id] = database
    }

    /// The number that the catalog has given a temporary trigger. By its name, a rollback would
    /// bring it back with what another one of that name has watched meanwhile.
    private func temporaryTrigger(
        _ trigger: CreateTriggerStatement
    ) throws(EngineError) -> TreeID? {
        try beginReading(temporaryDatabase)
        return try stored { () throws(StorageError) in
            try Catalog(temporaryDatabase.transaction)
                .entry(named: trigger.name.name.text, isTrigger: true)?.id
        }
    }

    func watchedDatabase(
        of trigger: CreateTriggerStatement
    ) throws(EngineError) -> Int? {
        if trigger.table.schema == nil, !watchedDatabases.isEmpty,
            let id = try temporaryTrigger(trigger), let known = watchedDatabases[id]
        {
            return known
        }
        if let schema = trigger.table.schema {
            return databases.first { FoldedName.equal($0.name, schema.text) }?.number
        }
        if let table = try table(trigger.table) { return table.database }
        return try view(trigger.table)?.database
    }
}
