import WCDBSQL
import WCDBStorage

/// ANALYZE, REINDEX and VACUUM.
extension Connection {
    func run(_ upkeep: UpkeepStatement) throws(EngineError) {
        switch upkeep {
        case .analyze(let name): try analyze(name)
        case .reindex(let name): try reindex(name)
        case .vacuum(_, let into):
            guard into == nil else { throw .error("not supported yet: VACUUM INTO") }
            guard isAutocommit else { throw .error("cannot VACUUM from within a transaction") }
            for database in databases { database.transaction.end() }
            do {
                try databases[0].store.vacuum()
            } catch {
                throw .storage(error)
            }
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
        if let table = try table(name) {
            return try rebuild(table.indexes, of: table)
        }
        guard let (index, table) = try index(named: name.name.text, only) else {
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
