import WCDBSQL
import WCDBStorage

/// Foreign keys: which there are, and whether all of them are whole.
extension Connection {
    /// Keys that are broken while this is off are not known later: whoever turns it off within a
    /// transaction has to look for them before it ends.
    package var enforcesForeignKeys: Bool {
        get { flag("foreign_keys") }
        set {
            guard newValue != enforcesForeignKeys else { return }
            settings["foreign_keys"] = newValue ? 1 : 0
            environmentVersion += 1
        }
    }

    /// All keys of all databases were checked, and none is broken.
    package func didFindKeysWhole() { brokenKeys = BrokenKeys() }

    package func referringKeys(to table: TableSchema) throws(EngineError) -> [ReferringKey] {
        let database = databases[table.database]
        let name = FoldedName.key(table.name)
        if let known = database.references[name] { return known }
        var found: [ReferringKey] = []
        for entry in try entries(of: database) where entry.kind == .table {
            guard let child = try database.table(entry.name, collations: collations) else {
                continue
            }
            for (number, key) in child.foreignKeys.enumerated()
            where FoldedName.equal(key.reference.table.text, table.name) {
                found.append(ReferringKey(number, of: child, to: table))
            }
        }
        // The youngest acts first.
        found.reverse()
        database.references[name] = found
        return found
    }

    package func countBroken(_ count: Int, isDeferred: Bool) {
        if defersForeignKeys {
            brokenKeys.postponed += count
        } else if isDeferred {
            brokenKeys.transaction += count
        } else {
            brokenKeys.statement += count
        }
    }

    package func hasNoneBroken(isDeferred: Bool) -> Bool {
        brokenKeys.isNone(isDeferred: isDeferred)
    }

    /// The statement is over; without a transaction around it, so is everything.
    func requireWholeStatement() throws(EngineError) {
        guard brokenKeys.statement <= 0 else { throw Connection.brokenKey }
        if isAutocommit { try requireWholeTransaction() }
    }

    /// The transaction is about to end.
    func requireWholeTransaction() throws(EngineError) {
        guard brokenKeys.transaction + brokenKeys.postponed <= 0 else {
            throw Connection.brokenKey
        }
    }

    private static var brokenKey: EngineError {
        .sql(.constraintForeignKey, "FOREIGN KEY constraint failed")
    }

    /// A statement failed, and what it did is undone; its transaction may be, too.
    func restore(_ keys: BrokenKeys) {
        if isAutocommit { forgetBrokenKeys() } else { brokenKeys = keys }
    }

    /// The transaction is over.
    func forgetBrokenKeys() {
        brokenKeys = BrokenKeys()
        if settings.removeValue(forKey: "defer_foreign_keys") != nil { environmentVersion += 1 }
    }

    /// A table is about to go: as if all its rows were deleted first, but without triggers.
    func deleteForDrop(_ name: String, _ database: DatabaseFile) throws(EngineError) {
        guard enforcesForeignKeys,
            let table = try database.table(name, collations: collations)
        else { return }
        let binder = makeBinder()
        defer { binder.releaseSources() }
        binder.firesTriggers = false
        if try referringKeys(to: table).isEmpty {
            // Rows that refer to nothing go as well.
            let maySettle = table.foreignKeys.contains { $0.isDeferred || defersForeignKeys }
            guard maySettle else { return }
            didChange(0)
            if hasNoneBroken(isDeferred: true) { return }
        }
        let delete = DeleteStatement(
            from: TableReference(QualifiedName(Name(name), schema: Name(database.name))))
        var compiler = makeCompiler(binder)
        try compiler.compile(delete, binder: binder)
        compiler.program.emit(.halt)
        let machine = Machine(try program(of: &compiler), host: self)
        defer { machine.reset() }
        let before = brokenKeys
        brokenKeys.statement = 0
        do throws(EngineError) {
            try machine.run { _ in }
            try requireWholeStatement()
        } catch {
            restore(before)
            didChange(0)
            throw error
        }
        didChange(machine.changes)
    }
}
