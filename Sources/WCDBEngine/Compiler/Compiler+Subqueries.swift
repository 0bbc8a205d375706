import WCDBSQL
import WCDBStorage

/// Queries as values: scalars, row values, EXISTS, IN.
extension Compiler {
    /// A query as a value: its first row's first column, NULL without one.
    mutating func compileScalar(_ select: BoundSelect, _ target: Int) throws(EngineError) {
        guard select.columns.count == 1 else {
            throw .error("sub-select returns \(select.columns.count) columns - expected 1")
        }
        let result = program.register()
        try onceIfPossible(select) { (compiler) throws(EngineError) in
            compiler.program.emit(.null, result, 1)
            try compiler.compile(select, to: .registers(first: result))
        }
        program.emit(.copy, result, target)
    }

    /// One column of the only row of a query that stands for a row value.
    mutating func compileField(
        _ select: BoundSelect, _ index: Int, _ target: Int
    ) throws(EngineError) {
        let first = try compileRow(select)
        program.emit(.copy, first + index, target)
    }

    /// The first row of a query in registers, NULLs without one.
    mutating func compileRow(_ select: BoundSelect) throws(EngineError) -> Int {
        let count = select.columns.count
        let first = program.registers(count)
        try onceIfPossible(select) { (compiler) throws(EngineError) in
            compiler.program.emit(.null, first, count)
            try compiler.compile(select, to: .registers(first: first))
        }
        return first
    }

    /// Makes the rows of queries that several of these values are columns of; they are known then.
    mutating func compileFields(of values: [Scalar]) throws(EngineError) {
        for value in values {
            guard case .field(let select, _) = value, register(of: value) == nil else { continue }
            let first = try compileRow(select)
            for index in select.columns.indices {
                known.append((.field(select, index), first + index))
            }
        }
    }

    mutating func compileExists(_ select: BoundSelect, _ target: Int) throws(EngineError) {
        let result = program.register()
        try onceIfPossible(select) { (compiler) throws(EngineError) in
            compiler.program.emit(
                .constant, compiler.program.constant(.integer(0)), result)
            try compiler.compile(select, to: .exists(register: result))
        }
        program.emit(.copy, result, target)
    }

    /// What depends on nothing around it is done once in a run of the program.
    private mutating func onceIfPossible(
        _ select: BoundSelect, _ body: (inout Compiler) throws(EngineError) -> Void
    ) throws(EngineError) {
        let done = program.makeLabel()
        let isOnce = allowsOnce && !select.isCorrelated
        if isOnce { program.jump(.once, program.once(), to: done) }
        try compileInner(
            select, isOnce ? "SCALAR SUBQUERY" : "CORRELATED SCALAR SUBQUERY", body)
        program.place(done)
    }

    // MARK: IN

    mutating func compileInList(
        _ subject: Scalar, _ list: [Scalar], _ comparison: Comparison, _ isNegated: Bool,
        _ target: Int
    ) throws(EngineError) {
        guard !list.isEmpty else {
            program.emit(.constant, program.constant(.integer(isNegated ? 1 : 0)), target)
            return
        }
        let value = try evaluate(subject)
        let found = program.makeLabel()
        let done = program.makeLabel()
        let spec = program.comparison(comparison)
        program.emit(.constant, program.constant(.integer(isNegated ? 1 : 0)), target)
        if list.count > Compiler.shortList, list.allSatisfy(\.isConstant) {
            try compileInSet(value, list, comparison, found: found, done: done, target)
        } else {
            // NULL in the list: the answer is NULL instead of "no".
            let sawNull = program.register()
            program.emit(.constant, program.constant(.integer(0)), sawNull)
            for element in list {
                let other = try evaluate(element)
                let next = program.makeLabel()
                program.jump(
                    .jumpIfCompare, value, other, to: found, flag: ComparisonFlag.equal,
                    small: spec)
                program.jump(.jumpIfNotNull, other, to: next)
                program.emit(.null, sawNull, 1)
                program.place(next)
            }
            let noNull = program.makeLabel()
            program.jump(.jumpIfNotNull, sawNull, to: noNull)
            program.emit(.null, target, 1)
            program.jump(.goto, to: done)
            program.place(noNull)
            program.jump(.jumpIfNotNull, value, to: done)
            program.emit(.null, target, 1)
            program.jump(.goto, to: done)
        }
        program.place(found)
        program.emit(.constant, program.constant(.integer(isNegated ? 0 : 1)), target)
        program.place(done)
    }

    /// Lists up to this size are compared value by value.
    static var shortList: Int { 6 }

    /// Many constants: a set, filled once. `hasNull` is a register that is NULL if there is one.
    mutating func fillSet(
        _ list: [Scalar], _ comparison: Comparison
    ) throws(EngineError) -> (set: Int, hasNull: Int) {
        let set = program.cursor()
        let shape = program.set(
            .init(keys: [KeyColumn(collation: comparison.collation)]))
        let hasNull = program.register()
        let filled = program.makeLabel()
        if allowsOnce { program.jump(.once, program.once(), to: filled) }
        program.emit(.openSet, set, shape)
        program.emit(.constant, program.constant(.integer(0)), hasNull)
        for element in list {
            let register = program.register()
            try compile(element, into: register)
            program.emit(.affinity, register, flag: comparison.affinity.forProbe.rawValue, small: 1)
            let next = program.makeLabel()
            let insert = program.makeLabel()
            program.jump(.jumpIfNotNull, register, to: insert)
            program.emit(.null, hasNull, 1)
            program.jump(.goto, to: next)
            program.place(insert)
            program.jump(.setInsert, set, register, to: next, small: 1)
            program.place(next)
        }
        program.place(filled)
        return (set, hasNull)
    }

    private mutating func compileInSet(
        _ value: Int, _ list: [Scalar], _ comparison: Comparison, found: ProgramBuilder.Label,
        done: ProgramBuilder.Label, _ target: Int
    ) throws(EngineError) {
        let (set, hasNull) = try fillSet(list, comparison)
        let probe = program.register()
        let isNull = program.makeLabel()
        program.jump(.jumpIfNull, value, to: isNull)
        program.emit(.copy, value, probe)
        program.emit(.affinity, probe, flag: comparison.affinity.forProbe.rawValue, small: 1)
        program.jump(.setFind, set, probe, to: found, small: 1)
        program.jump(.jumpIfNotNull, hasNull, to: done)
        program.place(isNull)
        program.emit(.null, target, 1)
        program.jump(.goto, to: done)
    }

    mutating func compileInSelect(
        _ subjects: [Scalar], _ select: BoundSelect, _ comparisons: [Comparison],
        _ isNegated: Bool, _ target: Int
    ) throws(EngineError) {
        let set = program.cursor()
        let shape = program.set(
            .init(keys: comparisons.map { KeyColumn(collation: $0.collation) }))
        let hasNull = program.register()
        let isEmpty = program.register()
        let filled = program.makeLabel()
        // Where rows may be half NULL, a set alone cannot tell "no" from "unknown".
        let rows = subjects.count > 1 ? program.cursor() : nil
        if allowsOnce, !select.isCorrelated {
            program.jump(.once, program.once(), to: filled)
        }
        program.emit(.openSet, set, shape)
        if let rows { program.emit(.openRows, rows, subjects.count) }
        program.emit(.constant, program.constant(.integer(0)), hasNull)
        program.emit(.constant, program.constant(.integer(1)), isEmpty)
        try compileInner(select, "LIST SUBQUERY") { (compiler) throws(EngineError) in
            try compiler.compile(
                select,
                to: .code { (compiler, first, _) throws(EngineError) in
                    compiler.addMember(first, comparisons, set, rows, hasNull, isEmpty)
                })
        }
        program.place(filled)
        try probe(subjects, comparisons, set, rows, hasNull, isEmpty, isNegated, target)
    }

    /// Adds a row of a list to its set; remembers whether there was any, and any with NULL.
    private mutating func addMember(
        _ first: Int, _ comparisons: [Comparison], _ set: Int, _ rows: Int?, _ hasNull: Int,
        _ isEmpty: Int
    ) {
        let next = program.makeLabel()
        program.emit(.null, isEmpty, 1)
        for (index, comparison) in comparisons.enumerated() {
            emitMemberAffinity(comparison.affinity, first + index)
            let notNull = program.makeLabel()
            program.jump(.jumpIfNotNull, first + index, to: notNull)
            program.emit(.null, hasNull, 1)
            program.place(notNull)
        }
        program.jump(.setInsert, set, first, to: next, small: comparisons.count)
        if let rows { program.emit(.rowsAppend, rows, first, small: comparisons.count) }
        program.place(next)
    }

    /// What a query gives, as the column of a list. One of REALs has no integers, however large;
    /// beside `=` a text would become one.
    mutating func emitMemberAffinity(_ affinity: Affinity, _ register: Int) {
        if affinity == .real {
            program.emit(.affinity, register, flag: affinity.rawValue)
        } else {
            program.emit(.affinity, register, flag: affinity.forProbe.rawValue, small: 1)
        }
    }

    private mutating func probe(
        _ subjects: [Scalar], _ comparisons: [Comparison], _ set: Int, _ rows: Int?,
        _ hasNull: Int, _ isEmpty: Int, _ isNegated: Bool, _ target: Int
    ) throws(EngineError) {
        let found = program.makeLabel()
        let unknown = program.makeLabel()
        let compare = program.makeLabel()
        let done = program.makeLabel()
        program.emit(.constant, program.constant(.integer(isNegated ? 1 : 0)), target)
        // Nothing is in an empty set, not even NULL.
        program.jump(.jumpIfNotNull, isEmpty, to: done)
        let first = program.registers(subjects.count)
        for (index, subject) in subjects.enumerated() {
            try compile(subject, into: first + index)
        }
        // A row that is half NULL is compared as it is, without affinities, as in SQLite.
        for index in subjects.indices {
            program.jump(.jumpIfNull, first + index, to: rows == nil ? unknown : compare)
        }
        for (index, comparison) in comparisons.enumerated() {
            program.emit(
                .affinity, first + index, flag: comparison.affinity.forProbe.rawValue, small: 1)
        }
        program.jump(.setFind, set, first, to: found, small: subjects.count)
        program.jump(.jumpIfNotNull, hasNull, to: done)
        program.place(compare)
        if let rows { findPossible(rows, subjects.count, first, comparisons, unknown, done) }
        program.place(unknown)
        program.emit(.null, target, 1)
        program.jump(.goto, to: done)
        program.place(found)
        program.emit(.constant, program.constant(.integer(isNegated ? 0 : 1)), target)
        program.place(done)
    }

    /// Goes to `unknown` at a row that may be the one, because nothing but NULL speaks against
    /// it; to `done` if each differs somewhere.
    private mutating func findPossible(
        _ rows: Int, _ count: Int, _ first: Int, _ comparisons: [Comparison],
        _ unknown: ProgramBuilder.Label, _ done: ProgramBuilder.Label
    ) {
        let loop = program.makeLabel()
        program.jump(.rowsFirst, rows, to: done)
        program.place(loop)
        let next = program.makeLabel()
        let value = program.register()
        for index in 0..<count {
            program.emit(.rowsColumn, rows, index, value)
            program.jump(
                .jumpIfCompare, first + index, value, to: next, flag: ComparisonFlag.notEqual,
                small: program.comparison(
                    Comparison(affinity: .none, collation: comparisons[index].collation)))
        }
        program.jump(.goto, to: unknown)
        program.place(next)
        program.jump(.rowsNext, rows, to: loop)
        program.jump(.goto, to: done)
    }
}
