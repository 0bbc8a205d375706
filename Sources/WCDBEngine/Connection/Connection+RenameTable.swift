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
    /// Whether the temporary database has something of the new name, which is found first there.
    let isHidden: Bool
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
            other.kind != .trigger && FoldedName.equal(other.name, name)
        }
        if isTaken {
            throw .error("there is already another table or index with this name: \(name)")
        }
        try requireSound(database)
        let renaming = TableRenaming(
            table: entry, database: database, name: name,
            isFoundFirst: try table(QualifiedName(Name(entry.name)))?.database == database.number,
            isHidden: database.isTemporary ? false : try hasTemporary(name),
            watchers: try temporaryTriggerEntries(of: entry.name, in: database.number))
        var own: [Catalog.Entry] = []
        var temporary: [Catalog.Entry] = []
        var captured: String?
        for (object, owner) in try definitions(about: database) {
            guard let changed = try renamed(object, owner, renaming, &captured) else { continue }
            if owner === database { own.append(changed) } else { temporary.append(changed) }
        }
        let other = temporary.isEmpty ? nil : temporaryDatabase
        try changing(database, and: other) { () throws(EngineError) in
            try update(own, database)
            if let other { try update(temporary, other) }
            try renameSequence(entry.name, to: name, database)
            for (object, owner) in try definitions(about: database)
            where object.kind == .view || object.kind == .trigger {
                guard let fault = try fault(of: object, owner) else { continue }
                throw .error("error in \(object.kind) \(object.name) after rename: \(fault)")
            }
            // SQLite lets the definition mean something else from then on.
            if let captured {
                throw .error(
                    "error in \(captured) after rename: \(name) means something else there")
            }
        }
    }

    private func hasTemporary(_ name: String) throws(EngineError) -> Bool {
        try beginReading(temporaryDatabase)
        return try entries(of: temporaryDatabase).contains { entry in
            (entry.kind == .table || entry.kind == .view) && FoldedName.equal(entry.name, name)
        }
    }

    /// What an object is called and says afterwards; nil if it stays as it is. `captured` is the
    /// first object for which the new name would mean something else.
    private func renamed(
        _ entry: Catalog.Entry, _ owner: DatabaseFile, _ renaming: TableRenaming,
        _ captured: inout String?
    ) throws(EngineError) -> Catalog.Entry? {
        let isOfTemporary = owner.isTemporary
        // The table itself, an index of it, or a trigger that watches it.
        let isOwn =
            entry.kind == .trigger && isOfTemporary
            ? renaming.watchers.contains(entry)
            : FoldedName.equal(entry.tableName, renaming.table.name) && entry.kind != .view
        var changed = entry
        if isOwn {
            changed.tableName = renaming.name
            // A trigger may have the same name.
            if entry.kind == .table { changed.name = renaming.name }
            if entry.kind == .index, entry.sql == nil,
                let number = entry.name.split(separator: "_").last
            {
                changed.name = "sqlite_autoindex_\(renaming.name)_\(number)"
            }
        }
        if let sql = entry.sql {
            guard let statement = try? Parser.statement(sql) else {
                throw .malformedSchema(entry.name)
            }
            var bareNames: TableMentions.BareNames = isOwn ? .watched : []
            if !isOfTemporary || renaming.isFoundFirst { bareNames.insert(.others) }
            let mentions = TableMentions(
                of: renaming.table.name, in: renaming.database.name, renamedTo: renaming.name,
                bareNames: bareNames, statement)
            let isHidden = isOfTemporary && renaming.isHidden && mentions.hasBareNames
            if captured == nil, mentions.isCaptured || isHidden {
                captured = "\(entry.kind) \(entry.name)"
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
