import WCDBSQL
import WCDBStorage

/// What the catalogs of the databases hold.
extension Connection {
    /// All objects of a database in the order of their creation.
    func entries(of database: DatabaseFile) throws(EngineError) -> [Catalog.Entry] {
        try beginReading(database)
        return try stored { () throws(StorageError) in
            try Catalog(database.transaction).entries()
        }
    }

    /// An index and its table; the temporary database comes first.
    func index(
        named name: String, _ only: DatabaseFile?
    ) throws(EngineError) -> (IndexSchema, TableSchema)? {
        for database in searchOrder(nil) where only == nil || only === database {
            try beginReading(database)
            let entry = try stored { () throws(StorageError) in
                try Catalog(database.transaction).entry(named: name)
            }
            guard let entry, entry.kind == .index,
                let table = try database.table(entry.tableName, collations: collations),
                let index = table.indexes.first(where: { $0.tree == entry.id })
            else { continue }
            return (index, table)
        }
        return nil
    }
}
