import WCDBSQL
import WCDBStorage

/// ANALYZE, REINDEX and VACUUM.
extension Connection {
    func run(_ upkeep: UpkeepStatement) throws(EngineError) {
        switch upkeep {
        case .analyze(let name):
            try analyze(name)
            // Plans that are made from now on know the new figures.
            for database in databases { database.statistics = nil }
        case .reindex(let name): try reindex(name)
        case .vacuum(let schema, let into): try vacuum(schema, into: into)
        }
    }

    /// Rebuilds a file, or writes what it holds into a new one.
    private func vacuum(_ schema: Name?, into: Expression?) throws(EngineError) {
        try requireNothingUnderWay()
        let database = try database(schema) ?? databases[0]
        var target: String?
        if let into {
            guard case .text(let path) = try constant(into) else {
                throw .error("non-text filename")
            }
            target = String(decoding: path, as: UTF8.self)
        }
        if target == nil, refusesChanges {
            throw .sql(.readOnly, "attempt to write a readonly database")
        }
        for database in databases { database.transaction.end() }
        guard let target else { return try vacuum(database) }
        // What is in memory has no file system but its own.
        guard !database.isInMemory else {
            throw .sql(.cantOpen, "unable to open database: \(target)")
        }
        do throws(StorageError) {
            guard try fileSystem.identity(of: target) == nil else {
                throw .misuse("output file already exists")
            }
            try database.store.copy(to: target)
        } catch .misuse(let message) {
            throw .error(message)
        } catch {
            throw .storage(error)
        }
    }

    private func vacuum(_ database: DatabaseFile) throws(EngineError) {
        do {
            try database.store.vacuum(patience: patience)
            database.transaction.countOwnCommit()
        } catch {
            throw .storage(error)
        }
    }

    /// Rebuilds all indexes, those of a table, one index, or those that use a collation.
    func reindex(_ name: QualifiedName?) throws(EngineError) {
        guard let name else { return try rebuildIndexes { _ in true } }
        let only = try database(name.schema)
        if name.schema == nil, let collation = try? collations.find(name.name.text) {
            return try rebuildIndexes { index in
                index.columns.contains { $0.collation.name == collation.name }
            }
        }
        // Without a schema it is one of the main database.
        let whole = QualifiedName(name.name, schema: name.schema ?? Name(databases[0].name))
        if let table = try table(whole) {
            return try rebuild(table.indexes, of: table)
        }
        // A view has none.
        if try view(whole) != nil { return }
        guard let (index, table) = try index(named: name.name.text, only ?? databases[0]) else {
            throw .error("unable to identify the object to be reindexed")
        }
        try rebuild([index], of: table)
    }

    private func rebuildIndexes(
        _ isMeant: (IndexSchema) -> Bool
    ) throws(EngineError) {
        for database in databases {
            for entry in try entries(of: database) where entry.type == "table" {
                guard let table = try database.table(entry.name, collations: collations)
                else { continue }
                try rebuild(table.indexes.filter(isMeant), of: table)
            }
        }
    }

    private func rebuild(
        _ indexes: [IndexSchema], of table: TableSchema
    ) throws(EngineError) {
        guard !indexes.isEmpty else { return }
        let database = databases[table.database]
        try changing(database) { () throws(EngineError) in
            for index in indexes {
                do throws(StorageError) {
                    _ = try database.transaction.clearTree(index.tree)
                } catch {
                    throw .storage(error)
                }
                try fill(index, of: table)
            }
        }
    }
}
