import WCDBSQL
import WCDBStorage

/// Filling an index that is empty: the keys of all rows are sorted, and its pages written once,
/// full, from the first to the last.
extension Connection {
    /// Puts all rows of a table into one of its indexes. Requires: the index is empty.
    func fill(_ index: IndexSchema, of table: TableSchema) throws(EngineError) {
        let binder = makeBinder()
        defer { binder.releaseSources() }
        var compiler = Compiler(functions: functions) { _ in 1 }
        try compiler.compileRows(of: index, of: table, binder: binder)
        compiler.program.emit(.halt)
        compiler.program.finish()
        let message = compiler.uniqueMessage(index, table)
        let program = Program(
            compiler.program, columns: [], parameters: [], schemaVersion: schemaVersion)
        do {
            let sorter = Sorter(
                keys: [], payloadCount: index.isUnique ? 2 : 1, space: scratchSpace)
            try collectKeys(program, index, sorter)
            try sorter.sort()
            try build(index, of: table, from: sorter, message)
        } catch let error as StorageError {
            throw .storage(error)
        } catch let error as EngineError {
            throw error
        } catch {
            throw .error("\(error)")
        }
    }

    /// Each row of the sorter has the key of an entry, and as values what is stored beside it and,
    /// if it matters, how much of it must be unique.
    private func collectKeys(
        _ program: Program, _ index: IndexSchema, _ sorter: Sorter
    ) throws {
        let machine = Machine(program, host: self)
        defer { machine.reset() }
        var encoder = KeyEncoder(capacity: 128)
        let payload = Registers(count: 2)
        while try machine.step() {
            encoder.begin(recordingFixups: true)
            for (position, key) in index.keys.enumerated() {
                encoder.append(machine.column(position), key)
            }
            // NULLs are equal to nothing.
            payload[1] = .integer(encoder.containsNull ? -1 : Int64(encoder.uniquePrefix.count))
            encoder.appendRowid(machine.column(index.keys.count).integer)
            payload[0] = ColumnValue(.blob, ByteView(encoder.fixups))
            try sorter.add(
                encodedKey: encoder.key, payload: UnsafePointer(payload.values))
        }
    }

    private func build(
        _ index: IndexSchema, of table: TableSchema, from sorter: Sorter, _ message: String
    ) throws {
        let tree = try databases[table.database].transaction.keyTree(index.tree)
        var builder = try KeyTreeBuilder(tree)
        var last = ByteBuffer(capacity: 128)
        while try sorter.next() {
            let key = sorter.key
            if index.isUnique {
                let size = Int(sorter.column(1).integer)
                let prefix = UnsafeRawBufferPointer(rebasing: key[..<max(0, size)])
                if size >= 0, last.count == size, ByteOrder.compare(prefix, last.bytes) == 0 {
                    throw EngineError.sql(.constraintUnique, message)
                }
                last.removeAll()
                if size >= 0 { last.append(prefix) }
            }
            try builder.append(key, sorter.column(0).bytes)
        }
        try builder.finish()
    }
}
