import WCDBStorage

/// Instructions on rows that a statement keeps aside: lists, queues, sets, hash tables, sorters.
extension Machine {
    func stepScratch(_ i: Instruction) throws -> Bool {
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
            let needed = rowsNeeded(at: i.a, withOffset: i.has(InstructionFlag.hasOffset))
            registers[i.b] = .integer(Int64(needed ?? -1))
        case .sorterSort: try sorters[cursor]?.sort()
        default: assertionFailure("no instruction of rows kept aside: \(i.opcode)")
        }
        return false
    }

    private func openSorter(_ i: Instruction) {
        let shape = program.sorters[Int(i.b)]
        sorters[Int(i.a)] = Sorter(
            keys: shape.keys, payloadCount: shape.payloadCount,
            limit: i.c < 0
                ? nil : rowsNeeded(at: i.c, withOffset: i.has(InstructionFlag.hasOffset)),
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
        let isNumbered = i.has(InstructionFlag.numbered)
        let width = function.columns.count + (isNumbered ? 1 : 0)
        let cursor = RowsCursor(columnCount: width, space: host.scratchSpace)
        let row = Registers(count: width)
        var number: Int64 = 0
        try host.makeRows(of: function, arguments, into: row.values) { () throws(EngineError) in
            number += 1
            if InterruptFlag.isDue(number) { try stopIfInterrupted() }
            if isNumbered { row[Int32(width - 1)] = .integer(number) }
            try stored { () throws(StorageError) in
                _ = try cursor.store.append(UnsafePointer(row.values))
            }
        }
        rows[Int(i.a)] = cursor
    }
}
