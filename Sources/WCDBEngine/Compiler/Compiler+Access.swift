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

    /// Emits the loop, with `inner` where the source has its next row. `skipping`: the register
    /// that counts the rows to pass over.
    mutating func emitScan(
        _ source: Source, _ level: PlannedLevel, _ sieve: Sieve? = nil, skipping: Int? = nil,
        _ inner: LoopBody
    ) throws(EngineError) {
        let labels = makeLoop()
        func body(
            _ compiler: inout Compiler, _ next: ProgramBuilder.Label
        ) throws(EngineError) {
            if compiler.countsVisits { compiler.program.emit(.visit) }
            if let skipping, !level.path.looksUpRows {
                compiler.program.jump(.jumpIfPositive, skipping, to: next)
            }
            try inner(&compiler, next)
        }
        let outer = scanned
        defer { scanned = outer }
        switch level.path.way {
        // One row mostly: what is found by the outer row goes on with that.
        case .rowid, .hash: break
        case .scan, .rowidRange, .index, .union: scanned = nil
        }
        switch level.path.way {
        case .scan: try emitFullScan(source, level.isReversed, sieve, labels, body)
        case .rowid(let equal):
            try emitEquals(
                [equal], labels.done, isOver: source.nullRowRegister,
                isDescending: { _ in level.isReversed }
            ) { (compiler, first) throws(EngineError) in
                let next = compiler.program.makeLabel()
                compiler.program.jump(.seekRowid, source.cursor, first, to: next)
                try body(&compiler, next)
                compiler.program.place(next)
            }
        case .rowidRange(let lower, let upper):
            if level.isReversed {
                try emitRowids(source, from: upper, to: lower, .down, labels, body)
            } else {
                try emitRowids(source, from: lower, to: upper, .up, labels, body)
            }
        case .index(let range):
            try emitIndex(source, range, level, labels.done, skipping, body)
        case .hash(let columns): try emitProbe(source, columns, labels, body)
        case .union(let paths): try emitUnion(source, paths, labels, body)
        }
        program.place(labels.done)
    }

    /// The rows of a hash table that have these values in its columns.
    private mutating func emitProbe(
        _ source: Source, _ columns: [TermUse], _ labels: LoopLabels, _ body: LoopBody
    ) throws(EngineError) {
        let keys = program.registers(columns.count)
        for (position, column) in columns.enumerated() {
            try compile(column.value, into: keys + position)
            emitProbeAffinity(keys + position, column.value, column.comparison)
            if column.hashesNull == true { continue }
            program.jump(.jumpIfNull, keys + position, to: labels.done)
        }
        let scan = columns.count == 1 ? scannedColumn(columns[0]) : nil
        program.jump(
            .hashSeek, source.cursor, keys, to: labels.done,
            flag: scan.map { UInt8($0.column + 1) } ?? 0,
            small: scan.map { $0.cursor + 1 } ?? 0)
        program.place(labels.loop)
        try body(&self, labels.next)
        program.place(labels.next)
        program.jump(.hashNext, source.cursor, to: labels.loop)
    }

    private mutating func emitFullScan(
        _ source: Source, _ isReversed: Bool, _ sieve: Sieve?, _ labels: LoopLabels,
        _ body: LoopBody
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
        if case .function(let function, let arguments) = source.content, function.maker.isJSON {
            return try emitJSON(function, arguments, source, labels, body)
        }
        if source.positions == nil { try emitRows(of: source) }
        let isTable = source.table != nil && source.positions == nil
        let first: Opcode = isTable ? (isReversed ? .tableLast : .tableFirst) : .rowsFirst
        let next: Opcode = isTable ? (isReversed ? .tablePrevious : .tableNext) : .rowsNext
        program.jump(first, source.cursor, to: labels.done)
        program.place(labels.loop)
        if isTable, !isReversed { scanned = source }
        try body(&self, labels.next)
        program.place(labels.next)
        program.noteLoop()
        program.jump(next, source.cursor, sieve?.tests.count ?? 0, to: labels.loop)
        if let sieve { emitTests(of: sieve) }
    }

    // MARK: Ranges of rowids

    /// From one end of the range to the other: the first bound is where to start, the second is
    /// asked at each row.
    private mutating func emitRowids(
        _ source: Source, from start: AccessPath.Bound?, to end: AccessPath.Bound?,
        _ way: RowidWay, _ labels: LoopLabels, _ body: LoopBody
    ) throws(EngineError) {
        var limit: Int?
        if let end { limit = try evaluate(end.value) }
        if let start {
            let register = try evaluate(start.value)
            program.jump(
                start.isInclusive ? way.seekInclusive : way.seekExclusive, source.cursor,
                register, to: labels.done)
        } else {
            program.jump(way.first, source.cursor, to: labels.done)
        }
        program.place(labels.loop)
        if let limit, let end {
            program.jump(
                .rowidBeyond, source.cursor, limit, to: labels.done,
                flag: end.isInclusive ? way.beyondInclusive : way.beyondExclusive)
        }
        try body(&self, labels.next)
        program.place(labels.next)
        program.noteLoop()
        program.jump(way.next, source.cursor, to: labels.loop)
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
        source.returnRegister = back
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
            try emitIndexKeys(cursor, range, level, done, isOver: nil) {
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

/// What a loop over rowids does upwards, or downwards.
private struct RowidWay {
    let first: Opcode
    let next: Opcode
    let seekInclusive: Opcode
    let seekExclusive: Opcode
    let beyondInclusive: UInt8
    let beyondExclusive: UInt8

    static let up = RowidWay(
        first: .tableFirst, next: .tableNext,
        seekInclusive: .seekRowidAtOrAfter, seekExclusive: .seekRowidAfter,
        beyondInclusive: ComparisonFlag.greater, beyondExclusive: ComparisonFlag.greaterOrEqual)
    static let down = RowidWay(
        first: .tableLast, next: .tablePrevious,
        seekInclusive: .seekRowidAtOrBefore, seekExclusive: .seekRowidBefore,
        beyondInclusive: ComparisonFlag.less, beyondExclusive: ComparisonFlag.lessOrEqual)
}
