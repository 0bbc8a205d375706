import WCDBStorage

/// Instructions that open the cursors of tables and indexes and move them to a row.
extension Machine {
    func stepCursor(_ i: Instruction) throws -> Bool {
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
        case .tableFirst: return try move(cursor) { try $0.first() }
        case .tableLast: return try move(cursor) { try $0.last() }
        case .tablePrevious: return try false == move(cursor) { try $0.previous() }
        case .seekRowid, .seekRowidAtOrAfter, .seekRowidAfter, .seekRowidAtOrBefore,
            .seekRowidBefore:
            return try seekRowidByValue(i)
        case .nullRow: setNullRow(cursor, !i.has(InstructionFlag.endsNullRow))
        case .tableCount: registers[i.c] = .integer(try tables[cursor]?.tree.count() ?? 0)
        case .indexFirst: return try moveIndex(cursor) { try $0.first() }
        case .indexLast: return try moveIndex(cursor) { try $0.last() }
        case .indexPrevious: return try false == moveIndex(cursor) { try $0.previous() }
        case .indexSeek:
            return try indexes.borrow(cursor) {
                try $0.seek(row(i.b), Int(i.small), after: i.has(InstructionFlag.beyond))
            } != true
        case .indexSeekBack:
            return try false
                == (indexes[cursor]?.seekBack(
                    row(i.b), Int(i.small), before: i.has(InstructionFlag.beyond)) ?? false)
        case .indexBefore:
            guard let index = indexes[cursor], !index.isNullRow else { return false }
            return try index.isBeforeBound()
        case .indexGroupEnd:
            return try indexes.borrow(cursor) { (index) throws(StorageError) in
                let count = Int(i.b)
                guard try index.goToGroupEnd(count, isReversed: i.has(InstructionFlag.reversed))
                else {
                    return true
                }
                if i.has(InstructionFlag.thenFirstAlike) { try index.goToFirstAlike(count + 1) }
                return false
            } ?? true
        case .indexBound:
            indexes.borrow(cursor) {
                $0.setBound(row(i.b), Int(i.small), isInclusive: i.has(InstructionFlag.inclusive))
            }
        default: assertionFailure("no instruction of cursors: \(i.opcode)")
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
}
