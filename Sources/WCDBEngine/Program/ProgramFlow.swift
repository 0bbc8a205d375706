/// What can follow what in a program.
///
/// **Users.** Whoever makes a program.
struct ProgramFlow {
    let instructions: [Instruction]

    init(_ instructions: [Instruction]) { self.instructions = instructions }

    /// Whether an instruction that may fail by the statement's own doing can run behind one that
    /// changes the database. Errors of the storage are not meant: after those a transaction is
    /// rolled back as a whole.
    var mayFailHalfway: Bool {
        var (first, last): (Int?, Int?)
        for index in instructions.indices {
            let opcode = instructions[index].opcode
            // A trigger may do anything, and broken keys are found when all is done.
            if opcode == .callTrigger || opcode == .countBroken && instructions[index].a > 0 {
                return true
            }
            if first == nil, opcode.changes { first = index }
            if opcode.isRisky { last = index }
        }
        guard let first, let last, last > first || goesBack(from: first, to: last) else {
            return false
        }
        var reached = [Bool](repeating: false, count: instructions.count + 1)
        for index in first..<instructions.count where instructions[index].opcode.changes {
            reached[index + 1] = true
        }
        // Most jumps go forwards, so that a pass or two see everything.
        var isDone = false
        while !isDone {
            isDone = true
            for index in instructions.indices where reached[index] {
                let instruction = instructions[index]
                if instruction.opcode.isRisky { return true }
                if instruction.opcode.continues { reached[index + 1] = true }
                if instruction.opcode == .return {
                    for place in returns(of: instruction) where !reached[place] {
                        reached[place] = true
                        if place < index { isDone = false }
                    }
                }
                let target = Int(instruction.c)
                guard instruction.opcode.jumps, instructions.indices.contains(target),
                    !reached[target]
                else { continue }
                reached[target] = true
                if target < index { isDone = false }
            }
        }
        return false
    }

    /// Where a subroutine may go on that returns: behind each of its calls.
    private func returns(of instruction: Instruction) -> [Int] {
        instructions.indices.filter {
            instructions[$0].opcode == .gosub && instructions[$0].a == instruction.a
        }.map { $0 + 1 }
    }

    /// Whether an instruction from `first` on jumps to one that is not behind `last`. The prologue,
    /// which stands at the end, runs before all others.
    private func goesBack(from first: Int, to last: Int) -> Bool {
        let prologue = Int(instructions[0].c)
        let end = prologue > first ? prologue : instructions.count
        return instructions[first..<end].contains { instruction in
            instruction.opcode == .return
                || instruction.opcode.jumps && (0...last).contains(Int(instruction.c))
        }
    }
}

extension Opcode {
    /// Whether it changes the database.
    fileprivate var changes: Bool {
        switch self {
        case .insertRow, .deleteRow, .indexInsert, .indexDelete, .indexReplace, .clearTable: true
        default: false
        }
    }

    /// Whether values alone may make it fail.
    private var mayFail: Bool {
        switch self {
        case .raise, .function, .match, .concatenate, .mustBeInteger, .groupStep, .groupResult,
            .newRowid, .checkTypes, .fillRows, .jsonFirst, .windowRun:
            true
        default: false
        }
    }

    /// Coroutines go on wherever the other one stopped: nothing can be said of what follows.
    private var isCoroutine: Bool {
        self == .coroutine || self == .yield || self == .endCoroutine
    }

    fileprivate var isRisky: Bool { mayFail || isCoroutine }

    /// Whether the next instruction may follow. What follows a return stands elsewhere.
    fileprivate var continues: Bool {
        switch self {
        case .halt, .raise, .goto, .return: false
        default: true
        }
    }

    /// Whether operand `c` is, or may be, an address. Where it is a register the answer is no.
    fileprivate var jumps: Bool {
        switch self {
        // The flow of the program, and conditions.
        case .goto, .gosub, .once, .callTrigger, .jumpIfTrue, .jumpIfFalse, .jumpIfNull,
            .jumpIfNotNull, .jumpIfCompare, .jumpIfPositive, .jumpIfZero, .decrementJumpIfZero,
            .jumpIfNoneBroken, .nextValues,
            // Tables.
            .tableFirst, .tableLast, .tableNext, .tablePrevious, .tableFold, .tableFill,
            .tableProbe, .tableYield, .seekRowid, .seekRowidAtOrAfter, .seekRowidAfter,
            .seekRowidAtOrBefore, .seekRowidBefore, .rowidBeyond,
            // Indexes.
            .indexFirst, .indexLast, .indexNext, .indexPrevious, .indexSeek, .indexSeekBack,
            .indexBefore, .indexBeyond, .indexGroupEnd, .indexConflict, .indexYield,
            // What is skipped before it is a row.
            .sieveCompare, .sieveNull, .sievePrefix, .sieveAdmit,
            // Rows in memory.
            .rowsFirst, .rowsNext, .jsonFirst, .jsonNext, .setInsert, .setFind, .hashSeek,
            .hashNext, .sorterAdmit, .sorterNext, .queueNext, .windowNext,
            // Groups.
            .groupFind, .groupStep, .groupFirst, .groupNext, .groupKey, .groupRoom, .groupReplay:
            true
        default: false
        }
    }
}
