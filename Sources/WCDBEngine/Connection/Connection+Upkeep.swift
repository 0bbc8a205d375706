import WCDBSQL
import WCDBStorage

/// ANALYZE, REINDEX and VACUUM.
extension Connection {
    func run(_ upkeep: UpkeepStatement) throws(EngineError) {
        switch upkeep {
        case .analyze: break
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

    func reindex(_ name: QualifiedName?) throws(EngineError) {
        guard let name else { return }
        if try table(name) != nil { return }
        for database in databases {
            try beginReading(database)
            let entry: Catalog.Entry?
            do {
                entry = try Catalog(database.transaction).entry(named: name.name.text)
            } catch {
                throw .storage(error)
            }
            if entry?.type == "index" { return }
        }
        if (try? collations.find(name.name.text)) != nil { return }
        throw .error("unable to identify the object to be reindexed")
    }
}
