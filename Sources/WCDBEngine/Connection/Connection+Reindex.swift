import WCDBSQL
import WCDBStorage

/// REINDEX, and the choice between it, ANALYZE and VACUUM.
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
        let whole = QualifiedName(name.name, schema: name.schema ?? Name(mainDatabase.name))
        if let table = try table(whole) {
            return try rebuild(table.indexes, of: table)
        }
        // A view has none.
        if try view(whole) != nil { return }
        guard let (index, table) = try index(named: name.name.text, only ?? mainDatabase) else {
            throw .error("unable to identify the object to be reindexed")
        }
        try rebuild([index], of: table)
    }

    private func rebuildIndexes(
        _ isMeant: (IndexSchema) -> Bool
    ) throws(EngineError) {
        for database in databases {
            for entry in try entries(of: database) where entry.kind == .table {
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
                _ = try stored { () throws(StorageError) in
                    try database.transaction.clearTree(index.tree)
                }
                try fill(index, of: table)
            }
        }
    }
}
