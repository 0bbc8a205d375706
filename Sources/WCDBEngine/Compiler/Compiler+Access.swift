import WCDBSQL
import WCDBStorage

/// The loop over the rows of one source.
extension Compiler {
    /// What is emitted for each row; it may jump to the label for the next one.
    typealias LoopBody = (inout Compiler, ProgramBuilder.Label) throws(EngineError) -> Void

    /// The places of a loop.
    struct LoopLabels {
        let loop: ProgramBuilder.Label
        let next: ProgramBuilder.Label
        let done: ProgramBuilder.Label
    }

    mutating func makeLoop() -> LoopLabels {
        LoopLabels(
            loop: program.makeLabel(), next: program.makeLabel(), done: program.makeLabel())
    }

    /// Emits the loop, with `inner` where the source has its next row.
    mutating func emitScan(
        _ source: Source, _ level: PlannedLevel, _ inner: LoopBody
    ) throws(EngineError) {
        let labels = makeLoop()
        func body(
            _ compiler: inout Compiler, _ next: ProgramBuilder.Label
        ) throws(EngineError) {
            if compiler.countsVisits { compiler.program.emit(.visit) }
            try inner(&compiler, next)
        }
        switch level.path.way {
        case .scan: try emitFullScan(source, level.isReversed, labels, body)
        case .rowid(let equal):
            try emitEquals([equal], descending: [level.isReversed], labels.done) {
                (compiler, first) throws(EngineError) in
                let next = compiler.program.makeLabel()
                compiler.program.jump(.seekRowid, source.cursor, first, to: next)
                try body(&compiler, next)
                compiler.program.place(next)
            }
        case .rowidRange(let lower, let upper):
            if level.isReversed {
                try emitReversedRowids(source, lower, upper, labels, body)
            } else {
                try emitRowids(source, lower, upper, labels, body)
            }
        case .index(let range):
            try emitIndex(source, range, level, labels.done, body)
        case .hash(let columns):
            let keys = program.registers(columns.count)
            for (position, column) in columns.enumerated() {
                try compile(column.value, into: keys + position)
                program.emit(
                    .affinity, keys + position,
                    flag: column.comparison.affinity.forProbe.rawValue, small: 1)
                program.jump(.jumpIfNull, keys + position, to: labels.done)
            }
            program.jump(.hashSeek, source.cursor, keys, to: labels.done)
            program.place(labels.loop)
            try body(&self, labels.next)
            program.place(labels.next)
            program.jump(.hashNext, source.cursor, to: labels.loop)
        case .union(let paths): try emitUnion(source, paths, labels, body)
        }
        program.place(labels.done)
    }

    private mutating func emitFullScan(
        _ source: Source, _ isReversed: Bool, _ labels: LoopLabels, _ body: LoopBody
    ) throws(EngineError) {
        if source.isCoroutine {
            program.place(labels.loop)
            program.jump(.yield, source.cursor, to: labels.done)
            try body(&self, labels.next)
            program.place(labels.next)
            program.jump(.goto, to: labels.loop)
            return
        }
        if case .registers = source.content {
            if source.givenRegister >= 0 {
                for index in 1...max(1, source.columns.count) {
                    program.emit(
                        .alias, source.givenRegister + index, source.firstRegister + index)
                }
            }
            try body(&self, labels.next)
            program.place(labels.next)
            return
        }
        if source.positions == nil { try emitRows(of: source) }
        let isTable = source.table != nil && source.positions == nil
        let first: Opcode = isTable ? (isReversed ? .tableLast : .tableFirst) : .rowsFirst
        let next: Opcode = isTable ? (isReversed ? .tablePrevious : .tableNext) : .rowsNext
        program.jump(first, source.cursor, to: labels.done)
        program.place(labels.loop)
        try body(&self, labels.next)
        program.place(labels.next)
        program.jump(next, source.cursor, to: labels.loop)
    }

    // MARK: Ranges of rowids

    private mutating func emitRowids(
        _ source: Source, _ lower: AccessPath.Bound?, _ upper: AccessPath.Bound?,
        _ labels: LoopLabels, _ body: LoopBody
    ) throws(EngineError) {
        var limit: Int?
        if let upper { limit = try evaluate(upper.value) }
        if let lower {
            let register = try evaluate(lower.value)
            program.jump(
                lower.isInclusive ? .seekRowidAtOrAfter : .seekRowidAfter, source.cursor,
                register, to: labels.done)
        } else {
            program.jump(.tableFirst, source.cursor, to: labels.done)
        }
        program.place(labels.loop)
        if let limit, let upper {
            stopRowids(
                source, limit,
                upper.isInclusive ? ComparisonFlag.greater : ComparisonFlag.greaterOrEqual,
                labels)
        }
        try body(&self, labels.next)
        program.place(labels.next)
        program.jump(.tableNext, source.cursor, to: labels.loop)
    }

    private mutating func emitReversedRowids(
        _ source: Source, _ lower: AccessPath.Bound?, _ upper: AccessPath.Bound?,
        _ labels: LoopLabels, _ body: LoopBody
    ) throws(EngineError) {
        var limit: Int?
        if let lower { limit = try evaluate(lower.value) }
        if let upper {
            let register = try evaluate(upper.value)
            program.jump(
                upper.isInclusive ? .seekRowidAtOrBefore : .seekRowidBefore, source.cursor,
                register, to: labels.done)
        } else {
            program.jump(.tableLast, source.cursor, to: labels.done)
        }
        program.place(labels.loop)
        if let limit, let lower {
            stopRowids(
                source, limit,
                lower.isInclusive ? ComparisonFlag.less : ComparisonFlag.lessOrEqual, labels)
        }
        try body(&self, labels.next)
        program.place(labels.next)
        program.jump(.tablePrevious, source.cursor, to: labels.loop)
    }

    private mutating func stopRowids(
        _ source: Source, _ limit: Int, _ comparison: UInt8, _ labels: LoopLabels
    ) {
        let rowid = program.register()
        program.emit(.rowid, source.cursor, 0, rowid)
        program.jump(
            .jumpIfCompare, rowid, limit, to: labels.done,
            flag: comparison | ComparisonFlag.jumpsIfNull,
            small: program.comparison(Comparison(affinity: .numeric, collation: .binary)))
    }

    // MARK: OR

    /// Each path finds rows on its own; what follows is emitted once and called for each row that
    /// no path before has found.
    private mutating func emitUnion(
        _ source: Source, _ paths: [AccessPath], _ labels: LoopLabels, _ body: LoopBody
    ) throws(EngineError) {
        let found = program.cursor()
        program.emit(
            .openSet, found, program.set(.init(keys: [KeyColumn(collation: .binary)])))
        let back = program.register()
        let call = program.makeLabel()
        let rowid = program.register()
        for path in paths {
            let level = PlannedLevel(source: source.place, path: path)
            guard case .index(let range) = path.way, let table = source.table else {
                try emitScan(source, level) { (compiler, next) throws(EngineError) in
                    compiler.program.emit(.rowid, source.cursor, 0, rowid)
                    compiler.program.jump(.setInsert, found, rowid, to: next, small: 1)
                    compiler.program.jump(.gosub, back, to: call)
                }
                continue
            }
            let cursor = openIndex(range.index, of: table)
            let done = program.makeLabel()
            try emitIndexKeys(cursor, range, level, done) {
                (compiler, next) throws(EngineError) in
                compiler.program.emit(.indexRowid, cursor, 0, rowid)
                compiler.program.jump(.setInsert, found, rowid, to: next, small: 1)
                compiler.program.jump(.seekRowid, source.cursor, rowid, to: next)
                compiler.program.jump(.gosub, back, to: call)
            }
            program.place(done)
        }
        program.jump(.goto, to: labels.done)
        program.place(call)
        try body(&self, labels.next)
        program.place(labels.next)
        program.emit(.return, back)
    }
}

extension Affinity {
    /// What a value is made before an index is searched for it: text becomes a number where the
    /// column has numbers, and nothing is rounded.
    var forProbe: Affinity { isNumeric ? .numeric : self }
}
