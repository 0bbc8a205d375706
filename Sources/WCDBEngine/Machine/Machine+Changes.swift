import WCDBStorage

/// Instructions that change tables and indexes.
extension Machine {
    func stepChange(_ i: Instruction) throws -> Bool {
        let cursor = Int(i.a)
        switch i.opcode {
        case .useRowid:
            guard let schema = tables.borrow(cursor, { $0.schema }) else { break }
            try host.didUseRowid(registers[i.c].integer, schema)
        case .deleteRow:
            hasWritten = true
            _ = try tables.borrow(cursor) { (table) throws(StorageError) in
                defer { table.didMove() }
                return try table.tree.delete(registers[i.b].integer, under: table.cursor)
            }
        case .indexInsert:
            hasWritten = true
            _ = try indexes.borrow(cursor) { (index) throws(StorageError) in
                index.encodeEntry(row(i.b), rowid: registers[i.c].integer)
                return try index.tree.insert(index.encoder.key, index.encoder.fixups)
            }
        case .indexDelete:
            hasWritten = true
            _ = try indexes.borrow(cursor) { (index) throws(StorageError) in
                index.encodeEntry(row(i.b), rowid: registers[i.c].integer)
                return try index.tree.delete(index.encoder.key)
            }
        case .indexReplace:
            hasWritten = true
            try indexes.borrow(cursor) { (index) throws(StorageError) in
                try index.replaceEntry(row(i.b), rowid: registers[i.c].integer)
            }
        case .indexConflict:
            return try indexes.borrow(cursor) { (index) throws(StorageError) in
                try index.findConflict(row(i.b))
            } != true
        case .clearTable:
            hasWritten = true
            let (table, isIndex) = (Int(i.b), i.has(InstructionFlag.ofIndex))
            let schema = isIndex ? program.indexes[table].table : program.tables[table]
            let transaction = try host.transaction(schema.database)
            let tree = isIndex ? program.indexes[table].index.tree : schema.tree
            let count = try transaction.clearTree(tree)
            if !isIndex { changes += count }
        case .checkTypes: try checkTypes(i)
        case .endStep:
            host.didChange(changes)
            changes = 0
        case .countBroken: host.countBroken(Int(i.a), isDeferred: i.has(InstructionFlag.deferred))
        case .jumpIfNoneBroken:
            return host.hasNoneBroken(isDeferred: i.has(InstructionFlag.deferred))
        default: assertionFailure("no instruction of changes: \(i.opcode)")
        }
        return false
    }

    // MARK: One row

    /// A row was changed.
    func didChange(_ i: Instruction) {
        changes += 1
        if i.has(InstructionFlag.inserted) { host.didInsert(rowid: registers[i.a].integer) }
    }

    /// One more than the largest, or, when that is taken, any that is free.
    func newRowid(_ i: Instruction) throws(EngineError) -> Int64 {
        let (largest, isPlain) = try stored { () throws(StorageError) in
            try tables.borrow(Int(i.a)) { (table) throws(StorageError) in
                (try table.tree.largestRowid() ?? 0, !table.schema.isAutoIncrement)
            } ?? (0, true)
        }
        if isPlain, largest < .max { return largest &+ 1 }
        guard let table = tables[Int(i.a)] else { return 1 }
        guard isPlain else {
            return try host.nextAutoIncrement(table.schema, above: max(0, largest))
        }
        for _ in 0..<100 {
            let candidate = Int64(truncatingIfNeeded: host.environment.random() >> 2) + 1
            let isTaken = try stored { () throws(StorageError) in
                try table.cursor.seek(candidate)
            }
            table.didMove()
            if !isTaken { return candidate }
        }
        throw .sql(.full, "database or disk is full")
    }

    func insertRow(_ i: Instruction) throws(EngineError) {
        let rowid = registers[i.c].integer
        let values = row(i.b)
        let isDone = try stored { () throws(StorageError) in
            try tables.borrow(Int(i.a)) { (table) throws(StorageError) in
                let record =
                    table.storedWidth >= 0
                    ? try writer.encode(
                        UnsafeBufferPointer(start: values, count: table.storedWidth),
                        without: table.rowidColumn)
                    : try record(values, table.schema.isStored)
                // A row that is too long has changed nothing.
                hasWritten = true
                guard i.has(InstructionFlag.inPlace) else {
                    return try table.tree.insert(rowid, record)
                }
                table.didMove()
                return try table.tree.replace(rowid, record, under: table.cursor)
            }
        }
        guard isDone == true else { throw .error("row \(rowid) could not be written") }
    }

    /// The record of a row of which some columns are made whenever they are asked for.
    private func record(
        _ values: UnsafePointer<ColumnValue>, _ isStored: [Bool]
    ) throws(StorageError) -> UnsafeRawBufferPointer {
        var room = 0
        for index in isStored.indices where isStored[index] { room &+= values[index].count }
        if room >= LargeMemory.pieceSize { try RecordWriter.admit(room) }
        writer.begin(columnCount: isStored.count)
        for index in isStored.indices {
            writer.append(isStored[index] ? values[index] : .null)
        }
        return writer.finish()
    }

    /// The values of a STRICT table are of the types of its columns, virtual ones apart.
    private func checkTypes(_ i: Instruction) throws(EngineError) {
        let schema = program.tables[Int(i.b)]
        for (index, column) in schema.columns.enumerated()
        where index != schema.rowidColumn && !column.isVirtual {
            if i.has(InstructionFlag.givenOnly), column.generated != nil { continue }
            let value = registers[i.a &+ Int32(index)]
            guard let type = column.strictType, !type.admits(value) else { continue }
            throw .sql(
                .constraintDatatype,
                "cannot store \(StrictType.name(value)) value in \(type.rawValue) column "
                    + "\(schema.name).\(column.name)")
        }
    }
}
