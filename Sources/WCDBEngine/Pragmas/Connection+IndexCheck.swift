import WCDBSQL
import WCDBStorage

/// Whether an index holds what it must: an entry for each row, and no others.
///
/// Each row is looked for in the index. If all are there and the numbers agree, no entry can be
/// without a row, because the entries of two rows are never the same. In a unique index the entry
/// of a row is the first with its values.
extension Connection {
    func indexFaults(
        of table: TableSchema, _ limit: Int
    ) throws(EngineError) -> [String] {
        var findings: [String] = []
        for index in table.indexes where findings.count < limit {
            findings += try faults(of: index, of: table, limit - findings.count)
        }
        return findings
    }

    private func faults(
        of index: IndexSchema, of table: TableSchema, _ limit: Int
    ) throws(EngineError) -> [String] {
        let binder = makeBinder()
        defer { binder.releaseSources() }
        var compiler = Compiler(functions: functions)
        try compiler.compileRows(of: index, of: table, binder: binder)
        compiler.program.emit(.halt)
        compiler.program.finish()
        let program = Program(
            compiler.program, columns: [], parameters: [], schemaVersion: schemaVersion)
        let machine = Machine(program, host: self)
        defer { machine.reset() }
        var findings: [String] = []
        var expected: Int64 = 0
        do {
            let tree = try databases[table.database].transaction.keyTree(index.tree)
            let cursor = tree.makeCursor()
            defer { tree.remove(cursor) }
            var encoder = KeyEncoder(capacity: 128)
            while findings.count < limit, try machine.step() {
                expected += 1
                encoder.begin(recordingFixups: true)
                for (position, key) in index.keys.enumerated() {
                    encoder.append(machine.column(position), key)
                }
                let rowid = machine.column(index.keys.count).integer
                // NULLs are equal to nothing.
                let isAlone = index.isUnique && !encoder.containsNull
                let values = encoder.uniquePrefix.count
                encoder.appendRowid(rowid)
                guard try cursor.seek(encoder.key) else {
                    findings.append("row \(rowid) missing from index \(index.name)")
                    continue
                }
                guard isAlone else { continue }
                let prefix = UnsafeRawBufferPointer(rebasing: encoder.key[..<values])
                if try cursor.seek(atOrAfter: prefix),
                    ByteOrder.compare(try cursor.key(), encoder.key) != 0
                {
                    findings.append("non-unique entry in index \(index.name)")
                }
            }
            if findings.count < limit, try tree.count() != expected {
                findings.append("wrong # of entries in index \(index.name)")
            }
        } catch let error as StorageError {
            throw .storage(error)
        } catch let error as EngineError {
            throw error
        } catch {
            throw .error("\(error)")
        }
        return findings
    }
}
