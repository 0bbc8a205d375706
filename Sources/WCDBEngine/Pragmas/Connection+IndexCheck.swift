import WCDBSQL
import WCDBStorage

/// Whether an index holds what it must: an entry for each row, and no others.
///
/// The entries that the rows must have and those that the index has are added up, each in the order
/// in which they lie, and in a unique index no two neighbours may have the same values. Only where
/// that is not so, each row is looked for to say which it is.
extension Connection {
    func indexFaults(
        of table: TableSchema, _ limit: Int
    ) throws(EngineError) -> [String] {
        var findings: [String] = []
        for index in table.indexes where findings.count < limit {
            let rows = try IndexedRows(index, table, self)
            defer { rows.end() }
            let tree = try stored { () throws(StorageError) in
                try databases[table.database].transaction.keyTree(index.tree)
            }
            let seed = scratchSpace.hashSeed
            let found = try stored { () throws(StorageError) in
                try sum(of: tree, index, seed: seed)
            }
            if let found, try rows.sum(seed: seed) == found { continue }
            findings += try rows.faults(of: index, in: tree, limit - findings.count)
        }
        return findings
    }

    /// The sum of an index's entries; nil if it is unique and two have the same values, or an entry
    /// is no key.
    private func sum(
        of tree: KeyTree, _ index: IndexSchema, seed: UInt64
    ) throws(StorageError) -> EntrySum? {
        let cursor = tree.makeCursor()
        defer { tree.remove(cursor) }
        var sum = EntrySum(seed: seed)
        var last = ByteBuffer(capacity: 64)
        var count = 0
        var isThere = try cursor.first()
        while isThere {
            if InterruptFlag.isDue(count), interruption.isSet { throw .interrupted }
            count += 1
            let (key, fixups) = try cursor.entry()
            sum.add(key, fixups)
            if index.isUnique {
                if last.count > 0, ByteOrder.hasPrefix(key, last.bytes),
                    (try? KeyScan.containsNull(key, columns: index.keys)) != true
                {
                    return nil
                }
                guard let size = try? KeyScan.prefixSize(of: key, columns: index.keys) else {
                    return nil
                }
                last.removeAll()
                last.append(UnsafeRawBufferPointer(rebasing: key[..<size]))
            }
            isThere = try cursor.next()
        }
        return sum
    }
}

extension IndexedRows {
    /// What all entries come to.
    fileprivate func sum(seed: UInt64) throws(EngineError) -> EntrySum {
        rewind()
        var sum = EntrySum(seed: seed)
        while let rowid = try next() {
            encoder.appendRowid(rowid)
            sum.add(encoder.key, encoder.fixups)
        }
        return sum
    }

    /// Looks for each row in the index. If all are there and the numbers agree, no entry can be
    /// without a row, because the entries of two rows are never the same. In a unique index the
    /// entry of a row is the first with its values.
    fileprivate func faults(
        of index: IndexSchema, in tree: KeyTree, _ limit: Int
    ) throws(EngineError) -> [String] {
        rewind()
        let cursor = tree.makeCursor()
        defer { tree.remove(cursor) }
        var findings: [String] = []
        var expected: Int64 = 0
        while findings.count < limit, let rowid = try next() {
            expected += 1
            try stored { () throws(StorageError) in
                if let fault = try fault(rowid, index, cursor) { findings.append(fault) }
            }
        }
        try stored { () throws(StorageError) in
            if findings.count < limit, try tree.count() != expected {
                findings.append("wrong # of entries in index \(index.name)")
            }
        }
        return findings
    }

    /// What is wrong with the entry of a row whose values are in the encoder.
    private func fault(
        _ rowid: Int64, _ index: IndexSchema, _ cursor: KeyCursor
    ) throws(StorageError) -> String? {
        // NULLs are equal to nothing.
        let isAlone = index.isUnique && !encoder.containsNull
        let values = encoder.uniquePrefix.count
        encoder.appendRowid(rowid)
        guard try cursor.seek(encoder.key) else {
            return "row \(rowid) missing from index \(index.name)"
        }
        guard ByteOrder.compare(try cursor.value(), encoder.fixups) == 0 else {
            return "row \(rowid) values differ from index \(index.name)"
        }
        guard isAlone else { return nil }
        let prefix = UnsafeRawBufferPointer(rebasing: encoder.key[..<values])
        guard try cursor.seek(atOrAfter: prefix),
            ByteOrder.compare(try cursor.key(), encoder.key) != 0
        else { return nil }
        return "non-unique entry in index \(index.name)"
    }
}
