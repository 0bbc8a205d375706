import WCDBSQL
import WCDBStorage

/// FROM becomes loops, one within the other, with the body of the query in the innermost.
extension Compiler {
    typealias Body = (inout Compiler) throws(EngineError) -> Void

    /// Chooses the loops over a FROM clause.
    func plan(_ core: BoundCore, goal: RowGoal?) throws(EngineError) -> LoopNest {
        // Beside rows that change a hash table would be built anew for each run.
        if isRepeated, allowsOnce, changed == nil, expectedRuns > 1 {
            core.isRepeated = true
            core.expectedRuns = expectedRuns
        }
        if let last = core.joins.lastIndex(where: { $0.kind.keepsRight }) {
            return LoopNest(outerJoins: core, last: last, context)
        }
        return LoopNest(core, goal: goal, context)
    }

    mutating func compileLoops(_ core: BoundCore, _ body: Body) throws(EngineError) {
        try compileLoops(try plan(core, goal: nil), body)
    }

    /// Emits the loops over a FROM clause, with `body` in the innermost.
    mutating func compileLoops(_ nest: LoopNest, _ body: Body) throws(EngineError) {
        if let (core, last) = nest.outerJoins { return try compileOuterJoins(core, last, body) }
        let done = program.makeLabel()
        for term in nest.constantTests { try jump(ifNot: term.scalar, to: done) }
        let outer = keyExpressions.count
        try prepareLevels(nest)
        try emitLevel(0, nest, body)
        keyExpressions.removeLast(keyExpressions.count - outer)
        program.place(done)
    }

    // MARK: Before the loops

    /// Opens cursors, and fills the hash tables, before the loops begin.
    private mutating func prepareLevels(_ nest: LoopNest) throws(EngineError) {
        if nest.levels.isEmpty { noteConstantRows(1) }
        for (number, level) in nest.levels.enumerated() {
            let source = nest.sources[level.source]
            source.forgetPlace()
            let isOuter = nest.outerLevels[level.source] != nil
            switch level.path.way {
            case .hash(let columns): try buildHash(source, columns, nest)
            case .index(let range):
                guard let table = source.table else { continue }
                let cursor = openIndex(range.index, of: table)
                if level.path.isCovering {
                    source.covering = range.index
                    source.cursor = cursor
                } else {
                    openTable(source, table)
                    source.indexCursor = cursor
                }
                for expression in range.expressions { keyExpressions.append((expression, cursor)) }
            default:
                try prepareScan(source, isFirst: number == 0, isOuter: isOuter)
            }
            note(level, source, isOuter: isOuter)
        }
    }

    private mutating func prepareScan(
        _ source: Source, isFirst: Bool, isOuter: Bool
    ) throws(EngineError) {
        switch source.content {
        case .table(let table): openTable(source, table)
        case .select(let select):
            let isKept = source.isNumbered || source.shared.map { $0.mentionCount > 1 } ?? false
            // Made once for all runs.
            let isReused = isRepeated && allowsOnce && !select.isCorrelated && !select.isEndless
            if isFirst, !isOuter, !isKept, !isReused {
                try emitCoroutine(source, select)
            } else {
                try materialize(source)
            }
        case .function: source.cursor = program.cursor()
        case .registers: if isOuter { copyRow(of: source) }
        }
    }

    /// Runs a query of FROM once, into a store of rows.
    mutating func materialize(_ source: Source) throws(EngineError) {
        guard case .select(let select) = source.content else { return }
        source.isCoroutine = false
        source.firstRegister = -1
        if let shared = source.shared, allowsOnce, !select.isCorrelated {
            return try materialize(shared, for: source)
        }
        let cursor = program.cursor()
        let done = program.makeLabel()
        if allowsOnce, !select.isCorrelated { program.jump(.once, program.once(), to: done) }
        program.note("MATERIALIZE \(source.planName)")
        program.planDepth += 1
        let outer = (known, expectedRuns)
        if !select.isCorrelated { (known, expectedRuns) = ([], 1) }
        try fill(cursor, select, source)
        (known, expectedRuns) = outer
        program.planDepth -= 1
        program.place(done)
        source.cursor = cursor
    }

    private mutating func fill(
        _ cursor: Int, _ select: BoundSelect, _ source: Source
    ) throws(EngineError) {
        guard source.isNumbered else {
            program.emit(.openRows, cursor, source.columns.count)
            return try compile(select, to: .rows(cursor: cursor))
        }
        program.emit(.openRows, cursor, source.columns.count + 1)
        let number = program.register()
        let one = program.register()
        program.emit(.constant, program.constant(.integer(0)), number)
        program.emit(.constant, program.constant(.integer(1)), one)
        try compile(
            select,
            to: .code { (compiler, first, count) throws(EngineError) in
                let row = compiler.program.registers(count + 1)
                for index in 0..<count { compiler.program.emit(.alias, first + index, row + index) }
                compiler.program.emit(.add, number, one, number)
                compiler.program.emit(.alias, number, row + count)
                compiler.program.emit(.rowsAppend, cursor, row, small: count + 1)
            })
    }

    /// Rows that several sources read are made once; each source has its own place in them.
    private mutating func materialize(
        _ shared: SharedRows, for source: Source
    ) throws(EngineError) {
        let fill = try subroutine(of: shared, source)
        let done = program.makeLabel()
        program.jump(.once, fill.once, to: done)
        program.jump(.gosub, fill.returnRegister, to: fill.start)
        program.place(done)
        source.cursor = program.cursor()
        program.emit(.shareRows, source.cursor, fill.store)
    }

    /// The code that makes shared rows: once in a program, whichever source runs it first.
    private mutating func subroutine(
        of shared: SharedRows, _ source: Source
    ) throws(EngineError) -> SharedFill {
        if let known = sharedFills[ObjectIdentifier(shared)] { return known }
        let fill = SharedFill(
            store: program.cursor(), once: program.once(), start: program.makeLabel(),
            returnRegister: program.register())
        sharedFills[ObjectIdentifier(shared)] = fill
        let behind = program.makeLabel()
        program.jump(.goto, to: behind)
        program.place(fill.start)
        program.note("MATERIALIZE \(source.planName)")
        program.planDepth += 1
        let outer = known
        known = []
        try self.fill(fill.store, shared.select, source)
        known = outer
        program.planDepth -= 1
        program.emit(.return, fill.returnRegister)
        program.place(behind)
        return fill
    }

    /// The one row of a recursive table, where an outer join may blank it: a copy.
    private mutating func copyRow(of source: Source) {
        source.givenRegister = source.firstRegister
        source.firstRegister = program.registers(source.columns.count + 1)
    }

    /// A query of FROM that is gone through once: it makes its next row when the loop asks.
    mutating func emitCoroutine(
        _ source: Source, _ select: BoundSelect
    ) throws(EngineError) {
        let place = program.register()
        let first = program.registers(max(1, source.columns.count))
        let start = program.makeLabel()
        let after = program.makeLabel()
        program.note("CO-ROUTINE \(source.planName)")
        program.planDepth += 1
        program.jump(.coroutine, place, to: start)
        program.jump(.goto, to: after)
        program.place(start)
        let outer = known
        if !select.isCorrelated { known = [] }
        try compile(
            select,
            to: .code { (compiler, row, count) throws(EngineError) in
                for index in 0..<count {
                    compiler.program.emit(.alias, row + index, first + index)
                }
                compiler.program.emit(.yield, place)
            })
        known = outer
        program.emit(.endCoroutine, place)
        program.place(after)
        program.planDepth -= 1
        source.firstRegister = first - 1
        source.isCoroutine = true
        source.cursor = place
    }

    /// In a query that runs again and again cursors are opened once.
    private mutating func opening(_ open: (inout Compiler) -> Void) {
        guard allowsOnce, isRepeated else { return open(&self) }
        let done = program.makeLabel()
        program.jump(.once, program.once(), to: done)
        open(&self)
        program.place(done)
    }

    mutating func openTable(_ source: Source, _ table: TableSchema) {
        if let open = source.openCursor {
            source.cursor = open
            return
        }
        let cursor = program.cursor()
        opening { $0.program.emit(.openTable, cursor, $0.program.table(table)) }
        source.cursor = cursor
    }

    mutating func openIndex(_ index: IndexSchema, of table: TableSchema) -> Int {
        let cursor = program.cursor()
        opening { $0.program.emit(.openIndex, cursor, $0.program.index(index, of: table)) }
        return cursor
    }

    // MARK: One level

    /// Those that the sieve has too come first: what passes it for sure goes on behind them.
    mutating func emitTests(
        _ tests: [Term], _ sieve: Sieve?, _ next: ProgramBuilder.Label
    ) throws(EngineError) {
        if let sieve {
            for (place, test) in tests.enumerated() where sieve.members.contains(place) {
                try jump(ifNot: test.scalar, to: next)
            }
            program.place(sieve.passed)
        }
        for (place, test) in tests.enumerated() where sieve?.members.contains(place) != true {
            try jump(ifNot: test.scalar, to: next)
        }
    }

    private mutating func emitLevel(
        _ level: Int, _ nest: LoopNest, _ body: Body
    ) throws(EngineError) {
        guard level < nest.levels.count else {
            try body(&self)
            return
        }
        let outerRuns = expectedRuns
        let rows = nest.levels[level].path.rows
        expectedRuns = min(max(1, expectedRuns * rows), CostModel.mostRuns)
        try emitLoop(level, nest, body)
        expectedRuns = outerRuns
    }

    private mutating func emitLoop(
        _ level: Int, _ nest: LoopNest, _ body: Body
    ) throws(EngineError) {
        let planned = nest.levels[level]
        let source = nest.sources[planned.source]
        let tests = nest.tests(at: level)
        guard nest.outerLevels[planned.source] != nil else {
            let sieve = try makeSieve(tests, of: source, planned, nest.admission)
            try emitScan(source, planned, sieve, skipping: nest.skipping) {
                (compiler, next) throws(EngineError) in
                try compiler.emitTests(tests, sieve, next)
                try compiler.emitLevel(level + 1, nest, body)
            }
            return
        }
        try emitOuterLoop(level, nest, tests, body)
    }

    /// The loop over the right side of a LEFT JOIN: if no row matches, one of NULLs takes part.
    private mutating func emitOuterLoop(
        _ level: Int, _ nest: LoopNest, _ tests: [Term], _ body: Body
    ) throws(EngineError) {
        let planned = nest.levels[level]
        let source = nest.sources[planned.source]
        if isRepeated {
            // The last run may have ended on a row of NULLs. Registers are filled anew anyway.
            if case .registers = source.content {
            } else {
                program.emit(.nullRow, source.cursor, flag: InstructionFlag.endsNullRow)
            }
            if let index = source.indexCursor {
                program.emit(.nullRow, index, flag: InstructionFlag.endsNullRow)
            }
        }
        let matched = program.register()
        let inner = program.makeLabel()
        let end = program.makeLabel()
        program.emit(.constant, program.constant(.integer(0)), matched)
        source.returnRegister = nil
        source.nullRowRegister = planned.path.goesThroughLists ? program.register() : nil
        if let isNull = source.nullRowRegister {
            program.emit(.constant, program.constant(.integer(0)), isNull)
        }
        try emitScan(source, planned) { (compiler, next) throws(EngineError) in
            for test in tests where test.joinLevel != nil {
                try compiler.jump(ifNot: test.scalar, to: next)
            }
            compiler.program.emit(.constant, compiler.program.constant(.integer(1)), matched)
            compiler.program.place(inner)
            for test in tests where test.joinLevel == nil {
                try compiler.jump(ifNot: test.scalar, to: next)
            }
            try compiler.emitLevel(level + 1, nest, body)
        }
        // No row matched: one of NULLs takes part, once.
        program.jump(.jumpIfTrue, matched, to: end)
        program.emit(.constant, program.constant(.integer(1)), matched)
        if let isNull = source.nullRowRegister {
            program.emit(.constant, program.constant(.integer(1)), isNull)
        }
        if case .registers = source.content {
            program.emit(.null, source.firstRegister + 1, source.columns.count)
        } else {
            program.emit(.nullRow, source.cursor)
        }
        if let index = source.indexCursor { program.emit(.nullRow, index) }
        if let back = source.returnRegister {
            program.jump(.gosub, back, to: inner)
            // No step of a loop leaves it: the next row of the left side would find nothing.
            program.emit(.nullRow, source.cursor, flag: InstructionFlag.endsNullRow)
        } else {
            program.jump(.goto, to: inner)
        }
        program.place(end)
    }
}
