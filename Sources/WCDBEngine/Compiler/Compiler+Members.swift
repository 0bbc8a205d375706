import WCDBSQL
import WCDBStorage

/// Values that columns must be equal to: one each, or each of a list in turn.
extension Compiler {
    /// Emits `body` where the values lie in registers from `first` on, with room for some more
    /// behind them. Lists are gone through in the order of their values, each value once, so that
    /// rows come in the order of the key. Jumps to `done` if nothing can be equal, and from a list
    /// once the register `isOver` is 1. `passed`: the index that has the values of a first column
    /// that may be anything.
    mutating func emitEquals(
        _ equals: [AccessPath.Equal], _ done: ProgramBuilder.Label, room: Int = 0,
        passed: PassedColumn? = nil, isOver: Int?, isDescending: (Int) -> Bool,
        _ body: (inout Compiler, _ first: Int) throws(EngineError) -> Void
    ) throws(EngineError) {
        let first = program.registers(max(1, equals.count + room))
        var members: [(position: Int, cursor: Int)] = []
        for position in equals.indices {
            let equal = equals[position]
            let target = first + position
            switch equal.content {
            case .value(let value):
                try compile(value, into: target)
                if !equal.matchesNull { program.jump(.jumpIfNull, target, to: done) }
                program.emit(
                    .affinity, target, flag: equal.comparison.affinity.forProbe.rawValue,
                    small: 1)
            case .list, .select:
                let cursor = try fillMembers(equal, isDescending: isDescending(position))
                members.append((position, cursor))
            case .any: break
            }
        }
        let passing = passed.map { beginPassing($0, into: first, done) }
        var loops: [(cursor: Int, loop: ProgramBuilder.Label, next: ProgramBuilder.Label)] = []
        for member in members {
            let loop = program.makeLabel()
            let next = program.makeLabel()
            let end = loops.last?.next ?? passing?.next ?? done
            program.jump(.rowsFirst, member.cursor, to: end)
            program.place(loop)
            program.emit(.rowsColumn, member.cursor, 0, first + member.position)
            loops.append((member.cursor, loop, next))
        }
        try body(&self, first)
        while let last = loops.popLast() {
            program.place(last.next)
            if let isOver { program.jump(.jumpIfTrue, isOver, to: done) }
            program.jump(.rowsNext, last.cursor, to: last.loop)
        }
        guard let passed, let passing else { return }
        program.place(passing.next)
        if let isOver { program.jump(.jumpIfTrue, isOver, to: done) }
        program.jump(
            passed.isReversed ? .indexSeekBack : .indexSeek, passed.cursor, first,
            to: passing.done, flag: InstructionFlag.beyond, small: 1)
        program.jump(.goto, to: passing.loop)
        program.place(passing.done)
    }

    /// A first column of an index of which each value is taken in turn.
    struct PassedColumn {
        let cursor: Int
        let isReversed: Bool
    }

    /// Begins the loop over the values of a column.
    private mutating func beginPassing(
        _ passed: PassedColumn, into target: Int, _ done: ProgramBuilder.Label
    ) -> LoopLabels {
        let labels = makeLoop()
        program.jump(passed.isReversed ? .indexLast : .indexFirst, passed.cursor, to: done)
        program.place(labels.loop)
        let value = program.register()
        program.emit(.indexColumn, passed.cursor, 0, value)
        // The cursor moves on before the value is of no use any more.
        program.emit(.copy, value, target)
        return labels
    }

    /// Puts the values of a list into a store of rows, ordered, each once and without NULL.
    private mutating func fillMembers(
        _ equal: AccessPath.Equal, isDescending: Bool
    ) throws(EngineError) -> Int {
        let store = program.cursor()
        let done = program.makeLabel()
        let comparison = equal.comparison
        let sorter = program.cursor()
        if allowsOnce, isSteady(equal) { program.jump(.once, program.once(), to: done) }
        let key = KeyColumn(collation: comparison.collation, isDescending: isDescending)
        program.emit(
            .openSorter, sorter,
            program.sorter(.init(keys: [SortKey(key)], payloadCount: 1)), -1)
        let isQuery = if case .select = equal.content { true } else { false }
        let add: (inout Compiler, Int) -> Void = { compiler, register in
            let skip = compiler.program.makeLabel()
            compiler.program.jump(.jumpIfNull, register, to: skip)
            if isQuery {
                compiler.emitMemberAffinity(comparison.affinity, register)
            } else {
                compiler.program.emit(
                    .affinity, register, flag: comparison.affinity.forProbe.rawValue, small: 1)
            }
            compiler.program.emit(.sorterAdd, sorter, register, register)
            compiler.program.place(skip)
        }
        switch equal.content {
        case .value(let value):
            let register = program.register()
            try compile(value, into: register)
            add(&self, register)
        case .list(let list):
            let register = program.register()
            for element in list {
                try compile(element, into: register)
                add(&self, register)
            }
        case .select(let select):
            try compileInner(select, "LIST SUBQUERY") { (compiler) throws(EngineError) in
                try compiler.compile(
                    select,
                    to: .code { (compiler, first, _) throws(EngineError) in
                        let register = compiler.program.register()
                        compiler.program.emit(.copy, first, register)
                        add(&compiler, register)
                    })
            }
        case .any: break
        }
        emitDifferent(sorter, comparison, into: store)
        program.place(done)
        return store
    }

    private func isSteady(_ equal: AccessPath.Equal) -> Bool {
        switch equal.content {
        case .value(let value): value.isConstant
        case .list(let list): list.allSatisfy(\.isConstant)
        case .select(let select): !select.isCorrelated
        case .any: false
        }
    }

    /// Copies the rows of a sorter, equal ones once.
    private mutating func emitDifferent(
        _ sorter: Int, _ comparison: Comparison, into store: Int
    ) {
        let loop = program.makeLabel()
        let done = program.makeLabel()
        let value = program.register()
        let previous = program.register()
        program.emit(.openRows, store, 1)
        program.emit(.null, previous, 1)
        program.emit(.sorterSort, sorter)
        program.place(loop)
        program.jump(.sorterNext, sorter, to: done)
        program.emit(.sorterColumn, sorter, 0, value)
        program.jump(
            .jumpIfCompare, value, previous, to: loop, flag: ComparisonFlag.equal,
            small: program.comparison(
                Comparison(affinity: .none, collation: comparison.collation)))
        program.emit(.rowsAppend, store, value, small: 1)
        program.emit(.copy, value, previous)
        program.jump(.goto, to: loop)
        program.place(done)
    }

    /// Compiles a query inside of another, with a line in the plan.
    mutating func compileInner(
        _ select: BoundSelect, _ note: String,
        _ body: (inout Compiler) throws(EngineError) -> Void
    ) throws(EngineError) {
        program.note(note)
        program.planDepth += 1
        let outer = (known, isRepeated, expectedRuns)
        if select.isCorrelated {
            isRepeated = true
        } else {
            // What is done once may not have what belongs to one row.
            (known, expectedRuns) = ([], 1)
        }
        try body(&self)
        (known, isRepeated, expectedRuns) = outer
        program.planDepth -= 1
    }
}
