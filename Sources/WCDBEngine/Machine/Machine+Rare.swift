import WCDBStorage

/// Instructions that are not executed once per row of the innermost loop. Each answers whether to
/// jump.
extension Machine {
    func stepRare(_ i: Instruction) throws(EngineError) -> Bool {
        do {
            return try stepCursor(i)
        } catch {
            throw EngineError(error)
        }
    }

    private func stepCursor(_ i: Instruction) throws -> Bool {
        let cursor = Int(i.a)
        switch i.opcode {
        case .openTable:
            if tables.borrow(cursor, { $0.reopen() }) == true { return false }
            let schema = program.tables[Int(i.b)]
            tables[cursor]?.close()
            tables[cursor] = try TableCursor(
                schema, host.transaction(schema.database), slots + cursor)
        case .openIndex:
            if indexes.borrow(cursor, { $0.reopen() }) == true { return false }
            let (table, index) = program.indexes[Int(i.b)]
            indexes[cursor]?.close()
            indexes[cursor] = try IndexCursor(
                index, of: table, host.transaction(table.database))
        case .visit: host.didVisitRow()
        case .tableFirst: return try move(cursor) { try $0.first() }
        case .tableLast: return try move(cursor) { try $0.last() }
        case .tablePrevious: return try false == move(cursor) { try $0.previous() }
        case .seekRowid, .seekRowidAtOrAfter, .seekRowidAfter, .seekRowidAtOrBefore,
            .seekRowidBefore:
            return try seekRowidByValue(i)
        case .nullRow: setNullRow(cursor, i.flag == 0)
        case .tableCount: registers[i.c] = .integer(try tables[cursor]?.tree.count() ?? 0)
        case .indexFirst: return try moveIndex(cursor) { try $0.first() }
        case .indexLast: return try moveIndex(cursor) { try $0.last() }
        case .indexPrevious: return try false == moveIndex(cursor) { try $0.previous() }
        case .indexSeek:
            return try indexes.borrow(cursor) {
                try $0.seek(row(i.b), Int(i.small), after: i.flag & 1 != 0)
            } != true
        case .indexSeekBack:
            return try false
                == (indexes[cursor]?.seekBack(
                    row(i.b), Int(i.small), before: i.flag & 1 != 0) ?? false)
        case .indexBefore:
            guard let index = indexes[cursor], !index.isNullRow else { return false }
            return try index.isBeforeBound()
        case .indexGroupEnd:
            return try indexes.borrow(cursor) { (index) throws(StorageError) in
                let count = Int(i.b)
                guard try index.goToGroupEnd(count, isReversed: i.flag & 1 != 0) else {
                    return true
                }
                if i.flag & 2 != 0 { try index.goToFirstAlike(count + 1) }
                return false
            } ?? true
        case .indexBound:
            indexes.borrow(cursor) {
                $0.setBound(row(i.b), Int(i.small), isInclusive: i.flag & 1 != 0)
            }
        case .useRowid, .deleteRow, .indexInsert, .indexDelete, .indexReplace, .indexConflict,
            .clearTable, .checkTypes, .endStep, .countBroken, .jumpIfNoneBroken:
            return try stepChange(i)
        default: return try stepScratch(i)
        }
        return false
    }

    /// Moves a table's cursor; answers whether it found nothing.
    private func move(_ cursor: Int, _ body: (RowidCursor) throws -> Bool) throws -> Bool {
        guard let table = tables[cursor] else { return true }
        if table.isNullRow {
            table.isNullRow = false
            return true
        }
        let isThere = try body(table.cursor)
        table.didMove()
        return !isThere
    }

    private func moveIndex(_ cursor: Int, _ body: (KeyCursor) throws -> Bool) throws -> Bool {
        guard let index = indexes[cursor] else { return true }
        if index.isNullRow {
            index.isNullRow = false
            return true
        }
        let isThere = try body(index.cursor)
        index.didMove()
        return !isThere
    }

    private func setNullRow(_ cursor: Int, _ isNullRow: Bool) {
        tables[cursor]?.didMove()
        tables[cursor]?.isNullRow = isNullRow
        indexes[cursor]?.didMove()
        indexes[cursor]?.isNullRow = isNullRow
        rows[cursor]?.isNullRow = isNullRow
        jsonRows[cursor]?.isNullRow = isNullRow
        hashes[cursor]?.isNullRow = isNullRow
    }

    /// Seeks by a value that need not be an integer.
    private func seekRowidByValue(_ i: Instruction) throws -> Bool {
        guard let table = tables[Int(i.a)] else { return true }
        defer { table.didMove() }
        scratch.removeAll()
        let value = Affinity.numeric.apply(to: registers[i.b], scratch: &scratch)
        switch value.kind {
        case .integer: break
        case .real where i.opcode != .seekRowid: return try seekReal(i, table, value.real)
        case .text, .blob:
            // Above all numbers.
            switch i.opcode {
            case .seekRowidAtOrBefore, .seekRowidBefore: return try false == table.cursor.last()
            default: return true
            }
        default: return true
        }
        return try seekInteger(i, table, value.integer)
    }

    private func seekInteger(
        _ i: Instruction, _ table: TableCursor, _ rowid: Int64
    ) throws -> Bool {
        switch i.opcode {
        case .seekRowid: return try false == table.cursor.seek(rowid)
        case .seekRowidAtOrAfter: return try false == table.cursor.seek(atOrAfter: rowid)
        case .seekRowidAfter:
            return try rowid == .max || !table.cursor.seek(atOrAfter: rowid + 1)
        case .seekRowidAtOrBefore: return try false == table.cursor.seek(atOrBefore: rowid)
        default: return try rowid == .min || !table.cursor.seek(atOrBefore: rowid - 1)
        }
    }

    private func seekReal(_ i: Instruction, _ table: TableCursor, _ real: Double) throws -> Bool {
        let isForward = i.opcode == .seekRowidAtOrAfter || i.opcode == .seekRowidAfter
        if real >= 0x1p63 { return try isForward ? true : !table.cursor.last() }
        if real < -0x1p63 { return try isForward ? !table.cursor.first() : true }
        let floor = Int64(real.rounded(.down))
        // The least integer stays a real: affinity leaves it, as SQLite's does.
        if Double(floor) == real { return try seekInteger(i, table, floor) }
        if isForward {
            return try floor == .max || !table.cursor.seek(atOrAfter: floor + 1)
        }
        return try false == table.cursor.seek(atOrBefore: floor)
    }

    // MARK: Scratch

    private func stepScratch(_ i: Instruction) throws -> Bool {
        let cursor = Int(i.a)
        switch i.opcode {
        case .openRows:
            rows[cursor] = RowsCursor(columnCount: Int(i.b), space: host.scratchSpace)
        case .rowsFirst: return try false == (rows[cursor]?.first() ?? false)
        case .fillRows: try fillRows(i)
        case .jsonFirst: return try jsonFirst(i)
        case .shareRows: rows[cursor] = rows[Int(i.b)].map { RowsCursor(sharing: $0) }
        case .openQueue: queues[cursor] = RowQueue(program.sorters[Int(i.b)])
        case .queueAdd: queues[cursor]?.add(keys: row(i.b), values: row(i.c))
        case .queueNext:
            guard let values = queues[cursor]?.next() else { return true }
            for (index, value) in values.enumerated() {
                try own(value, i.b &+ Int32(index))
            }
        case .openSet:
            sets[cursor] = SetCursor(program.sets[Int(i.b)], space: host.scratchSpace)
        case .setFind: return try sets[cursor]?.contains(row(i.b)) ?? false
        case .openHash:
            hashes[cursor] = HashCursor(
                program.sets[Int(i.b)], columnCount: Int(i.c), space: host.scratchSpace)
        case .openSorter: openSorter(i)
        case .limitTotal:
            let needed = rowsNeeded(at: i.a, withOffset: i.flag != 0)
            registers[i.b] = .integer(Int64(needed ?? -1))
        case .sorterSort: try sorters[cursor]?.sort()
        default: return try stepResults(i)
        }
        return false
    }

    private func own(_ value: Value, _ register: Int32) throws(EngineError) {
        try value.withColumnValue { (value) throws(EngineError) in
            try registers.own(value, register)
        }
    }

    /// Groups and windows.
    private func stepResults(_ i: Instruction) throws -> Bool {
        let cursor = Int(i.a)
        switch i.opcode {
        case .openGroups:
            if groups.borrow(cursor, { $0.restart() }) ?? false { break }
            groups[cursor] = GroupTable(program.groups[Int(i.b)], space: host.scratchSpace)
        case .groupStore: groups.borrow(cursor) { $0.store(registers[i.b], at: Int(i.c)) }
        case .groupKey: return groups.borrow(cursor) { $0.hasStored } ?? false
        case .groupRoom: return groups.borrow(cursor) { $0.lacksRoom } != true
        case .groupSpill: try groups.borrow(cursor) { try $0.spill(row(i.b)) }
        case .groupReplay:
            return try groups.borrow(cursor) { try $0.replay(into: registers.values + Int(i.b)) }
                != true
        case .groupFirst:
            return try groups.borrow(cursor) { try $0.first() } != true
        case .groupNext: return groups.borrow(cursor) { $0.next() } ?? false
        case .groupColumn:
            try groups.borrow(cursor) { try own($0.stored(Int(i.b)), i.c) }
        case .groupResult:
            try groups.borrow(cursor) { try registers.own($0.result(Int(i.b)), i.c) }
        case .openWindows:
            windows[cursor] = WindowTable(
                program.windows[Int(i.b)], space: host.scratchSpace, interruption: interruption)
        case .windowAdd: try windows[cursor]?.add(row(i.b))
        case .windowRun: try windows[cursor]?.run()
        case .windowNext:
            let isThere = try windows[cursor]?.next(into: registers, at: i.b) ?? false
            return !isThere
        default: throw EngineError.error("unknown instruction \(i.opcode)")
        }
        return false
    }

    private func openSorter(_ i: Instruction) {
        let shape = program.sorters[Int(i.b)]
        sorters[Int(i.a)] = Sorter(
            keys: shape.keys, payloadCount: shape.payloadCount,
            limit: i.c < 0 ? nil : rowsNeeded(at: i.c, withOffset: i.flag != 0),
            space: host.scratchSpace)
    }

    /// How many rows LIMIT in a register, and OFFSET in the next, ask for; nil for all.
    private func rowsNeeded(at register: Int32, withOffset: Bool) -> Int? {
        let count = registers[register].integer
        guard count >= 0 else { return nil }
        let skipped = withOffset ? max(0, registers[register &+ 1].integer) : 0
        let (sum, overflow) = count.addingReportingOverflow(skipped)
        return overflow ? nil : Int(sum)
    }

    /// The rows of a function in FROM; behind their columns, if it is asked for, their numbers.
    private func fillRows(_ i: Instruction) throws {
        let function = program.tableFunctions[Int(i.c)]
        let arguments = (0..<Int(i.small)).map { Value(registers[i.b &+ Int32($0)]) }
        let isNumbered = i.flag & 1 != 0
        let width = function.columns.count + (isNumbered ? 1 : 0)
        let cursor = RowsCursor(columnCount: width, space: host.scratchSpace)
        let row = Registers(count: width)
        var number: Int64 = 0
        try host.makeRows(of: function, arguments, into: row.values) { () throws(EngineError) in
            number += 1
            if number & 0xFFF == 0 { try stopIfInterrupted() }
            if isNumbered { row[Int32(width - 1)] = .integer(number) }
            try stored { () throws(StorageError) in
                _ = try cursor.store.append(UnsafePointer(row.values))
            }
        }
        rows[Int(i.a)] = cursor
    }
}
