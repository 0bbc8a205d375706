import WCDBSQL
import WCDBStorage

/// What AUTOINCREMENT remembers, in the table `sqlite_sequence`. A statement reads a sequence once,
/// counts in memory, and writes it when all went well.
extension Connection {
    struct SequenceKey: Hashable {
        let database: Int
        let tree: TreeID
    }

    struct KeySequence {
        /// Where it is written; nil if it is not yet.
        var rowid: Int64?
        var value: Int64
    }

    package func nextAutoIncrement(
        _ table: TableSchema, above largest: Int64
    ) throws(EngineError) -> Int64 {
        let last = max(largest, try sequence(of: table).value)
        guard last < .max else { throw .sql(.full, "database or disk is full") }
        return last + 1
    }

    /// Also of a row that is then left out: its number is not given out again either.
    package func didUseRowid(_ rowid: Int64, _ table: TableSchema) throws(EngineError) {
        var sequence = try sequence(of: table)
        sequence.value = max(sequence.value, rowid)
        sequences[key(of: table)] = sequence
    }

    /// Writes the sequences of tables, those that have none yet as well: what triggers fill comes
    /// first, as in SQLite.
    func writeSequences(of tables: [TableSchema]) throws(EngineError) {
        for table in tables.reversed() { try write(try sequence(of: table), of: table) }
    }

    private func key(of table: TableSchema) -> SequenceKey {
        SequenceKey(database: table.database, tree: table.tree)
    }

    private func sequence(of table: TableSchema) throws(EngineError) -> KeySequence {
        if let known = sequences[key(of: table)] { return known }
        let sequence = try readSequence(of: table) ?? KeySequence(rowid: nil, value: 0)
        sequences[key(of: table)] = sequence
        return sequence
    }

    private func write(_ sequence: KeySequence, of table: TableSchema) throws(EngineError) {
        let database = databases[table.database]
        guard let tree = try database.table("sqlite_sequence", collations: collations)?.tree
        else { return }
        var writer = RecordWriter()
        writer.begin(columnCount: 2)
        writer.appendText(table.name)
        writer.appendInteger(sequence.value)
        let record = writer.finish()
        do {
            let tree = try database.transaction.rowidTree(tree)
            if let rowid = sequence.rowid {
                _ = try tree.replace(rowid, record)
                return
            }
            let cursor = tree.makeCursor()
            defer { tree.remove(cursor) }
            let last = try cursor.last() ? cursor.rowid : 0
            guard last < .max else { throw EngineError.sql(.full, "database or disk is full") }
            _ = try tree.insert(last + 1, record)
            sequences[key(of: table)]?.rowid = last + 1
        } catch {
            throw EngineError(error)
        }
    }

    private func readSequence(of table: TableSchema) throws(EngineError) -> KeySequence? {
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
                    return KeySequence(
                        rowid: cursor.rowid, value: reader.column(at: 1)?.asInteger ?? 0)
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
}
