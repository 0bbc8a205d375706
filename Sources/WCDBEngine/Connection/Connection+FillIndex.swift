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

    /// How the parts of an entry lie in a key of the sorter: behind the key the fix-ups, behind
    /// these how many bytes are what, and at the end a byte that says whether anything is. None of
    /// it decides the order, because no two keys are equal.
    private struct EntryParts {
        private static let nothing: UInt8 = 0
        private static let counts: UInt8 = 1

        let fixupCount: Int
        /// How much of the key nothing else in a unique index may begin with; nil if it may.
        let uniqueCount: Int?
        /// The bytes at the end that say so.
        private var tailCount: Int { fixupCount == 0 && uniqueCount == nil ? 1 : 9 }

        /// The parts of what the encoder has made, without a rowid yet.
        @inline(__always)
        init(_ encoder: borrowing KeyEncoder, isUnique: Bool) {
            fixupCount = encoder.fixups.count
            // NULLs are equal to nothing.
            uniqueCount = isUnique && !encoder.containsNull ? encoder.uniquePrefix.count : nil
        }

        /// The parts of what `append` has ended. Both counts fit: no row of SQL is longer than 2³¹
        /// bytes.
        @inline(__always)
        init(of entry: UnsafeRawBufferPointer) {
            guard let base = entry.baseAddress, entry.count > 9,
                base.byte(at: entry.count &- 1) == EntryParts.counts
            else {
                (fixupCount, uniqueCount) = (0, nil)
                return
            }
            let packed = base.little(UInt64.self, at: entry.count &- 9)
            fixupCount = Int(packed &>> 32)
            let unique = Int(Int32(truncatingIfNeeded: packed))
            uniqueCount = unique < 0 ? nil : unique
        }

        /// Appends fix-ups and counts to the key with its rowid.
        @inline(__always)
        func append(to encoder: inout KeyEncoder) {
            guard tailCount > 1 else { return encoder.appendRaw(EntryParts.nothing) }
            encoder.appendFixups()
            encoder.appendRaw(
                UInt64(fixupCount) &<< 32
                    | UInt64(UInt32(truncatingIfNeeded: uniqueCount ?? -1)))
            encoder.appendRaw(EntryParts.counts)
        }

        /// Key and fix-ups of an entry.
        @inline(__always)
        func split(
            _ entry: UnsafeRawBufferPointer
        ) -> (key: UnsafeRawBufferPointer, fixups: UnsafeRawBufferPointer) {
            let end = entry.count - tailCount
            return (
                UnsafeRawBufferPointer(rebasing: entry[..<(end - fixupCount)]),
                UnsafeRawBufferPointer(rebasing: entry[(end - fixupCount)..<end])
            )
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
