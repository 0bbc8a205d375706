import WCDBSQL
import WCDBStorage

extension Compiler {
    typealias Body = (inout Compiler) throws(EngineError) -> Void

    /// Emits the loops over a FROM clause, with `body` in the innermost.
    mutating func compileLoops(_ core: BoundCore, _ body: Body) throws(EngineError) {
        if let last = core.joins.lastIndex(where: { $0.kind.keepsRight }) {
            return try compileOuterJoins(core, last, body)
        }
        for source in core.sources { try materialize(source) }
        let nest = LoopNest(core, rowCount: estimatedRows)
        let done = program.makeLabel()
        for term in nest.constantTests { try jump(ifNot: term.scalar, to: done) }
        try prepareLevels(nest)
        try emitLevel(0, nest, body)
        program.place(done)
    }

    private func estimatedRows(_ source: Source) -> Double {
        switch source.content {
        case .table(let table): rowCounts(table)
        case .select: 100
        case .function: 25
        case .registers: 1
        }
    }

    /// Runs a query of FROM once, into a store of rows.
    private mutating func materialize(_ source: Source) throws(EngineError) {
        if case .registers = source.content { return copyRow(of: source) }
        guard case .select(let select) = source.content else { return }
        if let shared = source.shared, allowsOnce, !select.isCorrelated {
            return try materialize(shared, for: source)
        }
        let cursor = program.cursor()
        let done = program.makeLabel()
        if allowsOnce, !select.isCorrelated { program.jump(.once, program.once(), to: done) }
        program.note("MATERIALIZE \(source.alias)")
        program.planDepth += 1
        let outer = known
        if !select.isCorrelated { known = [] }
        try fill(cursor, select, source)
        known = outer
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
        guard !source.isNumbered else {
            source.shared = nil
            return try materialize(source)
        }
        if shared.store < 0 {
            shared.store = program.cursor()
            shared.once = program.once()
        }
        let done = program.makeLabel()
        program.jump(.once, shared.once, to: done)
        program.note("MATERIALIZE \(source.alias)")
        program.planDepth += 1
        let outer = known
        known = []
        try fill(shared.store, shared.select, source)
        known = outer
        program.planDepth -= 1
        program.place(done)
        source.cursor = program.cursor()
        program.emit(.shareRows, source.cursor, shared.store)
    }

    /// The one row of a recursive table. An outer join may blank its copy.
    private mutating func copyRow(of source: Source) {
        guard source.firstRegister >= 0 else { return }
        source.givenRegister = source.firstRegister
        source.firstRegister = program.registers(source.columns.count + 1)
    }

    /// Opens cursors, and fills the hash tables, before the loops begin.
    private mutating func prepareLevels(_ nest: LoopNest) throws(EngineError) {
        for level in nest.levels {
            let source = nest.sources[level.source]
            switch level.path.way {
            case .hash(let columns): try buildHash(source, columns)
            case .scan where source.isFunction: source.cursor = program.cursor()
            case .index(let index, _, _, _):
                guard let table = source.table else { continue }
                let cursor = program.cursor()
                program.emit(.openIndex, cursor, program.index(index, of: table))
                if isCovering(index, source, table) {
                    source.covering = index
                    source.cursor = cursor
                } else {
                    openTable(source, table)
                    indexCursors[ObjectIdentifier(source)] = cursor
                }
            default: if let table = source.table { openTable(source, table) }
            }
            note(level, source)
        }
    }

    private mutating func note(_ level: PlannedLevel, _ source: Source) {
        let verb: String
        var detail = ""
        switch level.path.way {
        case .scan: verb = "SCAN"
        case .rowid:
            verb = "SEARCH"
            detail = " USING INTEGER PRIMARY KEY (rowid=?)"
        case .rowidRange:
            verb = "SEARCH"
            detail = " USING INTEGER PRIMARY KEY (rowid range)"
        case .index(let index, _, _, _):
            verb = "SEARCH"
            detail = " USING \(source.covering == nil ? "" : "COVERING ")INDEX \(index.name)"
        case .hash:
            verb = "SEARCH"
            detail = " USING AUTOMATIC HASH INDEX"
        }
        program.note("\(verb) \(source.alias)\(detail)")
    }

    private mutating func openTable(_ source: Source, _ table: TableSchema) {
        let cursor = program.cursor()
        program.emit(.openTable, cursor, program.table(table))
        source.cursor = cursor
    }

    private func isCovering(
        _ index: IndexSchema, _ source: Source, _ table: TableSchema
    ) -> Bool {
        source.usedColumns.allSatisfy {
            $0 < 0 || $0 == table.rowidColumn || index.position(of: $0) != nil
        }
    }

    /// Puts the rows of a source into a hash table.
    private mutating func buildHash(
        _ source: Source, _ columns: [(column: Int, value: Scalar, comparison: Comparison)]
    ) throws(EngineError) {
        let hash = program.cursor()
        let done = program.makeLabel()
        if allowsOnce { program.jump(.once, program.once(), to: done) }
        let used = source.usedColumns.map { $0 == source.table?.rowidColumn ? -1 : $0 }
        let kept = Set(used).union(columns.map(\.column)).sorted()
        let shape = program.set(
            .init(keys: columns.map { KeyColumn(collation: $0.comparison.collation) }))
        program.emit(.openHash, hash, shape, kept.count)
        let scan = PlannedLevel(source: 0, path: AccessPath(way: .scan, cost: 0, rows: 0))
        if let table = source.table { openTable(source, table) }
        if source.isFunction { source.cursor = program.cursor() }
        try emitScan(source, scan) { (compiler, next) throws(EngineError) in
            let keys = compiler.program.registers(columns.count)
            for (index, column) in columns.enumerated() {
                try compiler.compile(.column(source, column.column), into: keys + index)
                compiler.program.emit(
                    .affinity, keys + index, flag: column.comparison.affinity.rawValue,
                    small: 1)
                compiler.program.jump(.jumpIfNull, keys + index, to: next)
            }
            let first = compiler.program.registers(kept.count)
            for (index, column) in kept.enumerated() {
                try compiler.compile(.column(source, column), into: first + index)
            }
            compiler.program.emit(.hashAdd, hash, keys, first)
        }
        program.place(done)
        source.cursor = hash
        source.positions = Dictionary(
            uniqueKeysWithValues: kept.enumerated().map { ($1, $0) })
    }

    // MARK: One level

    private mutating func emitLevel(
        _ level: Int, _ nest: LoopNest, _ body: Body
    ) throws(EngineError) {
        guard level < nest.levels.count else {
            try body(&self)
            return
        }
        let planned = nest.levels[level]
        let source = nest.sources[planned.source]
        let isOuter = nest.outerLevels[planned.source] != nil
        let matched = program.register()
        let inner = program.makeLabel()
        let end = program.makeLabel()
        if isOuter { program.emit(.constant, program.constant(.integer(0)), matched) }
        let tests = nest.tests(at: level)
        try emitScan(source, planned) { (compiler, next) throws(EngineError) in
            for test in tests where !isOuter || test.joinLevel != nil {
                try compiler.jump(ifNot: test.scalar, to: next)
            }
            if isOuter {
                compiler.program.emit(
                    .constant, compiler.program.constant(.integer(1)), matched)
                compiler.program.place(inner)
                for test in tests where test.joinLevel == nil {
                    try compiler.jump(ifNot: test.scalar, to: next)
                }
            }
            try compiler.emitLevel(level + 1, nest, body)
        }
        if isOuter {
            // No row matched: one of NULLs takes part, once.
            program.jump(.jumpIfTrue, matched, to: end)
            program.emit(.constant, program.constant(.integer(1)), matched)
            if case .registers = source.content {
                program.emit(.null, source.firstRegister + 1, source.columns.count)
            } else {
                program.emit(.nullRow, source.cursor)
            }
            if let index = indexCursors[ObjectIdentifier(source)] { program.emit(.nullRow, index) }
            program.jump(.goto, to: inner)
        }
        program.place(end)
    }

    /// Emits the loop over one source; `body` may jump to the label for the next row.
    private mutating func emitScan(
        _ source: Source, _ level: PlannedLevel,
        _ body: (inout Compiler, ProgramBuilder.Label) throws(EngineError) -> Void
    ) throws(EngineError) {
        let next = program.makeLabel()
        let done = program.makeLabel()
        let loop = program.makeLabel()
        switch level.path.way {
        case .scan where source.isFunction:
            try emitRows(of: source)
            program.jump(.rowsFirst, source.cursor, to: done)
            program.place(loop)
            try body(&self, next)
            program.place(next)
            program.jump(.rowsNext, source.cursor, to: loop)
        case .scan where source.firstRegister >= 0:
            // An outer join may have blanked the copy.
            for index in 1...max(1, source.columns.count) {
                program.emit(
                    .alias, source.givenRegister + index, source.firstRegister + index)
            }
            try body(&self, next)
            program.place(next)
        case .scan:
            let isTable = source.table != nil && source.positions == nil
            program.jump(isTable ? .tableFirst : .rowsFirst, source.cursor, to: done)
            program.place(loop)
            try body(&self, next)
            program.place(next)
            program.jump(isTable ? .tableNext : .rowsNext, source.cursor, to: loop)
        case .rowid(let value):
            let register = try evaluate(value)
            program.jump(.seekRowid, source.cursor, register, to: done)
            try body(&self, next)
            program.place(next)
        case .rowidRange(let lower, let upper):
            try emitRowidRange(source, lower, upper, loop, next, done, body)
        case .index(let index, let equals, let lower, let upper):
            try emitIndex(source, index, equals, lower, upper, loop, next, done, body)
        case .hash(let columns):
            let keys = program.registers(columns.count)
            for (position, column) in columns.enumerated() {
                try compile(column.value, into: keys + position)
                program.emit(
                    .affinity, keys + position, flag: column.comparison.affinity.rawValue,
                    small: 1)
                program.jump(.jumpIfNull, keys + position, to: done)
            }
            program.jump(.hashSeek, source.cursor, keys, to: done)
            program.place(loop)
            try body(&self, next)
            program.place(next)
            program.jump(.hashNext, source.cursor, to: loop)
        }
        program.place(done)
    }

    private mutating func emitRowidRange(
        _ source: Source, _ lower: AccessPath.Bound?, _ upper: AccessPath.Bound?,
        _ loop: ProgramBuilder.Label, _ next: ProgramBuilder.Label,
        _ done: ProgramBuilder.Label,
        _ body: (inout Compiler, ProgramBuilder.Label) throws(EngineError) -> Void
    ) throws(EngineError) {
        var limit: Int?
        if let upper { limit = try evaluate(upper.value) }
        if let lower {
            let register = try evaluate(lower.value)
            program.jump(
                lower.isInclusive ? .seekRowidAtOrAfter : .seekRowidAfter, source.cursor,
                register, to: done)
        } else {
            program.jump(.tableFirst, source.cursor, to: done)
        }
        program.place(loop)
        if let limit, let upper {
            let rowid = program.register()
            program.emit(.rowid, source.cursor, 0, rowid)
            program.jump(
                .jumpIfCompare, rowid, limit, to: done,
                flag: (upper.isInclusive ? ComparisonFlag.greater : ComparisonFlag.greaterOrEqual)
                    | ComparisonFlag.jumpsIfNull,
                small: program.comparison(Comparison(affinity: .numeric, collation: .binary)))
        }
        try body(&self, next)
        program.place(next)
        program.jump(.tableNext, source.cursor, to: loop)
    }

    private mutating func emitIndex(
        _ source: Source, _ index: IndexSchema, _ equals: [AccessPath.Equal],
        _ lower: AccessPath.Bound?,
        _ upper: AccessPath.Bound?, _ loop: ProgramBuilder.Label,
        _ next: ProgramBuilder.Label, _ done: ProgramBuilder.Label,
        _ body: (inout Compiler, ProgramBuilder.Label) throws(EngineError) -> Void
    ) throws(EngineError) {
        let cursor = indexCursors[ObjectIdentifier(source)] ?? source.cursor
        let count = equals.count
        let isDescending = count < index.columns.count && index.columns[count].key.isDescending
        let (start, stop) = isDescending ? (upper, lower) : (lower, upper)
        let first = program.registers(count + 1)
        for (position, value) in equals.enumerated() {
            try compile(value.value, into: first + position)
            if !value.matchesNull { program.jump(.jumpIfNull, first + position, to: done) }
            if case .column(let number) = index.columns[position].content {
                program.emit(
                    .affinity, first + position,
                    flag: source.affinity(number).forProbe.rawValue, small: 1)
            }
        }
        if let stop {
            try compileBound(stop, source, index, count, into: first + count)
            program.emit(
                .indexBound, cursor, first, flag: stop.isInclusive ? 1 : 0, small: count + 1)
        } else if count > 0 {
            program.emit(.indexBound, cursor, first, flag: 1, small: count)
        }
        if let start {
            try compileBound(start, source, index, count, into: first + count)
            program.jump(
                .indexSeek, cursor, first, to: done, flag: start.isInclusive ? 0 : 1,
                small: count + 1)
        } else if count > 0 {
            program.jump(.indexSeek, cursor, first, to: done, flag: 0, small: count)
        } else {
            program.jump(.indexFirst, cursor, to: done)
        }
        program.place(loop)
        if stop != nil || count > 0 { program.jump(.indexBeyond, cursor, to: done) }
        if source.covering == nil {
            let rowid = program.register()
            program.emit(.indexRowid, cursor, 0, rowid)
            program.jump(.seekRowid, source.cursor, rowid, to: next)
        }
        try body(&self, next)
        program.place(next)
        program.jump(.indexNext, cursor, to: loop)
    }

    private mutating func compileBound(
        _ bound: AccessPath.Bound, _ source: Source, _ index: IndexSchema, _ position: Int,
        into register: Int
    ) throws(EngineError) {
        try compile(bound.value, into: register)
        if case .column(let number) = index.columns[position].content {
            program.emit(
                .affinity, register, flag: source.affinity(number).forProbe.rawValue, small: 1)
        }
    }
}

extension Affinity {
    /// What a value is made before an index is searched for it: text becomes a number where the
    /// column has numbers, and nothing is rounded.
    var forProbe: Affinity { isNumeric ? .numeric : self }
}
