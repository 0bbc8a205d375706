import WCDBSQL
import WCDBStorage

/// What AUTOINCREMENT remembers, in the table `sqlite_sequence`.
extension Connection {
    package func nextAutoIncrement(
        _ table: TableSchema, above largest: Int64
    ) throws(EngineError) -> Int64 {
        let last = max(largest, try sequence(of: table)?.value ?? 0)
        guard last < .max else { throw .sql(.full, "database or disk is full") }
        return last + 1
    }

    package func didUseRowid(_ rowid: Int64, _ table: TableSchema) throws(EngineError) {
        let database = databases[table.database]
        let known = try sequence(of: table)
        if let known, known.value >= rowid { return }
        guard let sequences = try database.table("sqlite_sequence", collations: collations)
        else { return }
        var writer = RecordWriter()
        writer.begin(columnCount: 2)
        writer.appendText(table.name)
        writer.appendInteger(rowid)
        let record = writer.finish()
        do {
            let tree = try database.transaction.rowidTree(sequences.tree)
            if let known {
                _ = try tree.replace(known.rowid, record)
                return
            }
            let cursor = tree.makeCursor()
            defer { tree.remove(cursor) }
            let last = try cursor.last() ? cursor.rowid : 0
            guard last < .max else { throw EngineError.sql(.full, "database or disk is full") }
            let next = last + 1
            _ = try tree.insert(next, record)
        } catch let error as StorageError {
            throw .storage(error)
        } catch let error as EngineError {
            throw error
        } catch {
            throw .error("\(error)")
        }
    }

    private func sequence(
        of table: TableSchema
    ) throws(EngineError) -> (rowid: Int64, value: Int64)? {
        let database = databases[table.database]
        guard let sequences = try database.table("sqlite_sequence", collations: collations)
        else { return nil }
        do {
            let tree = try database.transaction.rowidTree(sequences.tree)
            let cursor = tree.makeCursor()
            defer { tree.remove(cursor) }
            var isThere = try cursor.first()
            while isThere {
                var reader = try RecordReader(checking: try cursor.payload())
                if let name = reader.column(at: 0), name.kind == .text,
                    name.bytes.elementsEqual(table.name.utf8)
                {
                    return (cursor.rowid, reader.column(at: 1)?.asInteger ?? 0)
                }
                isThere = try cursor.next()
            }
            return nil
        } catch {
            throw .storage(error)
        }
    }

    /// A table is gone; another of its name begins anew.
    func forgetSequence(of name: String, _ database: DatabaseFile) throws(EngineError) {
        database.forget()
        guard try database.table("sqlite_sequence", collations: collations) != nil else { return }
        try removeRows(of: "sqlite_sequence", where: "name", is: name, database)
    }

    /// Removes the rows of a table that the engine keeps.
    func removeRows(
        of table: String, where column: String, is value: String, _ database: DatabaseFile
    ) throws(EngineError) {
        var delete = DeleteStatement(
            from: TableReference(QualifiedName(Name(table), schema: Name(database.name))))
        delete.condition = .binary(
            .equal, .column(ColumnReference(Name(column))), .text(value))
        try runWithin(.delete(delete))
    }
}
