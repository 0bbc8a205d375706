import WCDBSQL
import WCDBStorage

/// CREATE INDEX and the filling of indexes.
extension Connection {
    func run(
        _ create: CreateIndexStatement, text: [UInt8]?
    ) throws(EngineError) {
        let name = create.name.name.text
        var tableName = QualifiedName(create.table, schema: create.name.schema)
        // Without a name an index is for a temporary table, or one of the main database.
        if tableName.schema == nil, let found = try table(tableName), found.database > 1 {
            tableName = QualifiedName(create.table, schema: "main")
        }
        guard let table = try table(tableName) else {
            if try view(tableName) != nil { throw .error("views may not be indexed") }
            let schema = create.name.schema?.text ?? "main"
            throw .error("no such table: \(Scope.spell(create.table.text, nil, schema))")
        }
        guard table.tree != .catalog, !FoldedName.fold(table.name).hasPrefix("sqlite_") else {
            throw .error("table \(table.name) may not be indexed")
        }
        let database = databases[table.database]
        guard !FoldedName.fold(name).hasPrefix("sqlite_") else {
            throw .error("object name reserved for internal use: \(name)")
        }
        do {
            _ = try requireFree(name, database, isIndex: true)
        } catch {
            if create.ifNotExists { return }
            throw error
        }
        let prefix = create.isUnique ? "CREATE UNIQUE INDEX " : "CREATE INDEX "
        let sql = definition(prefix, create.name.name, .createIndex(create), text: text)
        try changing(database) { () throws(EngineError) in
            _ = try add(
                .init(type: "index", name: name, tableName: table.name, sql: sql), database)
            database.forget()
            guard
                let fresh = try database.table(table.name, collations: collations),
                let index = fresh.indexes.first(where: { FoldedName.equal($0.name, name) })
            else { throw .error("no such table: \(table.name)") }
            try fill(index, of: fresh)
        }
        database.forget()
    }
}
