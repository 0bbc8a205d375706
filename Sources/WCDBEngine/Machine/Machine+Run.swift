import WCDBSQL
import WCDBStorage

/// The machine's loop: instructions that a row may need are done here, the others elsewhere.
extension Machine {
    /// Runs to the next result row; false when the program is done. The length of this function
    /// is that of the instruction set: one case each, nothing between. What goes back in loops asks
    /// now and then whether somebody wants it to stop.
    package func step() throws(EngineError) -> Bool {
        let code = program.pinned.instructions
        let constants = program.pinned.constants
        let values = registers.values
        let slots = slots
        try stopIfInterrupted()
        if position == 0 { context.beginStatement() }
        isOpen = true
        var pc = position
        var ticks = 0
        while true {
            // Each case reads the operands that it has.
            let i = InstructionPlace(code + pc)
            pc &+= 1
            switch i.opcode {
            case .callTrigger:
                call = program.sites[Int(i.a)]
                skip = Int(i.c)
                position = pc
                return true
            case .halt:
                isAbandoned = i.has(InstructionFlag.abandoned)
                position = program.pinned.count
                return false
            case .goto:
                pc = Int(i.c)
                ticks &+= 1
                if InterruptFlag.isDue(ticks) { try stopIfInterrupted() }
            case .gosub:
                registers[i.a] = .integer(Int64(pc))
                pc = Int(i.c)
            case .return: pc = Int(registers[i.a].integer)
            case .coroutine: registers[i.a] = .integer(Int64(i.c))
            case .yield:
                let target = Int(registers[i.a].integer)
                registers[i.a] = .integer(Int64(pc))
                pc = target
            case .endCoroutine:
                // Whoever asked for the next row says where to go when there is none.
                pc = Int(code[Int(registers[i.a].integer) - 1].c)
            case .once:
                if onceDone[Int(i.a)] { pc = Int(i.c) } else { onceDone[Int(i.a)] = true }
            case .raise:
                let message = program.messages[Int(i.a)]
                raised = ConflictAction(rawValue: i.flag) ?? .abort
                throw .sql(message.code, message.text)
            case .null:
                for index in i.a..<(i.a &+ max(1, i.b)) { registers[index] = .null }
            case .constant: values[Int(i.b)] = constants[Int(i.a)]
            case .parameter: values[Int(i.b)] = parameters[i.a &- 1]
            case .nextValues: if !nextValues(i) { pc = Int(i.c) }
            case .copy: try registers.own(registers[i.a], i.b)
            case .alias: values[Int(i.b)] = values[Int(i.a)]
            case .add: registers[i.c] = Arithmetic.add(registers[i.a], registers[i.b])
            case .subtract: registers[i.c] = Arithmetic.subtract(registers[i.a], registers[i.b])
            case .multiply: registers[i.c] = Arithmetic.multiply(registers[i.a], registers[i.b])
            case .divide: registers[i.c] = Arithmetic.divide(registers[i.a], registers[i.b])
            case .remainder: registers[i.c] = Arithmetic.remainder(registers[i.a], registers[i.b])
            case .negate: registers[i.b] = Arithmetic.negate(registers[i.a])
            case .bitAnd: registers[i.c] = BitOperators.and(registers[i.a], registers[i.b])
            case .bitOr: registers[i.c] = BitOperators.or(registers[i.a], registers[i.b])
            case .bitNot: registers[i.b] = BitOperators.not(registers[i.a])
            case .shiftLeft:
                registers[i.c] = BitOperators.shiftLeft(registers[i.a], registers[i.b])
            case .shiftRight:
                registers[i.c] = BitOperators.shiftRight(registers[i.a], registers[i.b])
            case .concatenate:
                scratch.removeAll()
                try registers.own(
                    Concatenation.concatenate(
                        registers[i.a], registers[i.b], into: &scratch), i.c)
            case .not:
                registers[i.b] = .truth(registers[i.a].asTruth.map { !$0 })
            case .truth:
                let value = registers[i.a].asTruth
                let isSame = value == i.has(InstructionFlag.wantsTrue)
                registers[i.b] = .truth(i.has(InstructionFlag.negated) ? !isSame : isSame)
            case .and: registers[i.c] = Machine.and(registers[i.a], registers[i.b])
            case .or: registers[i.c] = Machine.or(registers[i.a], registers[i.b])
            case .compare: registers[i.c] = .truth(compare(i.instruction))
            case .jumpIfCompare:
                let (left, right) = (values[Int(i.a)], values[Int(i.b)])
                if left.kind == .integer, right.kind == .integer {
                    let (left, right) = (left.integer, right.integer)
                    if Machine.holds(i.flag, left > right, left < right) { pc = Int(i.c) }
                    continue
                }
                let result = compare(i.instruction)
                if result ?? (i.flag & ComparisonFlag.jumpsIfNull != 0) { pc = Int(i.c) }
            case .cast:
                scratch.removeAll()
                try registers.own(
                    Cast.cast(
                        registers[i.a], to: Affinity(rawValue: i.flag) ?? .none,
                        scratch: &scratch), i.b)
            case .affinity:
                if i.small <= 1, Affinity.settles(i.flag, values[Int(i.a)].kind) { continue }
                try applyAffinity(i.instruction)
            case .mustBeInteger: try requireInteger(i.a)
            case .match: registers[i.c] = try match(i.flag, values[Int(i.a)], values[Int(i.b)])
            case .function: try call(i.instruction)
            case .jumpIfTrue:
                if registers[i.a].asTruth ?? false { pc = Int(i.c) }
            case .jumpIfFalse:
                if !(registers[i.a].asTruth ?? !i.has(InstructionFlag.jumpsIfNull)) {
                    pc = Int(i.c)
                }
            case .jumpIfNull: if registers[i.a].isNull { pc = Int(i.c) }
            case .jumpIfNotNull: if !registers[i.a].isNull { pc = Int(i.c) }
            case .jumpIfZero: if registers[i.a].integer == 0 { pc = Int(i.c) }
            case .decrementJumpIfZero:
                let value = registers[i.a].integer
                if value > 0 {
                    registers[i.a] = .integer(value &- 1)
                    if value == 1 { pc = Int(i.c) }
                }
            case .jumpIfPositive:
                let value = registers[i.a].integer
                if value > 0 {
                    registers[i.a] = .integer(value &- 1)
                    pc = Int(i.c)
                }
            case .resultRow:
                resultStart = i.a
                position = pc
                return true
            case .column:
                let count = slots[Int(i.a)].readColumns(code + (pc &- 1), into: values)
                if count == 0 {
                    try loadColumn(i.instruction)
                } else {
                    pc = pc &- 1 &+ count
                }
            case .rowid:
                let slot = slots + Int(i.a)
                guard let cursor = slot.pointee.cursor else { continue }
                values[Int(i.c)] =
                    slot.pointee.state == .null
                    ? .null : .integer(cursor._withUnsafeGuaranteedRef { $0.rowid })
            case .rowidBeyond:
                guard let cursor = slots[Int(i.a)].cursor else { continue }
                let rowid = cursor._withUnsafeGuaranteedRef { $0.rowid }
                if isBeyond(rowid, values[Int(i.b)], i.flag) { pc = Int(i.c) }
            case .tableNext, .tableYield:
                let slot = slots + Int(i.a)
                guard let cursor = slot.pointee.cursor else { continue }
                if slot.pointee.state == .null {
                    slot.pointee.state = .unread
                    pc &+= Int(i.b)
                    continue
                }
                if i.b > 0 {
                    pc = try nextSifted(code, pc)
                    continue
                }
                slot.pointee.state = .unread
                if cursor._withUnsafeGuaranteedRef({ $0.nextInLeaf() }) {
                    pc = Int(i.c)
                } else if try tableNextLeaf(i.instruction) {
                    pc = Int(i.c)
                }
                ticks &+= 1
                if InterruptFlag.isDue(ticks) { try stopIfInterrupted() }
            case .tableFold: pc = try nextFolded(code, pc)
            case .tableFill: pc = try nextFilled(code, pc)
            case .tableProbe: pc = try nextProbed(code, pc)
            case .seekRowid: if try seekRowid(i) { pc = Int(i.c) }
            case .indexNext, .indexYield:
                let isNear = indexes.borrow(Int(i.a)) { $0.nextInLeaf() }
                if isNear == true {
                    pc = Int(i.c)
                } else if try indexNext(i) {
                    pc = Int(i.c)
                }
                ticks &+= 1
                if InterruptFlag.isDue(ticks) { try stopIfInterrupted() }
            case .indexBeyond:
                let isWithin = indexes.borrow(Int(i.a)) { $0.isWithinBound }
                if isWithin == true { continue }
                if try isBeyondBound(i) { pc = Int(i.c) }
            case .indexColumn, .indexRowid: pc = try readKey(code, pc &- 1)
            case .rowsNext:
                if try rowsNext(i) { pc = Int(i.c) }
                ticks &+= 1
                if InterruptFlag.isDue(ticks) { try stopIfInterrupted() }
            case .rowsColumn:
                if let value = hashes.borrow(Int(i.a), { $0.column(Int(i.b)) }) {
                    values[Int(i.c)] = value
                } else {
                    try rowsColumn(i)
                }
            case .jsonNext:
                if jsonRows.borrow(Int(i.a), { $0.next() }) == true { pc = Int(i.c) }
                ticks &+= 1
                if InterruptFlag.isDue(ticks) { try stopIfInterrupted() }
            case .jsonColumn:
                if let value = jsonRows.borrow(Int(i.a), { $0.column(Int(i.b)) }) {
                    values[Int(i.c)] = value
                }
            case .rowsAppend: try rowsAppend(i.instruction)
            case .hashAdd: try hashAdd(i)
            case .hashSeek: if try hashSeek(i) { pc = Int(i.c) }
            case .hashNext:
                if try hashNext(i) { pc = Int(i.c) }
                ticks &+= 1
                if InterruptFlag.isDue(ticks) { try stopIfInterrupted() }
            case .setInsert: if try setInsert(i) { pc = Int(i.c) }
            case .sorterAdmit:
                let isAdmitted = sorters.borrow(Int(i.a)) { $0.admits(keys: row(i.b)) }
                if isAdmitted == false { pc = Int(i.c) }
            case .sorterAdd: try sorterAdd(i)
            case .sorterNext: if try sorterNext(i) { pc = Int(i.c) }
            case .sorterColumn:
                let count = sorters.borrow(Int(i.a)) { $0.readColumns(code + (pc &- 1), values) }
                if let count { pc = pc &- 1 &+ count }
            case .groupFind:
                let isNew = try groups.borrow(Int(i.a)) { (groups) throws(EngineError) in
                    try groups.find(row(i.b))
                }
                if isNew == false { pc = Int(i.c) }
            case .groupStep:
                let next = try groups.borrow(Int(i.a)) { (groups) throws(EngineError) in
                    try groups.step(code, at: pc &- 1, values)
                }
                if let next { pc = next }
            case .newRowid: registers[i.c] = .integer(try newRowid(i.instruction))
            case .insertRow: try insertRow(i.instruction)
            case .changed: didChange(i.instruction)
            // Operands of the instruction before them, which goes on behind them.
            case .sieveCompare, .sieveNull, .sievePrefix, .sieveAdmit: continue
            case .openTable, .tableFirst, .tableLast, .tablePrevious, .seekRowidAtOrAfter,
                .seekRowidAfter, .seekRowidAtOrBefore, .seekRowidBefore, .nullRow, .tableCount,
                .openIndex, .indexFirst, .indexLast, .indexPrevious, .indexSeek, .indexSeekBack,
                .indexBefore, .indexGroupEnd, .indexBound, .useRowid, .deleteRow, .indexInsert,
                .indexDelete, .indexReplace, .indexConflict, .clearTable, .openRows,
                .rowsFirst, .openSet, .setFind, .openHash, .openSorter, .limitTotal, .sorterSort,
                .openGroups, .groupStore, .groupFirst, .groupNext, .groupColumn, .groupResult,
                .groupKey, .groupRoom, .groupSpill, .groupReplay, .visit, .checkTypes, .endStep,
                .countBroken, .jumpIfNoneBroken,
                .shareRows, .fillRows, .jsonFirst, .openQueue, .queueAdd, .queueNext, .openWindows,
                .windowAdd, .windowRun, .windowNext:
                if try stepRare(i.instruction) { pc = Int(i.c) }
                ticks &+= 1
                if InterruptFlag.isDue(ticks) { try stopIfInterrupted() }
            }
        }
    }

    func stopIfInterrupted() throws(EngineError) {
        if interruption.isSet { throw .storage(.interrupted) }
    }

    // MARK: Values

    private static func and(_ left: ColumnValue, _ right: ColumnValue) -> ColumnValue {
        switch (left.asTruth, right.asTruth) {
        case (false, _), (_, false): .integer(0)
        case (true, true): .integer(1)
        default: .null
        }
    }

    private static func or(_ left: ColumnValue, _ right: ColumnValue) -> ColumnValue {
        switch (left.asTruth, right.asTruth) {
        case (true, _), (_, true): .integer(1)
        case (false, false): .integer(0)
        default: .null
        }
    }

    /// The result of a comparison; nil if it is NULL.
    @inline(__always)
    private func compare(_ i: Instruction) -> Bool? {
        var left = registers[i.a]
        var right = registers[i.b]
        let operation = i.flag & ComparisonFlag.operation
        if left.kind == .integer, right.kind == .integer {
            return Machine.holds(
                operation, left.integer > right.integer, left.integer < right.integer)
        }
        if left.isNull || right.isNull {
            guard operation >= ComparisonFlag.is else { return nil }
            let isSame = left.isNull && right.isNull
            return operation == ComparisonFlag.is ? isSame : !isSame
        }
        let (affinity, collation) = program.pinned.comparisons[Int(i.small)]
        if affinity > .blob {
            scratch.removeAll()
            // Both may become text: neither may move the other.
            scratch.reserve(128)
            left = affinity.applyForComparison(to: left, scratch: &scratch)
            right = affinity.applyForComparison(to: right, scratch: &scratch)
        }
        let order = ValueOrder.compare(left, right, collation)
        return Machine.holds(operation, order > 0, order < 0)
    }

    /// Whether a rowid and the end of a range compare as an operation says. Nothing lies in front
    /// of NULL.
    @inline(__always)
    private func isBeyond(_ rowid: Int64, _ end: ColumnValue, _ operation: UInt8) -> Bool {
        guard case .integer = end.kind else { return isBeyondOther(rowid, end, operation) }
        return Machine.holds(operation, rowid > end.integer, rowid < end.integer)
    }

    @inline(never)
    private func isBeyondOther(_ rowid: Int64, _ end: ColumnValue, _ operation: UInt8) -> Bool {
        guard !end.isNull else { return true }
        scratch.removeAll()
        let end = Affinity.numeric.applyForComparison(to: end, scratch: &scratch)
        let order = ValueOrder.compare(.integer(rowid), end)
        return Machine.holds(operation, order > 0, order < 0)
    }

    /// Whether an order is one of those that an operation asks for: bits for less, equal and
    /// greater, four for each operation.
    @inline(__always)
    static func holds(_ operation: UInt8, _ isGreater: Bool, _ isLess: Bool) -> Bool {
        let orders: UInt32 = 0x5264_3152 &>> (UInt32(operation & ComparisonFlag.operation) &* 4)
        let place: UInt32 = 1 &+ (isGreater ? 1 : 0) &- (isLess ? 1 : 0)
        return orders &>> place & 1 != 0
    }

    private func applyAffinity(_ i: Instruction) throws(EngineError) {
        let affinity = Affinity(rawValue: i.flag) ?? .none
        guard affinity > .blob else { return }
        for index in i.a..<(i.a &+ Int32(max(1, i.small))) {
            if Affinity.settles(i.flag, registers[index].kind) { continue }
            if i.c != 0, registers[index].kind == .text { continue }
            scratch.removeAll()
            try registers.own(affinity.apply(to: registers[index], scratch: &scratch), index)
        }
    }

    private func requireInteger(_ register: Int32) throws(EngineError) {
        let value = Affinity.integer.apply(to: registers[register], scratch: &scratch)
        guard value.kind == .integer else { throw .sql(.mismatch, "datatype mismatch") }
        registers[register] = value
    }

    private func call(_ i: Instruction) throws(EngineError) {
        guard let functions = program.pinned.functions.baseAddress else { return }
        // Where it lies: a copy would count references for each call.
        let entry = functions + Int(i.a)
        if case .binary = entry.pointee.collation, case .binary = context.collation {
        } else {
            context.collation = entry.pointee.collation
        }
        if i.flag != 0 || context.deterministicPlace != nil {
            context.deterministicPlace = DefinitionPlace(rawValue: i.flag)?.site
        }
        try context.call(
            entry.pointee.function,
            UnsafeBufferPointer(start: registers.values + Int(i.b), count: Int(i.small)))
        if context.isResultLarge {
            registers.take(context.result, from: &context.output, i.c)
        } else {
            try registers.own(context.result, i.c)
        }
    }

    // MARK: Hot cursor work

    private func loadColumn(_ i: Instruction) throws(EngineError) {
        guard let table = tables[Int(i.a)] else {
            registers[i.c] = .null
            return
        }
        let column = Int(i.b)
        do throws(StorageError) {
            let part = ValuePart(rawValue: i.flag) ?? .whole
            if let value = try table.column(column, part) {
                registers[i.c] = value
                return
            }
        } catch {
            throw .storage(error)
        }
        registers[i.c] = table.missingColumn(column, host: host)
    }

    func tableNextLeaf(_ i: Instruction) throws(EngineError) -> Bool {
        guard let table = tables[Int(i.a)] else { return false }
        do {
            return try table.cursor.next()
        } catch {
            throw .storage(error)
        }
    }
}
