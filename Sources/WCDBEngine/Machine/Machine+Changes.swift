import WCDBStorage

/// Instructions that change tables and indexes.
extension Machine {
    func stepChange(_ i: Instruction) throws -> Bool {
        let cursor = Int(i.a)
        switch i.opcode {
        case .newRowid: registers[i.c] = .integer(try newRowid(cursor))
        case .useRowid:
            guard let table = tables[cursor] else { break }
            try host.didUseRowid(registers[i.c].integer, table.schema)
        case .insertRow:
            hasWritten = true
            try insertRow(i)
        case .deleteRow:
            hasWritten = true
            _ = try tables[cursor]?.tree.delete(registers[i.b].integer)
        case .indexInsert:
            guard let index = indexes[cursor] else { break }
            hasWritten = true
            index.encodeEntry(row(i.b), rowid: registers[i.c].integer)
            _ = try index.tree.insert(index.encoder.key, index.encoder.fixups)
        case .indexDelete:
            guard let index = indexes[cursor] else { break }
            hasWritten = true
            index.encodeEntry(row(i.b), rowid: registers[i.c].integer)
            _ = try index.tree.delete(index.encoder.key)
        case .indexConflict:
            return try false == (indexes[cursor]?.findConflict(row(i.b)) ?? false)
        case .clearTable:
            hasWritten = true
            let (table, isIndex) = (Int(i.b), i.flag & 1 != 0)
            let schema = isIndex ? program.indexes[table].table : program.tables[table]
            let transaction = try host.transaction(schema.database)
            let tree = isIndex ? program.indexes[table].index.tree : schema.tree
            let count = try transaction.clearTree(tree)
            if !isIndex { changes += count }
        case .changed:
            changes += 1
            if i.flag & 1 != 0 { host.didInsert(rowid: registers[i.a].integer) }
        case .checkTypes: try checkTypes(i)
        case .endStep:
            host.didChange(changes)
            changes = 0
        case .countBroken: host.countBroken(Int(i.a), isDeferred: i.flag & 1 != 0)
        case .jumpIfNoneBroken: return host.hasNoneBroken(isDeferred: i.flag & 1 != 0)
        default: break
        }
        return false
    }

    /// One more than the largest, or, when that is taken, any that is free.
    private func newRowid(_ cursor: Int) throws -> Int64 {
        guard let table = tables[cursor] else { return 1 }
        var largest: Int64 = 0
        if try table.cursor.last() { largest = table.cursor.rowid }
        table.didMove()
        if table.schema.isAutoIncrement {
            return try host.nextAutoIncrement(table.schema, above: max(0, largest))
        }
        if largest < .max { return largest + 1 }
        for _ in 0..<100 {
            let candidate = Int64(truncatingIfNeeded: host.environment.random() >> 2) + 1
            if try false == table.cursor.seek(candidate) { return candidate }
        }
        throw EngineError.sql(.full, "database or disk is full")
    }

    private func insertRow(_ i: Instruction) throws {
        guard let table = tables[Int(i.a)] else { return }
        let schema = table.schema
        let count = schema.columns.count
        writer.begin(columnCount: count)
        for index in 0..<count {
            // The rowid is the key; its column holds nothing.
            let isKept = index != schema.rowidColumn && !schema.columns[index].isVirtual
            writer.append(isKept ? registers[i.b + Int32(index)] : .null)
        }
        let rowid = registers[i.c].integer
        let record = writer.finish()
        let isDone =
            i.flag & 1 != 0
            ? try table.tree.replace(rowid, record) : try table.tree.insert(rowid, record)
        guard isDone else { throw EngineError.error("row \(rowid) could not be written") }
    }

    /// The values of a STRICT table are of the types of its columns, virtual ones apart.
    private func checkTypes(_ i: Instruction) throws(EngineError) {
        let schema = program.tables[Int(i.b)]
        for (index, column) in schema.columns.enumerated()
        where index != schema.rowidColumn && !column.isVirtual {
            if i.flag & 1 != 0, column.generated != nil { continue }
            let value = registers[i.a &+ Int32(index)]
            guard let type = column.strictType, !type.admits(value) else { continue }
            throw .sql(
                .constraintDatatype,
                "cannot store \(StrictType.name(value)) value in \(type.rawValue) column "
                    + "\(schema.name).\(column.name)")
        }
    }
}
