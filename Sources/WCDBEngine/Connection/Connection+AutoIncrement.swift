package import WCDBSQL
import WCDBStorage

/// Adding AUTOINCREMENT to a table that has rows: no statement of SQL says that.
extension Connection {
    /// From now on the keys of the table are never given out again. Nothing happens if that is so
    /// already.
    ///
    /// Throws if there is no such table, or if its primary key is not an integer.
    package func makeAutoIncrement(_ name: QualifiedName) throws(EngineError) {
        guard let table = try table(name) else {
            throw .noSuchTable(name)
        }
        guard !table.isAutoIncrement else { return }
        guard let column = table.rowidColumn else {
            throw .error("AUTOINCREMENT is only allowed on an INTEGER PRIMARY KEY")
        }
        let database = databases[table.database]
        try changing(database) { () throws(EngineError) in
            do {
                let catalog = Catalog(database.transaction)
                guard var entry = try catalog.entry(table.tree) else {
                    throw EngineError.noSuchTable(named: table.name)
                }
                entry.sql = try definition(entry, autoIncrementing: column)
                try catalog.update(entry)
                try makeSequenceTable(database)
                database.forget()
                let tree = try database.transaction.rowidTree(table.tree)
                let cursor = tree.makeCursor()
                defer { tree.remove(cursor) }
                guard try cursor.last() else { return }
                sequences.removeAll()
                try didUseRowid(cursor.rowid, table)
                try writeSequences(of: [table])
            } catch {
                throw EngineError(error)
            }
        }
        try endStatement()
    }

    /// The text of a table whose primary key counts on.
    private func definition(
        _ entry: Catalog.Entry, autoIncrementing column: Int
    ) throws(EngineError) -> String {
        guard let sql = entry.sql,
            case .createTable(var create)? = try? Parser.statement(sql),
            case .columns(var definition)? = create.content,
            definition.columns.indices.contains(column)
        else { throw .malformedSchema(entry.name) }
        for index in definition.columns[column].constraints.indices {
            let kind = definition.columns[column].constraints[index].kind
            if case .primaryKey(let direction, let conflict, _) = kind {
                definition.columns[column].constraints[index].kind =
                    .primaryKey(direction, conflict: conflict, isAutoIncrement: true)
            }
        }
        for index in definition.constraints.indices {
            if case .primaryKey(let terms, _, let conflict) = definition.constraints[index].kind {
                definition.constraints[index].kind =
                    .primaryKey(terms, isAutoIncrement: true, conflict: conflict)
            }
        }
        create.content = .columns(definition)
        return Statement.createTable(create).sql
    }
}
