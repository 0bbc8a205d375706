/// What an instruction does. `Spec/opcodes.md` says what the operands of each mean.
package enum Opcode: UInt8, Sendable, CaseIterable {
    // Flow
    case halt, goto, gosub, `return`, once, raise
    case coroutine, yield, endCoroutine
    // Values
    case null, constant, parameter, nextValues, copy, alias
    case negate, bitNot, not, truth
    case add, subtract, multiply, divide, remainder, concatenate
    case bitAnd, bitOr, shiftLeft, shiftRight, and, or
    case compare, cast, affinity, match, function, mustBeInteger, limitTotal
    // Jumps
    case jumpIfTrue, jumpIfFalse, jumpIfNull, jumpIfNotNull, jumpIfCompare
    case decrementJumpIfZero, jumpIfPositive, jumpIfZero
    // Tables
    case openTable, tableFirst, tableLast, tableNext, tablePrevious
    case tableFold, tableFill, tableProbe, tableYield
    case seekRowid, seekRowidAtOrAfter, seekRowidAfter, seekRowidAtOrBefore, seekRowidBefore,
        rowidBeyond
    case column, rowid, nullRow, tableCount
    case sieveCompare, sieveNull, sievePrefix, sieveAdmit
    // Indexes
    case openIndex, indexFirst, indexLast, indexNext, indexPrevious, indexYield
    case indexSeek, indexBound, indexBeyond, indexColumn, indexRowid
    case indexSeekBack, indexBefore, indexGroupEnd
    // Changes
    case newRowid, useRowid, insertRow, deleteRow, clearTable
    case indexInsert, indexDelete, indexReplace, indexConflict
    case changed, checkTypes, callTrigger, endStep, countBroken, jumpIfNoneBroken
    // Rows kept aside
    case openRows, rowsAppend, rowsFirst, rowsNext, rowsColumn, shareRows, fillRows
    case jsonFirst, jsonNext, jsonColumn
    case openQueue, queueAdd, queueNext
    case openSet, setInsert, setFind
    case openHash, hashAdd, hashSeek, hashNext
    case openSorter, sorterAdmit, sorterAdd, sorterSort, sorterNext, sorterColumn
    case openGroups, groupFind, groupStep, groupStore, groupFirst, groupNext, groupColumn
    case groupResult, groupKey, groupRoom, groupSpill, groupReplay
    case openWindows, windowAdd, windowRun, windowNext
    // Results
    case resultRow
    // Counting rows, for tests of plans
    case visit
}

/// One instruction: sixteen plain bytes.
package struct Instruction: Sendable {
    package var opcode: Opcode
    package var flag: UInt8
    package var small: UInt16
    package var a: Int32
    package var b: Int32
    package var c: Int32

    init(_ opcode: Opcode, a: Int = 0, b: Int = 0, c: Int = 0, flag: UInt8 = 0, small: Int = 0) {
        self.opcode = opcode
        self.flag = flag
        self.small = UInt16(clamping: small)
        self.a = Int32(a)
        self.b = Int32(b)
        self.c = Int32(c)
    }

    /// Whether a bit of `InstructionFlag` is set.
    @inline(__always)
    func has(_ bit: UInt8) -> Bool { flag & bit != 0 }
}
