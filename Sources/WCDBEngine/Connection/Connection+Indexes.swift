import WCDBSQL
import WCDBStorage

/// CREATE INDEX and the filling of indexes.
extension Connection {
    func run(
        _ create: CreateIndexStatement, text: [UInt8]?
    ) throws(EngineError) {
        let name = create.name.name.text
        let home = try home(of: create)
        var tableName = QualifiedName(create.table, schema: Name(home.name))
        if home.isTemporary, try view(QualifiedName(create.table)) == nil {
            tableName.schema = nil
        }
        guard let table = try table(tableName) else {
            if try view(tableName) != nil { throw .error("views may not be indexed") }
            throw .noSuchTable(tableName)
        }
        guard table.database == home.number else {
            throw .error("cannot create a TEMP index on non-TEMP table \"\(table.name)\"")
        }
        guard table.tree != .catalog, !FoldedName.fold(table.name).hasPrefix("sqlite_") else {
            throw .error("table \(table.name) may not be indexed")
        }
        let database = databases[table.database]
        try requireUnreserved(name)
        guard
            try isFree(create.name, ifNotExists: create.ifNotExists, isIndex: true, database)
        else { return }
        try requirePlain(create.columns, of: table.name)
        let prefix = create.isUnique ? "CREATE UNIQUE INDEX " : "CREATE INDEX "
        let sql = definition(prefix, create.name.name, .createIndex(create), text: text)
        // What a run finds out when it fills the index.
        if isChecking, let fault = faultOfIndex(create, table) { throw .error(fault) }
        try changing(database) { () throws(EngineError) in
            _ = try add(
                .init(kind: .index, name: name, tableName: table.name, sql: sql), database)
            database.forget()
            guard
                let fresh = try database.table(table.name, collations: collations),
                let index = fresh.indexes.first(where: { FoldedName.equal($0.name, name) })
            else { throw .noSuchTable(named: table.name) }
            try fill(index, of: fresh)
        }
        database.forget()
    }

    /// Where an index is kept: in the database that its name says, or with a temporary table, or in
    /// the main one.
    private func home(of create: CreateIndexStatement) throws(EngineError) -> DatabaseFile {
        if let database = try database(create.name.schema) { return database }
        return try isTemporary(QualifiedName(create.table))
            ? temporaryDatabase : mainDatabase
    }
}
