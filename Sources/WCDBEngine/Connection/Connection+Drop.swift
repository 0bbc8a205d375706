import WCDBSQL
import WCDBStorage

/// DROP of tables, indexes, views and triggers.
extension Connection {
    func run(_ drop: DropStatement) throws(EngineError) {
        let name = drop.name.name.text
        if drop.kind == .table, let table = try table(drop.name), table.tree == .catalog {
            throw .error("table sqlite_master may not be dropped")
        }
        for database in searchOrder(drop.name.schema) {
            try beginReading(database)
            let entry = try stored { () throws(StorageError) in
                try Catalog(database.transaction).entry(
                    named: name, isTrigger: drop.kind == .trigger)
            }
            guard let entry else { continue }
            switch (drop.kind, entry.kind) {
            case (.table, .table), (.index, .index), (.view, .view), (.trigger, .trigger):
                return try remove(entry, database)
            case (.table, .view): throw .error("use DROP VIEW to delete view \(name)")
            case (.view, .table): throw .error("use DROP TABLE to delete table \(name)")
            default: continue
            }
        }
        guard !drop.ifExists else { return }
        throw .error("no such \(drop.kind): \(Scope.spell(name, nil, drop.name.schema?.text))")
    }

    private func remove(
        _ entry: Catalog.Entry, _ database: DatabaseFile
    ) throws(EngineError) {
        let folded = FoldedName.fold(entry.name)
        if folded.hasPrefix("sqlite_"), !folded.hasPrefix("sqlite_stat") {
            if entry.kind == .index {
                throw .error(
                    "index associated with UNIQUE or PRIMARY KEY constraint cannot be dropped")
            }
            throw .error("table \(entry.name) may not be dropped")
        }
        let watchers = try watchers(of: entry, database)
        let other = database.isTemporary || watchers.isEmpty ? nil : temporaryDatabase
        try changing(database, and: other) { () throws(EngineError) in
            if entry.kind == .table { try deleteForDrop(entry.name, database) }
            if let other { try drop(watchers, other) }
            do {
                let catalog = Catalog(database.transaction)
                if entry.kind == .table || entry.kind == .view {
                    for member in try catalog.entries(ofTable: entry.name)
                    where !database.isTemporary || member.kind != .trigger
                        || watchers.contains(member)
                    {
                        try catalog.drop(member.id)
                    }
                }
                try catalog.drop(entry.id)
                if entry.kind == .table { try forgetSequence(of: entry.name, database) }
                try forgetStatistics(of: entry, database)
            } catch {
                throw EngineError(error)
            }
        }
        database.forget()
    }

    /// The temporary triggers that watch what is dropped.
    private func watchers(
        of entry: Catalog.Entry, _ database: DatabaseFile
    ) throws(EngineError) -> [Catalog.Entry] {
        guard entry.kind == .table || entry.kind == .view else { return [] }
        return try temporaryTriggerEntries(of: entry.name, in: database.number)
    }

    private func drop(
        _ triggers: [Catalog.Entry], _ database: DatabaseFile
    ) throws(EngineError) {
        do throws(StorageError) {
            let catalog = Catalog(database.transaction)
            for trigger in triggers { try catalog.drop(trigger.id) }
        } catch {
            throw .storage(error)
        }
        database.forget()
    }
}
