import WCDBSQL
import WCDBStorage

/// Queries with aggregates: groups in a table, or one at a time where the rows come in order.
extension Compiler {
    /// Emits everything between FROM and the result columns; `body` is emitted where a result row,
    /// before DISTINCT, has its columns at hand.
    mutating func compileCore(
        _ core: BoundCore, _ nest: LoopNest?, order: [BoundSelect.OrderTerm], _ body: Body
    ) throws(EngineError) {
        if core.windows.isEmpty {
            try compilePlainCore(core, nest, order: order, body)
        } else {
            try compileWindows(core, nest, order: order, body)
        }
    }

    /// The same without functions over windows.
    mutating func compilePlainCore(
        _ core: BoundCore, _ nest: LoopNest?, order: [BoundSelect.OrderTerm], _ body: Body
    ) throws(EngineError) {
        if let nest {
            try compileLoops(nest, body)
        } else {
            try compileGroups(core, order, body)
        }
    }

    private mutating func compileGroups(
        _ core: BoundCore, _ order: [BoundSelect.OrderTerm], _ body: Body
    ) throws(EngineError) {
        if try compileCountOfTable(core, body) { return }
        let bare = bareColumns(core, order)
        if try compileExtreme(core, bare, body) { return }
        if try compileOrderedDistinct(core, bare, body) { return }
        let cursor = program.cursor()
        let nest = try plan(core, goal: groupGoal(core))
        if !core.groups.isEmpty, nest.orderedCount == core.groups.count {
            return try compileOrderedGroups(core, nest, bare, cursor, body)
        }
        let spill = groupSpill(core, bare)
        program.emit(.openGroups, cursor, groupShape(core, bare, spill))
        let keys = program.registers(max(1, core.groups.count))
        if core.groups.isEmpty {
            // Without GROUP BY there is one group, even without rows.
            program.jump(.groupFind, cursor, keys, to: program.placedLabel(), small: 0)
        }
        try compileLoops(nest) { (compiler) throws(EngineError) in
            try compiler.emitGroupStep(core, bare, cursor, keys, spill)
        }
        if !core.groups.isEmpty { program.note("USE TEMP B-TREE FOR GROUP BY") }
        try emitGroupResults(core, bare, cursor, spill, body)
    }

    /// `isSingle`: there is one group at a time, which needs no keys to be found. `isOnce`: no
    /// value comes twice.
    private mutating func groupShape(
        _ core: BoundCore, _ bare: [Scalar], _ spill: GroupSpill? = nil, isSingle: Bool = false,
        isOnce: Bool = false
    ) -> Int {
        let groups = isSingle ? [] : core.groups
        return program.group(
            .init(
                keys: groups.enumerated().map { index, group in
                    KeyColumn(
                        collation: group.collation,
                        isDescending: core.descendingGroups.contains(index))
                },
                aggregates: core.aggregates.map {
                    .init(
                        function: $0.function, isDistinct: $0.isDistinct && !isOnce,
                        argumentCount: $0.arguments.count, collation: $0.collation)
                }, storeCount: core.groups.count + bare.count, spillCount: spill?.count ?? 0))
    }

    /// Groups whose rows come one after another: one at a time is kept.
    private mutating func compileOrderedGroups(
        _ core: BoundCore, _ nest: LoopNest, _ bare: [Scalar], _ cursor: Int, _ body: Body
    ) throws(EngineError) {
        let shape = groupShape(core, bare, isSingle: true)
        let neighbours = makeNeighbours(core.groups.map(\.collation))
        let back = program.register()
        let flush = program.makeLabel()
        try compileLoops(nest) { (compiler) throws(EngineError) in
            let same = compiler.program.makeLabel()
            let keys = compiler.program.registers(core.groups.count)
            for (index, group) in core.groups.enumerated() {
                try compiler.compile(group, into: keys + index)
            }
            let outer = compiler.known
            // Columns are read in one go with the keys; what may fail waits for the group before.
            let isRead = core.aggregates.allSatisfy { $0.arguments.allSatisfy(\.isStoredColumn) }
            var arguments = isRead ? try compiler.prepareArguments(core) : []
            try compiler.compareNeighbours(neighbours, keys, same: same) { compiler in
                compiler.program.jump(.gosub, back, to: flush)
            }
            compiler.program.emit(.openGroups, cursor, shape)
            compiler.program.jump(
                .groupFind, cursor, keys, to: compiler.program.placedLabel(), small: 0)
            for index in core.groups.indices {
                compiler.program.emit(.groupStore, cursor, keys + index, index)
            }
            try compiler.emitStore(bare, core, cursor)
            compiler.program.place(same)
            if !isRead { arguments = try compiler.prepareArguments(core) }
            try compiler.emitAggregateSteps(core, arguments, bare, cursor, keys)
            compiler.known = outer
            if let ends = compiler.groupEnds(core, bare, nest) {
                try compiler.passGroup(ends, core, bare, arguments, cursor, keys)
            }
        }
        let done = program.makeLabel()
        program.jump(.jumpIfFalse, neighbours.hasRow, to: done)
        program.jump(.gosub, back, to: flush)
        program.jump(.goto, to: done)
        program.place(flush)
        try emitGroupResults(core, bare, cursor, nil, body)
        program.emit(.return, back)
        program.place(done)
    }

    /// Behind the first row of a group, or, of those with a value, the first: the rest is passed
    /// over, but for the last.
    private mutating func passGroup(
        _ ends: GroupEnds, _ core: BoundCore, _ bare: [Scalar], _ arguments: [Int],
        _ cursor: Int, _ keys: Int
    ) throws(EngineError) {
        let passed = program.makeLabel()
        if ends.readsFirst { program.jump(.jumpIfNull, arguments[0], to: passed) }
        if ends.readsLast {
            emitLastOfGroup(ends, passed: passed)
            for (index, group) in core.groups.enumerated() {
                try compile(group, into: keys + index)
            }
            let outer = known
            let last = try prepareArguments(core)
            try emitAggregateSteps(core, last, bare, cursor, keys)
            known = outer
        }
        if !ends.readsLast || ends.seeksFirst { emitGroupEnd(ends) }
        program.place(passed)
    }

    /// `SELECT max(x) FROM t`: the first row that has a value, if rows come in its order.
    private mutating func compileExtreme(
        _ core: BoundCore, _ bare: [Scalar], _ body: Body
    ) throws(EngineError) -> Bool {
        guard core.groups.isEmpty, core.aggregates.count == 1, !core.joins.isEmpty else {
            return false
        }
        let aggregate = core.aggregates[0]
        guard aggregate.function == .minimum || aggregate.function == .maximum,
            aggregate.arguments.count == 1, aggregate.filter == nil
        else { return false }
        var term = goalTerm(aggregate.arguments[0], core)
        term.isDescending = aggregate.function == .maximum
        guard term.place != nil || !term.scalar.isConstant else { return false }
        let nest = try plan(core, goal: RowGoal(terms: [term], isGrouping: false, limit: 1))
        guard nest.orderedCount == 1 else { return false }
        if bare.isEmpty { nest.skipNulls(of: term.column) }
        let cursor = program.cursor()
        program.emit(.openGroups, cursor, groupShape(core, bare))
        let keys = program.register()
        program.jump(.groupFind, cursor, keys, to: program.placedLabel(), small: 0)
        let found = program.makeLabel()
        try compileLoops(nest) { (compiler) throws(EngineError) in
            try compiler.emitGroupStep(core, bare, cursor, keys)
            let value = try compiler.evaluate(aggregate.arguments[0])
            compiler.program.jump(.jumpIfNotNull, value, to: found)
        }
        program.place(found)
        try emitGroupResults(core, bare, cursor, nil, body)
        return true
    }

    /// `SELECT count(DISTINCT x) FROM t`: if rows come in the order of the values, equal ones are
    /// neighbours, and nothing is to be remembered but the last.
    private mutating func compileOrderedDistinct(
        _ core: BoundCore, _ bare: [Scalar], _ body: Body
    ) throws(EngineError) -> Bool {
        guard core.groups.isEmpty, core.aggregates.count == 1, core.aggregates[0].isDistinct,
            core.aggregates[0].arguments.count == 1, core.aggregates[0].filter == nil,
            !core.joins.isEmpty
        else { return false }
        let value = core.aggregates[0].arguments[0]
        let nest = try plan(core, goal: RowGoal(terms: [goalTerm(value, core)], isGrouping: true))
        guard nest.orderedCount == 1 else { return false }
        let cursor = program.cursor()
        program.emit(.openGroups, cursor, groupShape(core, bare, isOnce: true))
        let keys = program.register()
        program.jump(.groupFind, cursor, keys, to: program.placedLabel(), small: 0)
        let neighbours = makeNeighbours([core.aggregates[0].collation])
        try compileLoops(nest) { (compiler) throws(EngineError) in
            let same = compiler.program.makeLabel()
            try compiler.compile(value, into: keys)
            try compiler.compareNeighbours(neighbours, keys, same: same)
            let outer = compiler.known
            compiler.known.append((value, keys))
            try compiler.emitGroupStep(core, bare, cursor, keys)
            compiler.known = outer
            if let ends = compiler.groupEnds(by: [value], nest) { compiler.emitGroupEnd(ends) }
            compiler.program.place(same)
        }
        try emitGroupResults(core, bare, cursor, nil, body)
        return true
    }

    /// Columns that are neither grouped nor inside of an aggregate.
    private func bareColumns(
        _ core: BoundCore, _ order: [BoundSelect.OrderTerm]
    ) -> [Scalar] {
        var bare: [Scalar] = []
        func collect(_ scalar: Scalar) {
            if core.groups.contains(where: { $0.isSame(as: scalar) }) { return }
            switch scalar {
            case .aggregate: return
            case .column(let source, _):
                guard core.sources.contains(where: { $0 === source }),
                    !bare.contains(where: { $0.isSame(as: scalar) })
                else { return }
                bare.append(scalar)
            default:
                for operand in scalar.operands { collect(operand) }
                for (source, column) in scalar.innerSelect?.outerColumns ?? [] {
                    collect(.column(source, column))
                }
            }
        }
        for result in core.results { collect(result) }
        if let having = core.having { collect(having) }
        for term in order { collect(term.scalar) }
        return bare
    }

    private mutating func emitGroupStep(
        _ core: BoundCore, _ bare: [Scalar], _ cursor: Int, _ keys: Int,
        _ spill: GroupSpill? = nil
    ) throws(EngineError) {
        let outer = known
        defer { known = outer }
        let old = program.makeLabel()
        let next = program.makeLabel()
        for (index, group) in core.groups.enumerated() {
            try compile(group, into: keys + index)
        }
        let arguments = try prepareArguments(core)
        if !core.groups.isEmpty {
            program.jump(.groupFind, cursor, keys, to: old, small: core.groups.count)
            if let spill {
                try emitSpill(spill, core, arguments, bare, cursor, keys, next: next)
            }
            for index in core.groups.indices {
                program.emit(.groupStore, cursor, keys + index, index)
            }
            try emitStore(bare, core, cursor)
            program.place(old)
        }
        try emitAggregateSteps(core, arguments, bare, cursor, keys)
        if core.groups.isEmpty, extremes(core).allSatisfy({ $0.filter != nil }), !bare.isEmpty {
            // The first row's values stay, unless its filter lets an extreme take another row's.
            let stored = program.makeLabel()
            program.jump(.groupKey, cursor, to: stored)
            try emitStore(bare, core, cursor)
            program.place(stored)
        }
        program.place(next)
    }

    /// The min() or max() from whose row bare columns come, and what stands for the group: the
    /// last one.
    static func extreme(_ core: BoundCore) -> Aggregate? {
        core.aggregates.last(where: \.isExtreme)
    }

    /// The same for all rows together. There the last one without a filter has a say, and each
    /// behind it about the rows that its filter lets pass.
    private func extremes(_ core: BoundCore) -> ArraySlice<Aggregate> {
        let all = core.aggregates.filter(\.isExtreme)
        guard core.groups.isEmpty, let index = all.lastIndex(where: { $0.filter == nil }) else {
            return all.suffix(1)
        }
        return all[index...]
    }

    /// The registers of the arguments of each aggregate: all before the first step, since the
    /// machine reads neighbouring columns in one go, and so it does steps. Those behind a filter
    /// are left for later.
    private mutating func prepareArguments(_ core: BoundCore) throws(EngineError) -> [Int] {
        try core.aggregates.map { (aggregate) throws(EngineError) in
            aggregate.filter == nil ? try self.arguments(of: aggregate) : 0
        }
    }

    /// Gives the current row to each aggregate of the current group, whose keys are in registers.
    private mutating func emitAggregateSteps(
        _ core: BoundCore, _ arguments: [Int], _ bare: [Scalar], _ cursor: Int, _ keys: Int
    ) throws(EngineError) {
        let extremes = extremes(core)
        // Whether the row is that of an extreme: known behind all steps, where there are several.
        let isTaken = extremes.count > 1 ? program.register() : nil
        if let isTaken { emitTruth(false, isTaken) }
        for (aggregate, prepared) in zip(core.aggregates, arguments) {
            let skip = program.makeLabel()
            var first = prepared
            if let filter = aggregate.filter {
                try jump(ifNot: filter, to: skip)
                first = try self.arguments(of: aggregate)
            }
            let isExtreme = extremes.contains { $0 === aggregate }
            if isExtreme, let isTaken { emitTruth(false, isTaken) }
            let unchanged = program.makeLabel()
            program.jump(
                .groupStep, cursor, first, to: unchanged,
                flag: isExtreme ? InstructionFlag.extreme : 0, small: aggregate.index)
            if isExtreme {
                if let isTaken {
                    emitTruth(true, isTaken)
                } else {
                    try emitRow(core, bare, cursor, keys)
                }
            }
            program.place(unchanged)
            program.place(skip)
        }
        guard let isTaken else { return }
        let done = program.makeLabel()
        program.jump(.jumpIfFalse, isTaken, to: done)
        try emitRow(core, bare, cursor, keys)
        program.place(done)
    }

    private mutating func emitTruth(_ value: Bool, _ register: Int) {
        program.emit(.constant, program.constant(.integer(value ? 1 : 0)), register)
    }

    /// Keeps what the group shows of the current row.
    private mutating func emitRow(
        _ core: BoundCore, _ bare: [Scalar], _ cursor: Int, _ keys: Int
    ) throws(EngineError) {
        // Values that are equal without being the same are those of this row, too.
        for index in core.groups.indices where !core.groups[index].equalIsSame {
            program.emit(.groupStore, cursor, keys + index, index)
        }
        try emitStore(bare, core, cursor)
    }

    /// The registers of the arguments of an aggregate. A column that several aggregates have as
    /// their argument is read once.
    private mutating func arguments(of aggregate: Aggregate) throws(EngineError) -> Int {
        if aggregate.arguments.count == 1, aggregate.filter == nil,
            case .column = aggregate.arguments[0]
        {
            let register = try evaluate(aggregate.arguments[0])
            known.append((aggregate.arguments[0], register))
            return register
        }
        let first = program.registers(max(1, aggregate.arguments.count))
        for (index, argument) in aggregate.arguments.enumerated() {
            try compile(argument, into: first + index)
        }
        return first
    }

    private mutating func emitStore(
        _ bare: [Scalar], _ core: BoundCore, _ cursor: Int
    ) throws(EngineError) {
        for (index, scalar) in bare.enumerated() {
            let register = try evaluate(scalar)
            program.emit(.groupStore, cursor, register, core.groups.count + index)
        }
    }

    private mutating func emitGroupResults(
        _ core: BoundCore, _ bare: [Scalar], _ cursor: Int, _ spill: GroupSpill?,
        _ body: Body
    ) throws(EngineError) {
        let done = program.makeLabel()
        let loop = program.makeLabel()
        let next = program.makeLabel()
        program.jump(.groupFirst, cursor, to: done)
        program.place(loop)
        if let spill { emitReplay(spill, core, cursor) }
        let outer = known
        for (index, scalar) in (core.groups + bare).enumerated() {
            let register = program.register()
            program.emit(.groupColumn, cursor, index, register)
            known.append((scalar, register))
        }
        for aggregate in core.aggregates {
            aggregate.register = program.register()
            program.emit(.groupResult, cursor, aggregate.index, aggregate.register)
        }
        if let having = core.having { try jump(ifNot: having, to: next) }
        try body(&self)
        known = outer
        program.place(next)
        program.jump(.groupNext, cursor, to: loop)
        program.place(done)
    }

    /// `SELECT count(*) FROM t`: the table knows.
    private mutating func compileCountOfTable(
        _ core: BoundCore, _ body: Body
    ) throws(EngineError) -> Bool {
        guard core.groups.isEmpty, core.joins.count == 1, core.condition.isEmpty,
            let table = core.joins[0].source.table, core.aggregates.count == 1,
            core.aggregates[0].function == .count, core.aggregates[0].arguments.isEmpty,
            core.aggregates[0].filter == nil, bareColumns(core, []).isEmpty
        else { return false }
        let cursor = program.cursor()
        program.emit(.openTable, cursor, program.table(table))
        let register = program.register()
        program.emit(.tableCount, cursor, 0, register)
        core.aggregates[0].register = register
        program.note("COUNT OF \(core.joins[0].source.alias)")
        let done = program.makeLabel()
        if let having = core.having { try jump(ifNot: having, to: done) }
        try body(&self)
        program.place(done)
        return true
    }
}

extension Aggregate {
    fileprivate var isExtreme: Bool { function == .minimum || function == .maximum }
}
