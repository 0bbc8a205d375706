import WCDBSQL
import WCDBStorage

/// Filling an index that is empty: the keys of all rows are sorted, and its pages written once,
/// full, from the first to the last.
extension Connection {
    /// Puts all rows of a table into one of its indexes. Requires: the index is empty.
    func fill(_ index: IndexSchema, of table: TableSchema) throws(EngineError) {
        do {
            let sorter = Sorter(keys: [], payloadCount: 0, space: scratchSpace)
            try collectKeys(index, table, sorter)
            try sorter.sort()
            try build(index, of: table, from: sorter)
        } catch {
            throw EngineError(error)
        }
    }

    private func collectKeys(
        _ index: IndexSchema, _ table: TableSchema, _ sorter: Sorter
    ) throws {
        let rows = try IndexedRows(index, table, self)
        defer { rows.end() }
        let isUnique = index.isUnique
        // Nothing of it is read: the key has it all.
        var payload = ColumnValue.null
        try rows.forEach { rowid in
            let parts = EntryParts(rows.encoder, isUnique: isUnique)
            rows.encoder.appendRowid(rowid)
            parts.append(to: &rows.encoder)
            try sorter.add(encodedKey: rows.encoder.key, payload: &payload)
        }
    }

    private func build(
        _ index: IndexSchema, of table: TableSchema, from sorter: Sorter
    ) throws {
        let tree = try databases[table.database].transaction.keyTree(index.tree)
        var builder = try KeyTreeBuilder(tree)
        var last = ByteBuffer(capacity: 128)
        while try sorter.next() {
            let parts = EntryParts(of: sorter.key)
            let (key, fixups) = parts.split(sorter.key)
            if index.isUnique {
                try refuseSame(key, parts, &last, index, table)
            }
            try builder.append(key, fixups)
        }
        try builder.finish()
    }

    /// `last` has what nothing may begin with of the key before.
    private func refuseSame(
        _ key: UnsafeRawBufferPointer, _ parts: EntryParts, _ last: inout ByteBuffer,
        _ index: IndexSchema, _ table: TableSchema
    ) throws(EngineError) {
        guard let count = parts.uniqueCount else { return last.removeAll() }
        let prefix = UnsafeRawBufferPointer(rebasing: key[..<count])
        if last.count == count, ByteOrder.compare(prefix, last.bytes) == 0 {
            let message = Compiler(functions: functions).uniqueMessage(index, table)
            throw .sql(.constraintUnique, message)
        }
        last.removeAll()
        last.append(prefix)
    }
}
