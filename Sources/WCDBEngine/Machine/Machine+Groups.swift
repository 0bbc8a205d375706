import WCDBStorage

/// Instructions on groups and windows.
extension Machine {
    func stepGroups(_ i: Instruction) throws -> Bool {
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
            try groups.borrow(cursor) { try own($0.column(Int(i.b)), i.c) }
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
        default: assertionFailure("no instruction of groups: \(i.opcode)")
        }
        return false
    }
}
