import WCDBStorage

/// Instructions that are not executed once per row of the innermost loop. Each answers whether to
/// jump.
extension Machine {
    func stepRare(_ i: Instruction) throws(EngineError) -> Bool {
        do {
            switch i.opcode {
            case .openTable, .tableFirst, .tableLast, .tablePrevious, .tableCount, .nullRow,
                .seekRowid, .seekRowidAtOrAfter, .seekRowidAfter, .seekRowidAtOrBefore,
                .seekRowidBefore, .openIndex, .indexFirst, .indexLast, .indexPrevious, .indexSeek,
                .indexSeekBack, .indexBefore, .indexGroupEnd, .indexBound:
                return try stepCursor(i)
            case .useRowid, .deleteRow, .indexInsert, .indexDelete, .indexReplace, .indexConflict,
                .clearTable, .checkTypes, .endStep, .countBroken, .jumpIfNoneBroken:
                return try stepChange(i)
            case .openRows, .rowsFirst, .fillRows, .jsonFirst, .shareRows, .openQueue, .queueAdd,
                .queueNext, .openSet, .setFind, .openHash, .openSorter, .limitTotal, .sorterSort:
                return try stepScratch(i)
            case .openGroups, .groupStore, .groupKey, .groupRoom, .groupSpill, .groupReplay,
                .groupFirst, .groupNext, .groupColumn, .groupResult, .openWindows, .windowAdd,
                .windowRun, .windowNext:
                return try stepGroups(i)
            case .visit:
                host.didVisitRow()
                return false
            default: throw EngineError.error("unknown instruction \(i.opcode)")
            }
        } catch {
            throw EngineError(error)
        }
    }

    /// A register becomes the owner of a value.
    func own(_ value: Value, _ register: Int32) throws(EngineError) {
        try value.withColumnValue { (value) throws(EngineError) in
            try registers.own(value, register)
        }
    }
}
