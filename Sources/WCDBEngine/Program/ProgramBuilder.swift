import WCDBStorage

/// A program in the making: instructions, constants, and the numbers of registers and cursors.
///
/// **Users.** One compilation after the other; an object, so that the compiler is cheap to hand on.
final class ProgramBuilder {
    /// The first goes to the prologue.
    @exclusivity(unchecked) private(set) var instructions: [Instruction] = []
    @exclusivity(unchecked) private(set) var constants: [Value] = []
    /// Where values are among the constants, when there are many.
    @exclusivity(unchecked) private var places: [Value: Int] = [:]
    @exclusivity(unchecked) private(set) var comparisons:
        [(affinity: Affinity, collation: Collation)] = []
    @exclusivity(unchecked) private(set) var functions: [CalledFunction] = []
    @exclusivity(unchecked) private(set) var tables: [TableSchema] = []
    @exclusivity(unchecked) private(set) var indexes: [(table: TableSchema, index: IndexSchema)] =
        []
    @exclusivity(unchecked) private(set) var registerCount = 0
    @exclusivity(unchecked) private(set) var cursorCount = 0
    @exclusivity(unchecked) private(set) var onceCount = 0
    /// What few programs have, and whether this one has any of it.
    @exclusivity(unchecked) private(set) var parts = ProgramParts()
    @exclusivity(unchecked) private(set) var hasParts = false
    /// The databases that it writes to.
    @exclusivity(unchecked) private(set) var writtenDatabases: [Int] = []
    @exclusivity(unchecked) var changesData = false
    @exclusivity(unchecked) var usesSchema = true
    @exclusivity(unchecked) var hangsOnConstants = false
    /// It may have scans that do the work of their loops themselves.
    @exclusivity(unchecked) var fusesScans = false
    /// Somebody wants to know the plan in words.
    @exclusivity(unchecked) var notesPlan = false
    @exclusivity(unchecked) var planDepth = 0
    /// Where labels lead; -1 until they are placed.
    @exclusivity(unchecked) private var labels: [Int32] = []

    /// A place in the program that jumps name before it is known. Negative in operands until
    /// `finish` puts the address there.
    struct Label {
        fileprivate let number: Int
        var operand: Int32 { Int32(-2 - number) }
    }

    init() {
        instructions.reserveCapacity(60)
        instructions.append(Instruction(.goto))
        labels.reserveCapacity(24)
    }

    /// Begins another program. Memory that no program has taken over is kept, but not what a
    /// gigantic statement needed.
    func reset() {
        let isLarge = instructions.count > ProgramBuilder.usualLimit
        instructions.removeAll(keepingCapacity: !isLarge)
        instructions.append(Instruction(.goto))
        labels.removeAll(keepingCapacity: !isLarge)
        prologue.removeAll(keepingCapacity: !isLarge)
        steadyConstants.removeAll(keepingCapacity: !isLarge)
        steadyParameters.removeAll(keepingCapacity: !isLarge)
        if !places.isEmpty { places = [:] }
        (registerCount, cursorCount, onceCount, planDepth) = (0, 0, 0, 0)
        (changesData, usesSchema, notesPlan) = (false, true, false)
        (hangsOnConstants, fusesScans) = (false, false)
        giveAwayLists()
    }

    /// So many instructions most statements do not have.
    private static let usualLimit = 1000

    /// What a program took over is made anew: an array that two have is copied when it changes.
    private func giveAwayLists() {
        if !constants.isEmpty { constants = [] }
        if !comparisons.isEmpty { comparisons = [] }
        if !functions.isEmpty { functions = [] }
        if !tables.isEmpty { tables = [] }
        if !indexes.isEmpty { indexes = [] }
        if !writtenDatabases.isEmpty { writtenDatabases = [] }
        if hasParts { parts = ProgramParts() }
        hasParts = false
    }

    // MARK: Instructions

    func emit(
        _ opcode: Opcode, _ a: Int = 0, _ b: Int = 0, _ c: Int = 0, flag: UInt8 = 0,
        small: Int = 0
    ) {
        instructions.append(Instruction(opcode, a: a, b: b, c: c, flag: flag, small: small))
    }

    func makeLabel() -> Label {
        labels.append(-1)
        return Label(number: labels.count - 1)
    }

    /// A label for the instruction after the one that is emitted next.
    func placedLabel() -> Label {
        labels.append(Int32(instructions.count + 1))
        return Label(number: labels.count - 1)
    }

    func place(_ label: Label) { labels[label.number] = Int32(instructions.count) }

    /// Emits an instruction whose operand `c` is a label.
    func jump(
        _ opcode: Opcode, _ a: Int = 0, _ b: Int = 0, to label: Label, flag: UInt8 = 0,
        small: Int = 0
    ) {
        emit(opcode, a, b, Int(label.operand), flag: flag, small: small)
    }

    // MARK: What is computed once

    /// Values that stay as they are while the program runs lie in registers of their own, which
    /// are filled before anything else: by instructions behind the program, to which its first
    /// one goes.
    @exclusivity(unchecked) private var prologue: [Instruction] = []
    /// The registers of constants and of parameters, by their numbers; -1 where there is none.
    @exclusivity(unchecked) private var steadyConstants: [Int] = []
    @exclusivity(unchecked) private var steadyParameters: [Int] = []

    /// The register of a constant. Requires: nobody writes to it.
    func steadyRegister(constant value: Value) -> Int {
        let number = constant(value)
        while steadyConstants.count <= number { steadyConstants.append(-1) }
        if steadyConstants[number] < 0 {
            steadyConstants[number] = register()
            prologue.append(.init(.constant, a: number, b: steadyConstants[number]))
        }
        return steadyConstants[number]
    }

    /// The register of a parameter, which is one of those that the binder has counted. Requires:
    /// nobody writes to it.
    func steadyRegister(parameter number: Int) -> Int {
        while steadyParameters.count <= number { steadyParameters.append(-1) }
        if steadyParameters[number] < 0 {
            steadyParameters[number] = register()
            prologue.append(.init(.parameter, a: number, b: steadyParameters[number]))
        }
        return steadyParameters[number]
    }

    /// Emits, into what runs first, the instructions that `body` emits; they must not jump.
    func inPrologue(_ instructions: [Instruction]) {
        prologue += instructions
    }

    /// Of what was put into a register from an address on only a part is looked at. That makes a
    /// difference for a column.
    func restrict(_ register: Int, from address: Int, to part: ValuePart) {
        guard instructions.count == address + 1, instructions[address].opcode == .column,
            Int(instructions[address].c) == register
        else { return }
        instructions[address].flag = part.rawValue
    }

    /// Takes back what was emitted from an address on.
    func takeBack(from address: Int) -> [Instruction] {
        // A slice would make the removal copy all there is.
        let taken = Array(instructions[address...])
        instructions.removeSubrange(address...)
        return taken
    }

    /// A loop over stored rows ends here. If giving them away is the last that it does, it may do
    /// its work itself.
    func noteLoop() {
        if instructions.last?.opcode == .resultRow { fusesScans = true }
    }

    /// Puts addresses in the place of labels. Every operand `c` below -1 is one.
    func finish() {
        instructions[0].c = prologue.isEmpty ? 1 : Int32(instructions.count)
        if !prologue.isEmpty {
            instructions += prologue
            emit(.goto, 0, 0, 1)
        }
        for index in instructions.indices where instructions[index].c < -1 {
            instructions[index].c = labels[Int(-2 - instructions[index].c)]
        }
        if !parts.groups.isEmpty {
            for end in FoldableScans(instructions, parts.groups).ends {
                instructions[end].opcode = .tableFold
            }
        }
        if fusesScans {
            for (end, instruction) in FusedScans(instructions).ends {
                instructions[end] = instruction
            }
        }
    }

    // MARK: Numbers

    func register() -> Int { registers(1) }

    func registers(_ count: Int) -> Int {
        defer { registerCount += count }
        return registerCount
    }

    func cursor() -> Int {
        defer { cursorCount += 1 }
        return cursorCount
    }

    func once() -> Int {
        defer { onceCount += 1 }
        return onceCount
    }

    func constant(_ value: Value) -> Int {
        // Most programs have few constants.
        if constants.count > ProgramBuilder.fewConstants {
            if !value.isNegativeZero, let known = places[value] { return known }
        } else if !value.isNegativeZero,
            let known = constants.firstIndex(where: { $0 == value && !$0.isNegativeZero })
        {
            return known
        }
        constants.append(value)
        let number = constants.count - 1
        if number == ProgramBuilder.fewConstants {
            for (index, constant) in constants.enumerated() { note(constant, index) }
        } else if number > ProgramBuilder.fewConstants {
            note(value, number)
        }
        return number
    }

    /// The number of the first of the values of these rows, which follow one another. Nobody looks
    /// for a value among them.
    func constants(of rows: ArraySlice<[Scalar]>) -> Int {
        let start = constants.count
        if start <= ProgramBuilder.fewConstants {
            for (index, constant) in constants.enumerated() { note(constant, index) }
        }
        for scalar in rows.joined() {
            if case .constant(let value) = scalar { constants.append(value) }
        }
        return start
    }

    /// Negative zero is equal to zero, and not the same: each has a place of its own.
    private func note(_ constant: Value, _ number: Int) {
        if !constant.isNegativeZero { places[constant] = number }
    }

    /// So many are compared one by one.
    private static var fewConstants: Int { 16 }

    func comparison(_ comparison: Comparison) -> Int {
        if let known = comparisons.firstIndex(where: {
            $0.affinity == comparison.affinity && $0.collation.name == comparison.collation.name
        }) {
            return known
        }
        comparisons.append((comparison.affinity, comparison.collation))
        return comparisons.count - 1
    }

    func function(_ function: @escaping ScalarFunction, _ collation: Collation) -> Int {
        functions.append(CalledFunction(function: function, collation: collation))
        return functions.count - 1
    }

    func table(_ table: TableSchema) -> Int {
        if let known = tables.firstIndex(where: { $0 === table }) { return known }
        tables.append(table)
        return tables.count - 1
    }

    func index(_ index: IndexSchema, of table: TableSchema) -> Int {
        if let known = indexes.firstIndex(where: { $0.index === index }) { return known }
        indexes.append((table, index))
        return indexes.count - 1
    }

    func writes(_ database: Int) {
        if writtenDatabases.isEmpty {
            writtenDatabases =
                database == DatabaseNumber.main ? ProgramBuilder.onlyMain : [database]
        } else if !writtenDatabases.contains(database) {
            writtenDatabases.append(database)
        }
    }

    /// What most programs write to that write at all: made once.
    private static let onlyMain = [0]

    /// Changes the parts that few programs have, now that there is something for them.
    func change<Result>(_ body: (inout ProgramParts) -> Result) -> Result {
        hasParts = true
        return body(&parts)
    }
}
