/// What can follow what in a program.
///
/// **Users.** Whoever makes a program.
struct ProgramFlow {
    private let instructions: [Instruction]

    init(_ instructions: [Instruction]) { self.instructions = instructions }

    /// Whether an instruction that may fail by the statement's own doing can run behind one that
    /// changes the database. Errors of the storage are not meant: after those a transaction is
    /// rolled back as a whole.
    var mayFailHalfway: Bool {
        // A trigger may do anything, and broken keys are found when all is done.
        let isCertain = instructions.contains { instruction in
            instruction.opcode == .callTrigger
                || instruction.opcode == .countBroken && instruction.a > 0
        }
        if isCertain { return true }
        var reached = [Bool](repeating: false, count: instructions.count)
        var waiting: [Int] = []
        func reach(_ target: Int) {
            guard instructions.indices.contains(target), !reached[target] else { return }
            reached[target] = true
            waiting.append(target)
        }
        for (index, instruction) in instructions.enumerated() where instruction.opcode.changes {
            reach(index + 1)
        }
        while let index = waiting.popLast() {
            let instruction = instructions[index]
            if instruction.opcode.mayFail { return true }
            switch instruction.opcode {
            case .halt, .raise: break
            // Coroutines go on wherever the other one stopped.
            case .coroutine, .yield, .endCoroutine: return true
            case .goto: reach(Int(instruction.c))
            // Whoever calls a subroutine goes on behind the call; where it returns to is not
            // known here, but those places are reached as well.
            case .return: break
            case .gosub:
                reach(Int(instruction.c))
                reach(index + 1)
            default:
                reach(index + 1)
                if instruction.opcode.jumps { reach(Int(instruction.c)) }
            }
        }
        return false
    }
}

extension Opcode {
    /// Whether it changes the database.
    fileprivate var changes: Bool {
        switch self {
        case .insertRow, .deleteRow, .indexInsert, .indexDelete, .clearTable: true
        default: false
        }
    }

    /// Whether values alone may make it fail.
    fileprivate var mayFail: Bool {
        switch self {
        case .raise, .function, .concatenate, .mustBeInteger, .groupStep, .groupResult, .newRowid,
            .checkTypes, .fillRows, .windowRun:
            true
        default: false
        }
    }

    /// Whether operand `c` is, or may be, an address. Where it is a register the answer is no.
    fileprivate var jumps: Bool {
        switch self {
        case .once, .jumpIfTrue, .jumpIfFalse, .jumpIfNull, .jumpIfNotNull, .jumpIfCompare,
            .decrementJumpIfZero, .jumpIfPositive, .jumpIfZero, .tableFirst, .tableLast, .tableNext,
            .tablePrevious, .seekRowid, .seekRowidAtOrAfter, .seekRowidAfter,
            .seekRowidAtOrBefore, .seekRowidBefore, .indexFirst, .indexLast, .indexNext,
            .indexPrevious, .indexSeek, .indexSeekBack, .indexBefore, .indexBeyond, .indexConflict,
            .rowsFirst, .rowsNext, .setInsert, .setFind, .hashSeek, .hashNext, .sorterAdmit,
            .sorterNext, .groupFind, .groupStep, .groupFirst, .groupNext, .groupKey, .queueNext,
            .windowNext, .callTrigger, .jumpIfNoneBroken:
            true
        default: false
        }
    }
}
