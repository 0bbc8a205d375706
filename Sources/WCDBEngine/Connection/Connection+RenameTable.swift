import WCDBSQL
import WCDBStorage

/// ALTER TABLE RENAME TO: the table, its indexes and triggers, and every definition that mentions
/// it. All views are bound again before the change stands.
extension Connection {
    func rename(
        _ entry: Catalog.Entry, to name: String, _ database: DatabaseFile
    ) throws(EngineError) {
        if FoldedName.fold(name).hasPrefix("sqlite_") {
            throw .error("object name reserved for internal use: \(name)")
        }
        let all = try entries(of: database)
        if all.contains(where: { $0.type != "trigger" && FoldedName.equal($0.name, name) }) {
            throw .error("there is already another table or index with this name: \(name)")
        }
        try requireSoundBefore(database)
        let watchers = try temporaryTriggerEntries(of: entry.name, in: database.number)
        var (own, temporary) = (all, [Catalog.Entry]())
        if database.number == 1 {
            own = all.filter { old in
                old.type != "trigger" || !FoldedName.equal(old.tableName, entry.name)
                    || watchers.contains(old)
            }
        } else {
            temporary = try watchers + temporaryEntries(naming: entry.name, in: database)
        }
        let other = temporary.isEmpty ? nil : databases[1]
        try changing(database, and: other) { () throws(EngineError) in
            try update(own, of: entry, to: name, database, in: database)
            if let other { try update(temporary, of: entry, to: name, database, in: other) }
            try renameSequence(entry.name, to: name, database)
            for (object, owner) in try definitions(about: database)
            where object.type == "view" || object.type == "trigger" && hides(object, entry.name) {
                guard let fault = try fault(of: object, owner) else { continue }
                throw .error("error in \(object.type) \(object.name) after rename: \(fault)")
            }
        }
    }

    /// Triggers and views of the temporary database, whose texts mean the table if they name it.
    private func temporaryEntries(
        naming table: String, in database: DatabaseFile
    ) throws(EngineError) -> [Catalog.Entry] {
        guard try self.table(QualifiedName(Name(table)))?.database == database.number else {
            return []
        }
        return try entries(of: databases[1]).filter { entry in
            (entry.type == "trigger" || entry.type == "view")
                && !FoldedName.equal(entry.tableName, table)
        }
    }

    /// Whether a text has a WITH clause of that name.
    private func hides(_ entry: Catalog.Entry, _ name: String) -> Bool {
        TableRename(entry.sql ?? "", from: name).isShadowed
    }

    /// Changes what mentions a table of `owner`.
    private func update(
        _ entries: [Catalog.Entry], of table: Catalog.Entry, to name: String,
        _ owner: DatabaseFile, in database: DatabaseFile
    ) throws(EngineError) {
        let catalog = Catalog(database.transaction)
        for old in entries {
            guard let changed = try renamed(old, of: table, owner, to: name) else { continue }
            do throws(StorageError) {
                try catalog.update(changed)
            } catch {
                throw .storage(error)
            }
        }
        database.forget()
    }

    /// What an object is called and says afterwards; nil if it stays as it is.
    private func renamed(
        _ entry: Catalog.Entry, of table: Catalog.Entry, _ owner: DatabaseFile, to name: String
    ) throws(EngineError) -> Catalog.Entry? {
        var changed = entry
        if FoldedName.equal(entry.tableName, table.name) {
            changed.tableName = name
            // A trigger of another database may have the same number.
            if entry.type == "table" { changed.name = name }
            if entry.type == "index", entry.sql == nil,
                let number = entry.name.split(separator: "_").last
            {
                changed.name = "sqlite_autoindex_\(name)_\(number)"
            }
        }
        if let sql = entry.sql {
            let rename = TableRename(sql, from: table.name, in: owner.name)
            if let text = rename.text(with: name) {
                // Where a WITH clause has the name, that is taken to be meant; should it be the
                // table, the text has no meaning any more, and the change does not stand.
                if rename.isShadowed, FoldedName.equal(entry.tableName, table.name) {
                    throw .error(
                        "not supported yet: \(table.name) is a WITH clause of \(entry.name)")
                }
                if !rename.isShadowed { changed.sql = text }
            }
        }
        return changed == entry ? nil : changed
    }

    private func renameSequence(
        _ old: String, to name: String, _ database: DatabaseFile
    ) throws(EngineError) {
        let sequences = QualifiedName("sqlite_sequence", schema: Name(database.name))
        guard try database.table("sqlite_sequence", collations: collations) != nil else { return }
        var update = UpdateStatement(TableReference(sequences))
        update.assignments = [Assignment(["name"], .text(name))]
        update.condition = .binary(.equal, .column("name"), .text(old))
        try runWithin(.update(update))
    }
}
