import WCDBSQL
import WCDBStorage

/// A table that gets another name.
private struct TableRenaming {
    let table: Catalog.Entry
    let database: DatabaseFile
    let name: String
    /// Whether the name means this table where no database stands in front of it, seen from the
    /// temporary database.
    let isFoundFirst: Bool
    /// The triggers of the temporary database that watch the table.
    let watchers: [Catalog.Entry]
}

/// ALTER TABLE RENAME TO: the table, its indexes and triggers, and every definition that means it.
/// All views and triggers are resolved again before the change stands.
extension Connection {
    func rename(
        _ entry: Catalog.Entry, to name: String, _ database: DatabaseFile
    ) throws(EngineError) {
        if FoldedName.fold(name).hasPrefix("sqlite_") {
            throw .error("object name reserved for internal use: \(name)")
        }
        let isTaken = try entries(of: database).contains { other in
            other.type != "trigger" && FoldedName.equal(other.name, name)
        }
        if isTaken {
            throw .error("there is already another table or index with this name: \(name)")
        }
        try requireSoundBefore(database)
        let renaming = TableRenaming(
            table: entry, database: database, name: name,
            isFoundFirst: try table(QualifiedName(Name(entry.name)))?.database == database.number,
            watchers: try temporaryTriggerEntries(of: entry.name, in: database.number))
        var own: [Catalog.Entry] = []
        var temporary: [Catalog.Entry] = []
        for (object, owner) in try definitions(about: database) {
            guard let changed = try renamed(object, owner, renaming) else { continue }
            if owner === database { own.append(changed) } else { temporary.append(changed) }
        }
        let other = temporary.isEmpty ? nil : databases[1]
        try changing(database, and: other) { () throws(EngineError) in
            try update(own, database)
            if let other { try update(temporary, other) }
            try renameSequence(entry.name, to: name, database)
            for (object, owner) in try definitions(about: database)
            where object.type == "view" || object.type == "trigger" {
                guard let fault = try fault(of: object, owner) else { continue }
                throw .error("error in \(object.type) \(object.name) after rename: \(fault)")
            }
        }
    }

    /// What an object is called and says afterwards; nil if it stays as it is.
    private func renamed(
        _ entry: Catalog.Entry, _ owner: DatabaseFile, _ renaming: TableRenaming
    ) throws(EngineError) -> Catalog.Entry? {
        let isOfTemporary = owner.number == 1
        let isWatcher =
            entry.type == "trigger" && isOfTemporary
            ? renaming.watchers.contains(entry)
            : FoldedName.equal(entry.tableName, renaming.table.name) && entry.type != "view"
        var changed = entry
        if isWatcher {
            changed.tableName = renaming.name
            // A trigger may have the same name.
            if entry.type == "table" { changed.name = renaming.name }
            if entry.type == "index", entry.sql == nil,
                let number = entry.name.split(separator: "_").last
            {
                changed.name = "sqlite_autoindex_\(renaming.name)_\(number)"
            }
        }
        if let sql = entry.sql {
            guard let statement = try? Parser.statement(sql) else {
                throw .sql(.corrupt, "malformed database schema (\(entry.name))")
            }
            var bareNames: TableMentions.BareNames = isWatcher ? .watched : []
            if !isOfTemporary || renaming.isFoundFirst { bareNames.insert(.others) }
            let mentions = TableMentions(
                of: renaming.table.name, in: renaming.database.name, renamedTo: renaming.name,
                bareNames: bareNames, statement)
            // SQLite lets the definition mean something else from then on.
            if mentions.isCaptured {
                throw .error(
                    "error in \(entry.type) \(entry.name) after rename: "
                        + "\(renaming.name) means something else there")
            }
            changed.sql = Lexer(Array(sql.utf8)).replacing(at: mentions.offsets) { _ in
                renaming.name.quoted(by: "\"")
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
