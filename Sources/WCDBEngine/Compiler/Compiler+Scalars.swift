import WCDBSQL
import WCDBStorage

/// Expressions: their values go into registers, and what was computed before is not computed again.
extension Compiler {
    /// The register that holds the value of an expression: where it was computed before, or a
    /// fresh one.
    mutating func evaluate(_ scalar: Scalar) throws(EngineError) -> Int {
        if let known = register(of: scalar) { return known }
        switch scalar {
        case .constant(let value): return program.steadyRegister(constant: value)
        case .parameter(let number): return program.steadyRegister(parameter: number)
        case .column(let source, let column) where source.isCoroutine:
            return source.firstRegister + 1 + column
        case .collate(let operand, _), .plain(let operand): return try evaluate(operand)
        default: break
        }
        let target = program.register()
        let start = program.instructions.count
        try compile(scalar, into: target)
        // What is the same for all rows is computed before the first.
        if scalar.isFoldable(depth: 8), !dependsOnKnown(scalar) {
            program.inPrologue(program.takeBack(from: start))
        }
        return target
    }

    /// A register with something of the kind of an expression: as good as its value to tell whether
    /// that is NULL.
    private mutating func evaluateKind(of scalar: Scalar) throws(EngineError) -> Int {
        let start = program.instructions.count
        let register = try evaluate(scalar)
        program.restrict(register, from: start, to: .kind)
        return register
    }

    /// Whether a part of an expression is taken from a register that is filled row by row: a
    /// constant may be what rows are grouped by.
    func dependsOnKnown(_ scalar: Scalar) -> Bool {
        !known.isEmpty
            && scalar.anyOperand { register(of: $0) != nil || dependsOnKnown($0) }
    }

    func register(of scalar: Scalar) -> Int? {
        if case .register(let register, _, _) = scalar { return register }
        guard !known.isEmpty else { return nil }
        return known.first { $0.scalar.isSame(as: scalar) }?.register
    }

    /// Where an index has the value of an expression.
    private func key(of scalar: Scalar) -> (expression: KeyExpression, cursor: Int)? {
        if case .column = scalar { return nil }
        return keyExpressions.first { $0.expression.scalar.isSame(as: scalar) }
    }

    /// Puts the value of an expression into a register.
    mutating func compile(_ scalar: Scalar, into target: Int) throws(EngineError) {
        if let register = register(of: scalar) {
            if register != target { program.emit(.copy, register, target) }
            return
        }
        if !keyExpressions.isEmpty, let key = key(of: scalar) {
            program.emit(.indexColumn, key.cursor, key.expression.position, target)
            return
        }
        switch scalar {
        case .constant(let value): program.emit(.constant, program.constant(value), target)
        case .parameter(let number): program.emit(.parameter, number, target)
        case .column(let source, let column): try compile(source, column, into: target)
        case .negate(let operand): try unary(.negate, operand, target)
        case .bitNot(let operand): try unary(.bitNot, operand, target)
        case .not(let operand): try unary(.not, operand, target)
        case .plain(let operand), .collate(let operand, _): try compile(operand, into: target)
        case .cast(let operand, let affinity):
            let register = try evaluate(operand)
            program.emit(.cast, register, target, flag: affinity.rawValue)
        case .isNull(let operand, let isNegated):
            let register = try evaluateKind(of: operand)
            try truthValue(target) { (compiler, yes) throws(EngineError) in
                compiler.program.jump(
                    isNegated ? .jumpIfNotNull : .jumpIfNull, register, to: yes)
            }
        case .truth(let operand, let isNegated, let wanted):
            let register = try evaluate(operand)
            program.emit(
                .truth, register, target,
                flag: (isNegated ? InstructionFlag.negated : 0)
                    | (wanted ? InstructionFlag.wantsTrue : 0))
        case .arithmetic(let operation, let left, let right):
            try binary(Compiler.opcode(operation), left, right, target)
        case .and(let left, let right): try connect(.and, left, right, target)
        case .or(let left, let right): try connect(.or, left, right, target)
        case .comparison(let operation, let left, let right, let comparison):
            let (one, other) = try comparands(left, right)
            program.emit(
                .compare, one, other, target, flag: Compiler.flag(operation),
                small: program.comparison(comparison))
        case .row: throw .rowValueMisused
        case .register(let register, _, _): program.emit(.copy, register, target)
        default: try compileRare(scalar, into: target)
        }
    }

    private mutating func compileRare(
        _ scalar: Scalar, into target: Int
    ) throws(EngineError) {
        switch scalar {
        case .between(let subject, let lower, let low, let upper, let high, let isNegated):
            try compileBetween(subject, lower, low, upper, high, isNegated, target)
        case .inList(let subject, let list, let comparison, let isNegated):
            try compileInList(subject, list, comparison, isNegated, target)
        case .inSelect(let subjects, let select, let comparisons, let isNegated):
            try compileInSelect(subjects, select, comparisons, isNegated, target)
        case .function(let function, let arguments, let collation):
            guard case .scalar(let call) = functions[function].implementation else {
                throw .misuse(of: .aggregate, "misuse of aggregate")
            }
            if try compileOnce(scalar, target) { return }
            if let matching = functions[function].matching, arguments.count == 2 {
                let (pattern, subject) = try operands(arguments[0], arguments[1])
                program.emit(.match, pattern, subject, target, flag: matching.rawValue)
                return
            }
            let first = program.registers(max(1, arguments.count))
            for (index, argument) in arguments.enumerated() {
                let start = program.instructions.count
                try compile(argument, into: first + index)
                program.restrict(first + index, from: start, to: functions[function].part)
                // Nothing else writes to these registers.
                if argument.isSteady, register(of: argument) == nil, !dependsOnKnown(argument) {
                    program.inPrologue(program.takeBack(from: start))
                }
            }
            program.emit(
                .function, program.function(call, collation), first, target,
                flag: place?.rawValue ?? 0, small: arguments.count)
        case .aggregate(let aggregate):
            guard aggregate.register >= 0 else {
                throw .misuse(
                    of: .aggregate, "misuse of aggregate: \(aggregate.function.name)()")
            }
            program.emit(.copy, aggregate.register, target)
        case .choice(let operand, let branches, let otherwise):
            try compileChoice(operand, branches, otherwise, target)
        case .firstKnown(let values): try compileFirstKnown(values, target)
        case .exists(let select): try compileExists(select, target)
        case .select(let select): try compileScalar(select, target)
        case .field(let select, let index): try compileField(select, index, target)
        case .raise(.ignore, _):
            if let ignoreLabel { program.jump(.goto, to: ignoreLabel) }
        case .raise(let kind, let message):
            let action: ConflictAction =
                switch kind {
                case .ignore: .ignore
                case .rollback: .rollback
                case .abort: .abort
                case .fail: .fail
                }
            program.emit(
                .raise, program.message(.constraintTrigger, message), flag: action.rawValue)
        default: throw .rowValueMisused
        }
    }

    private mutating func unary(
        _ opcode: Opcode, _ operand: Scalar, _ target: Int
    ) throws(EngineError) {
        let register = try evaluate(operand)
        program.emit(opcode, register, target)
    }

    private mutating func binary(
        _ opcode: Opcode, _ left: Scalar, _ right: Scalar, _ target: Int
    ) throws(EngineError) {
        let (one, other) = try operands(left, right)
        program.emit(opcode, one, other, target)
    }

    /// AND and OR: what costs or may fail is computed only if it decides.
    private mutating func connect(
        _ opcode: Opcode, _ left: Scalar, _ right: Scalar, _ target: Int
    ) throws(EngineError) {
        guard right.isCostly else { return try binary(opcode, left, right, target) }
        let one = try evaluate(left)
        let decided = program.makeLabel()
        let done = program.makeLabel()
        program.jump(opcode == .and ? .jumpIfFalse : .jumpIfTrue, one, to: decided)
        // Not into `target`: the right side may use what is there.
        let other = try evaluate(right)
        program.emit(opcode, one, other, target)
        program.jump(.goto, to: done)
        program.place(decided)
        let answer = Value.integer(opcode == .and ? 0 : 1)
        program.emit(.constant, program.constant(answer), target)
        program.place(done)
    }

    private mutating func operands(
        _ left: Scalar, _ right: Scalar
    ) throws(EngineError) -> (Int, Int) {
        let one = try evaluate(left)
        return (one, try evaluate(right))
    }

    /// What is compared. With NULL only NULL is to be told from everything else: `x IS NULL` is
    /// such a comparison.
    private mutating func comparands(
        _ left: Scalar, _ right: Scalar
    ) throws(EngineError) -> (Int, Int) {
        guard case .constant(.null) = right else { return try operands(left, right) }
        let one = try evaluateKind(of: left)
        return (one, try evaluate(right))
    }

    /// Emits jumps to "yes"; the register is 1 if one is taken, else 0.
    mutating func truthValue(
        _ target: Int,
        _ body: (inout Compiler, ProgramBuilder.Label) throws(EngineError) -> Void
    ) throws(EngineError) {
        let yes = program.makeLabel()
        let done = program.makeLabel()
        try body(&self, yes)
        program.emit(.constant, program.constant(.integer(0)), target)
        program.jump(.goto, to: done)
        program.place(yes)
        program.emit(.constant, program.constant(.integer(1)), target)
        program.place(done)
    }

    static func opcode(_ operation: BinaryOperator) -> Opcode {
        switch operation {
        case .add: .add
        case .subtract: .subtract
        case .multiply: .multiply
        case .divide: .divide
        case .remainder: .remainder
        case .concatenate: .concatenate
        case .bitAnd: .bitAnd
        case .bitOr: .bitOr
        case .shiftLeft: .shiftLeft
        default: .shiftRight
        }
    }

    static func flag(_ operation: BinaryOperator) -> UInt8 {
        switch operation {
        case .equal: ComparisonFlag.equal
        case .notEqual: ComparisonFlag.notEqual
        case .less: ComparisonFlag.less
        case .lessOrEqual: ComparisonFlag.lessOrEqual
        case .greater: ComparisonFlag.greater
        case .greaterOrEqual: ComparisonFlag.greaterOrEqual
        case .is: ComparisonFlag.is
        default: ComparisonFlag.isNot
        }
    }

    // MARK: Columns

    private mutating func compile(
        _ source: Source, _ column: Int, into target: Int
    ) throws(EngineError) {
        if source.firstRegister >= 0 {
            program.emit(.copy, source.firstRegister + 1 + column, target)
            return
        }
        guard source.cursor >= 0 else { throw .error("no such column") }
        if let positions = source.positions {
            let column = column == source.table?.rowidColumn ? -1 : column
            program.emit(.rowsColumn, source.cursor, positions[column] ?? 0, target)
            return
        }
        if let value = source.generated[column], source.covering?.position(of: column) == nil {
            return try compileGenerated(source, column, value, into: target)
        }
        switch source.content {
        case .table(let table):
            let isRowid = column < 0 || column == table.rowidColumn
            if let index = source.covering {
                if isRowid {
                    program.emit(.indexRowid, source.cursor, 0, target)
                } else if let position = index.position(of: column) {
                    program.emit(.indexColumn, source.cursor, position, target)
                } else {
                    throw .error("index \(index.name) has no column \(column)")
                }
            } else if isRowid {
                program.emit(.rowid, source.cursor, 0, target)
            } else {
                program.emit(.column, source.cursor, column, target)
            }
        case .function(let function, _) where function.maker.isJSON:
            program.emit(.jsonColumn, source.cursor, column, target)
        case .select, .function:
            program.emit(.rowsColumn, source.cursor, column, target)
        case .registers: throw .error("no such column")
        }
    }

    // MARK: Choices

    private mutating func compileBetween(
        _ subject: Scalar, _ lower: Scalar, _ low: Comparison, _ upper: Scalar,
        _ high: Comparison, _ isNegated: Bool, _ target: Int
    ) throws(EngineError) {
        let register = Scalar.register(
            try evaluate(subject), subject.affinity, subject.columnCollation)
        let both = Scalar.and(
            .comparison(.greaterOrEqual, register, lower, low),
            .comparison(.lessOrEqual, register, upper, high))
        try compile(isNegated ? .not(both) : both, into: target)
    }

    private mutating func compileChoice(
        _ operand: Scalar?, _ branches: [(when: Scalar, comparison: Comparison?, then: Scalar)],
        _ otherwise: Scalar?, _ target: Int
    ) throws(EngineError) {
        let done = program.makeLabel()
        var subject: Int?
        if let operand { subject = try evaluate(operand) }
        for branch in branches {
            let next = program.makeLabel()
            if let subject, let comparison = branch.comparison {
                let other = try evaluate(branch.when)
                program.jump(
                    .jumpIfCompare, subject, other, to: next,
                    flag: ComparisonFlag.notEqual | ComparisonFlag.jumpsIfNull,
                    small: program.comparison(comparison))
            } else {
                try jump(ifNot: branch.when, to: next)
            }
            try compile(branch.then, into: target)
            program.jump(.goto, to: done)
            program.place(next)
        }
        if let otherwise {
            try compile(otherwise, into: target)
        } else {
            program.emit(.null, target, 1)
        }
        program.place(done)
    }

    private mutating func compileFirstKnown(
        _ values: [Scalar], _ target: Int
    ) throws(EngineError) {
        let done = program.makeLabel()
        for value in values.dropLast() {
            let next = program.makeLabel()
            let register = try evaluate(value)
            program.jump(.jumpIfNull, register, to: next)
            program.emit(.copy, register, target)
            program.jump(.goto, to: done)
            program.place(next)
        }
        if let last = values.last { try compile(last, into: target) }
        program.place(done)
    }

    // MARK: Conditions

    /// Jumps if a condition is false or NULL.
    mutating func jump(
        ifNot scalar: Scalar, to label: ProgramBuilder.Label
    ) throws(EngineError) {
        if register(of: scalar) == nil {
            switch scalar {
            case .and(let left, let right):
                try jump(ifNot: left, to: label)
                try jump(ifNot: right, to: label)
                return
            case .or(let left, let right):
                let isTrue = program.makeLabel()
                try jump(if: left, to: isTrue)
                try jump(ifNot: right, to: label)
                program.place(isTrue)
                return
            case .comparison(let operation, let left, let right, let comparison):
                let (one, other) = try comparands(left, right)
                program.jump(
                    .jumpIfCompare, one, other, to: label,
                    flag: Compiler.opposite(Compiler.flag(operation))
                        | ComparisonFlag.jumpsIfNull, small: program.comparison(comparison))
                return
            case .between(let subject, let lower, let low, let upper, let high, false):
                return try jump(ifNotBetween: subject, lower, low, upper, high, to: label)
            case .inList(let subject, let list, let comparison, false)
            where list.allSatisfy(\.isConstant):
                let isTrue = program.makeLabel()
                try jump(ifIn: list, subject, comparison, to: isTrue)
                program.jump(.goto, to: label)
                program.place(isTrue)
                return
            case .isNull(let operand, let isNegated):
                let register = try evaluateKind(of: operand)
                program.jump(isNegated ? .jumpIfNull : .jumpIfNotNull, register, to: label)
                return
            default: break
            }
        }
        let register = try evaluate(scalar)
        program.jump(.jumpIfFalse, register, to: label, flag: InstructionFlag.jumpsIfNull)
    }

    /// Jumps if a condition is true.
    mutating func jump(
        if scalar: Scalar, to label: ProgramBuilder.Label
    ) throws(EngineError) {
        if register(of: scalar) == nil {
            switch scalar {
            case .and(let left, let right):
                let isFalse = program.makeLabel()
                try jump(ifNot: left, to: isFalse)
                try jump(if: right, to: label)
                program.place(isFalse)
                return
            case .or(let left, let right):
                try jump(if: left, to: label)
                try jump(if: right, to: label)
                return
            case .comparison(let operation, let left, let right, let comparison):
                let (one, other) = try comparands(left, right)
                program.jump(
                    .jumpIfCompare, one, other, to: label, flag: Compiler.flag(operation),
                    small: program.comparison(comparison))
                return
            case .between(let subject, let lower, let low, let upper, let high, false):
                let isFalse = program.makeLabel()
                try jump(ifNotBetween: subject, lower, low, upper, high, to: isFalse)
                program.jump(.goto, to: label)
                program.place(isFalse)
                return
            case .inList(let subject, let list, let comparison, false)
            where list.allSatisfy(\.isConstant):
                return try jump(ifIn: list, subject, comparison, to: label)
            default: break
            }
        }
        let register = try evaluate(scalar)
        program.jump(.jumpIfTrue, register, to: label)
    }

    private static func opposite(_ flag: UInt8) -> UInt8 {
        switch flag {
        case ComparisonFlag.equal: ComparisonFlag.notEqual
        case ComparisonFlag.notEqual: ComparisonFlag.equal
        case ComparisonFlag.less: ComparisonFlag.greaterOrEqual
        case ComparisonFlag.lessOrEqual: ComparisonFlag.greater
        case ComparisonFlag.greater: ComparisonFlag.lessOrEqual
        case ComparisonFlag.greaterOrEqual: ComparisonFlag.less
        case ComparisonFlag.is: ComparisonFlag.isNot
        default: ComparisonFlag.is
        }
    }
}

extension Scalar {
    /// Whether the value is one of the statement's own.
    fileprivate var isSteady: Bool {
        switch self {
        case .constant, .parameter: true
        default: false
        }
    }

    /// Whether computing the value calls functions or runs queries.
    fileprivate var isCostly: Bool {
        switch self {
        case .function, .exists, .select, .field, .inSelect, .raise: true
        default: operands.contains { $0.isCostly }
        }
    }
}
