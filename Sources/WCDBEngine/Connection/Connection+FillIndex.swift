import WCDBSQL
import WCDBStorage

/// Filling an index that is empty: the keys of all rows are sorted, and its pages written once,
/// full, from the first to the last.
extension Connection {
    /// Puts all rows of a table into one of its indexes. Requires: the index is empty.
    func fill(_ index: IndexSchema, of table: TableSchema) throws(EngineError) {
        do {
            let sorter = Sorter(keys: [], payloadCount: 1, space: scratchSpace)
            try collectKeys(index, table, sorter)
            try sorter.sort()
            try build(index, of: table, from: sorter)
        } catch {
            throw EngineError(error)
        }
    }

    /// How the parts of an entry lie in a row of the sorter: behind the key the fix-ups, which
    /// never decide the order because no two keys are equal.
    private struct EntryParts {
        let fixupCount: Int
        /// How much of the key nothing else in a unique index may begin with; nil if it may.
        let uniqueCount: Int?

        init(_ encoder: borrowing KeyEncoder) {
            fixupCount = encoder.fixups.count
            // NULLs are equal to nothing.
            uniqueCount = encoder.containsNull ? nil : encoder.uniquePrefix.count
        }

        /// Both fit: no row of SQL is longer than 2³¹ bytes.
        init(_ packed: Int64) {
            fixupCount = Int(packed &>> 32)
            let unique = Int(Int32(truncatingIfNeeded: packed))
            uniqueCount = unique < 0 ? nil : unique
        }

        var packed: Int64 {
            Int64(fixupCount) &<< 32 | Int64(UInt32(truncatingIfNeeded: uniqueCount ?? -1))
        }
    }

    private func collectKeys(
        _ index: IndexSchema, _ table: TableSchema, _ sorter: Sorter
    ) throws {
        let rows = try IndexedRows(index, table, self)
        defer { rows.end() }
        while let rowid = try rows.next() {
            let parts = EntryParts(rows.encoder)
            rows.encoder.appendRowid(rowid)
            if parts.fixupCount > 0 { rows.encoder.appendFixups() }
            var payload = ColumnValue.integer(parts.packed)
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
            let parts = EntryParts(sorter.column(0).integer)
            let entry = sorter.key
            let key = UnsafeRawBufferPointer(rebasing: entry.dropLast(parts.fixupCount))
            if index.isUnique {
                try refuseSame(key, parts, &last, index, table)
            }
            try builder.append(
                key, UnsafeRawBufferPointer(rebasing: entry.suffix(parts.fixupCount)))
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
