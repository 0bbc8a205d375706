import WCDBSQL
import WCDBStorage

/// Where the rows of a query go.
enum Destination {
    /// To the caller of the statement.
    case result
    /// Into a store of rows.
    case rows(cursor: Int)
    /// Into a set.
    case set(cursor: Int)
    /// The first row into registers; the query then ends.
    case registers(first: Int)
    /// Whether there is a row.
    case exists(register: Int)
    /// Code of the caller, which finds the row in registers.
    case code((inout Compiler, _ first: Int, _ count: Int) throws(EngineError) -> Void)

    /// Whether one row is all that is ever wanted.
    var isOneRow: Bool {
        switch self {
        case .registers, .exists: true
        default: false
        }
    }
}

extension Scalar {
    /// What is asked of a LIMIT where there is at most one row: any value will do but NULL.
    fileprivate var isNotZero: Scalar {
        if case .constant(.integer) = self { return self }
        return .comparison(
            .notEqual, self, .constant(.integer(0)),
            Comparison(affinity: .numeric, collation: .binary))
    }
}

/// Translates resolved trees into instructions.
///
/// **Users.** One compilation.
struct Compiler {
    let program: ProgramBuilder
    let context: PlanContext
    /// Expressions that were computed already, at the place that is being compiled.
    var known: [(scalar: Scalar, register: Int)] = []
    /// Expressions whose values are in the current key of an index.
    var keyExpressions: [(expression: KeyExpression, cursor: Int)] = []
    /// The triggers that are called, also from the programs of triggers.
    var triggers: TriggerCalls?
    /// What depends on nothing may be computed once for the whole statement.
    var allowsOnce = true
    /// The table that an UPDATE changes, where its new values are computed: what is read of it
    /// is read again for each row.
    var changed: ChangedTable?
    /// Where RAISE(IGNORE) leads.
    var ignoreLabel: ProgramBuilder.Label?
    /// Of a statement with RETURNING: what it tells.
    var returningColumns: [BoundSelect.Column] = []
    /// The code of rows that several sources share.
    var sharedFills: [ObjectIdentifier: SharedFill] = [:]
    /// What is being compiled is part of a definition.
    var place: DefinitionPlace?
    /// Rows that loops visit are counted, for tests.
    var countsVisits = false
    /// The query that is being compiled runs again for each row of the one around it.
    var isRepeated = false
    /// The table whose rows the innermost loop that finds many goes through as they lie, first to
    /// last.
    var scanned: Source?
    /// How often what is being compiled runs, as far as the planner can tell.
    var expectedRuns = 1.0
    /// How many queries lie around the one that is being compiled.
    var depth = 0

    init(_ context: PlanContext, _ program: ProgramBuilder) {
        self.context = context
        self.program = program
    }

    init(functions: FunctionRegistry) {
        self.init(PlanContext(functions: functions), ProgramBuilder())
    }

    var functions: FunctionRegistry { context.functions }
}

extension Compiler {
    /// Emits code that runs a query from its first row to its last.
    mutating func compile(
        _ select: BoundSelect, to destination: Destination
    ) throws(EngineError) {
        let end = program.makeLabel()
        try compile(select, to: destination, nil, end: end)
        program.place(end)
    }

    /// The same for a part of a query, which ends at `end` once there are as many rows as the whole
    /// may have. `limit`: that of the whole, which counts already.
    mutating func compile(
        _ select: BoundSelect, to destination: Destination, _ limit: Limit?,
        end: ProgramBuilder.Label
    ) throws(EngineError) {
        depth += 1
        defer { depth -= 1 }
        try StackSpace.require(atLevel: depth)
        rewrite(select)
        let counted: Limit
        if let limit {
            counted = limit
        } else {
            counted = try compileLimit(select, destination, end: end)
        }
        if let recursion = select.recursion {
            try compileRecursive(select, recursion, destination, counted, end: end)
        } else if select.cores.count == 1 {
            try compileSimple(select, destination, counted, end: end)
        } else {
            try compileCompound(select, destination, counted, end: end)
        }
    }

    /// Brings a query into a form for which there are better plans.
    private func rewrite(_ select: BoundSelect) {
        UnionFlattening(functions: functions).run(select)
        for core in select.cores where !core.joins.isEmpty {
            var order = select.cores.count == 1 ? select.order : []
            Flattening.run(core, order: &order, functions: functions)
            if select.cores.count == 1 { select.order = order }
            ConditionPushDown(functions: functions).run(core)
            JoinOmission.run(core, order: order)
            core.order = order
            core.isOutermost = depth == 1
        }
    }

    /// The registers that count down LIMIT and OFFSET.
    struct Limit {
        var count: Int?
        var offset: Int?
        var isAny: Bool { count != nil || offset != nil }
    }

    private mutating func compileLimit(
        _ select: BoundSelect, _ destination: Destination, end: ProgramBuilder.Label
    ) throws(EngineError) -> Limit {
        var limit = Limit()
        guard select.limit != nil || select.offset != nil else { return limit }
        // The offset lies behind the count: a sorter keeps rows for both.
        let first = program.registers(select.offset == nil ? 1 : 2)
        if let count = select.limit {
            let register = first
            try compile(destination.isOneRow ? count.isNotZero : count, into: register)
            program.emit(.mustBeInteger, register)
            // LIMIT 0 has no row at all.
            program.jump(.jumpIfZero, register, to: end)
            limit.count = register
        }
        if let offset = select.offset {
            let register = first + 1
            try compile(offset, into: register)
            program.emit(.mustBeInteger, register)
            limit.offset = register
        }
        return limit
    }

    // MARK: Output

    /// Emits what happens to a row in registers.
    mutating func output(
        _ first: Int, _ count: Int, _ destination: Destination, _ limit: Limit,
        end: ProgramBuilder.Label
    ) throws(EngineError) {
        let skip = program.makeLabel()
        if let offset = limit.offset { program.jump(.jumpIfPositive, offset, to: skip) }
        switch destination {
        case .result: program.emit(.resultRow, first, count)
        case .rows(let cursor): program.emit(.rowsAppend, cursor, first, small: count)
        case .set(let cursor):
            let next = program.makeLabel()
            program.jump(.setInsert, cursor, first, to: next, small: count)
            program.place(next)
        case .registers(let target):
            for index in 0..<count { program.emit(.copy, first + index, target + index) }
            program.jump(.goto, to: end)
        case .exists(let register):
            program.emit(.constant, program.constant(.integer(1)), register)
            program.jump(.goto, to: end)
        case .code(let body): try body(&self, first, count)
        }
        if let count = limit.count { program.jump(.decrementJumpIfZero, count, to: end) }
        program.place(skip)
    }

    /// The same for a row that nothing else leaves out: of one that OFFSET skips no result is
    /// computed.
    mutating func outputCounted(
        _ destination: Destination, _ limit: Limit, end: ProgramBuilder.Label,
        results: (inout Compiler) throws(EngineError) -> (first: Int, count: Int)
    ) throws(EngineError) {
        let skip = program.makeLabel()
        if let offset = limit.offset { program.jump(.jumpIfPositive, offset, to: skip) }
        let (first, count) = try results(&self)
        try output(first, count, destination, Limit(count: limit.count), end: end)
        program.place(skip)
    }

    // MARK: One core

    private mutating func compileSimple(
        _ select: BoundSelect, _ destination: Destination, _ limit: Limit,
        end: ProgramBuilder.Label
    ) throws(EngineError) {
        let core = select.cores[0]
        if let rows = core.rows {
            return try compileValues(rows, destination, limit, end: end)
        }
        let order = core.isAggregate && core.groups.isEmpty ? [] : select.order
        guard core.isAggregate else {
            if core.windows.isEmpty, let row = SoleRow(core) {
                return try compile(row, core, destination, limit, end: end)
            }
            // Windows put rows into an order of their own.
            let goal = core.windows.isEmpty ? rowGoal(select, core) : nil
            let nest = try plan(core, goal: goal)
            if !order.isEmpty, nest.orderedCount < order.count {
                try compileSorted(select, core, nest, destination, limit, end: end)
                return
            }
            let asked = order.isEmpty ? core.results.count : order.count
            let isGrouped =
                nest.orderedCount == asked && (order.isEmpty || order.hasAll(core.results))
            try emitRows(core, nest, destination, limit, isGrouped: isGrouped, end: end)
            return
        }
        // Windows bring groups into an order of their own.
        if order.isEmpty || core.windows.isEmpty && arrangeGroups(core, order) {
            if core.windows.isEmpty { core.groupLimit = self.limit(of: select) }
            try emitRows(core, nil, destination, limit, isGrouped: false, end: end)
        } else {
            try compileSorted(select, core, nil, destination, limit, end: end)
        }
    }

    /// Rows as they come. `isGrouped`: those that are equal come one after another.
    private mutating func emitRows(
        _ core: BoundCore, _ nest: LoopNest?, _ destination: Destination, _ limit: Limit,
        isGrouped: Bool, end: ProgramBuilder.Label
    ) throws(EngineError) {
        let distinct = openDistinct(core, isOrdered: isGrouped)
        var limit = limit
        if let nest, limit.offset != nil, !core.isDistinct, core.windows.isEmpty,
            nest.countsAllRows
        {
            nest.skipping = limit.offset
            limit.offset = nil
        }
        try compileCore(core, nest, order: []) { (compiler) throws(EngineError) in
            guard core.isDistinct else {
                return try compiler.outputCounted(destination, limit, end: end) {
                    (compiler) throws(EngineError) in
                    (try compiler.compileResults(core, for: destination), core.results.count)
                }
            }
            let skip = compiler.program.makeLabel()
            let first = try compiler.compileResults(core, for: destination)
            try compiler.skipDuplicates(distinct, core, first, skip)
            try compiler.output(first, core.results.count, destination, limit, end: end)
            if case .neighbours = distinct, let nest,
                let ends = compiler.groupEnds(by: core.results, nest)
            {
                compiler.emitGroupEnd(ends)
            }
            compiler.program.place(skip)
        }
        if case .set = distinct { program.note("USE TEMP B-TREE FOR DISTINCT") }
    }

    /// Puts the results into registers. Where only the existence of a row counts they are left as
    /// they are: `output` does not read them then.
    mutating func compileResults(
        _ core: BoundCore, for destination: Destination = .result
    ) throws(EngineError) -> Int {
        let first = program.registers(core.results.count)
        if case .exists = destination, !core.isDistinct { return first }
        let outer = known
        defer { known = outer }
        try compileFields(of: core.results)
        for (index, result) in core.results.enumerated() {
            try compile(result, into: first + index)
        }
        return first
    }

    /// How rows that were there before are known.
    enum Distinct {
        case none
        case set(cursor: Int)
        /// They come one after another.
        case neighbours(Neighbours)
    }

    mutating func openDistinct(_ core: BoundCore, isOrdered: Bool) -> Distinct {
        guard core.isDistinct else { return .none }
        if isOrdered { return .neighbours(makeNeighbours(core.results.map(\.collation))) }
        let keys = core.results.map { KeyColumn(collation: $0.collation) }
        let cursor = program.cursor()
        program.emit(.openSet, cursor, program.set(.init(keys: keys)))
        return .set(cursor: cursor)
    }

    mutating func skipDuplicates(
        _ distinct: Distinct, _ core: BoundCore, _ first: Int, _ skip: ProgramBuilder.Label
    ) throws(EngineError) {
        switch distinct {
        case .none: break
        case .set(let set):
            program.jump(.setInsert, set, first, to: skip, small: core.results.count)
        case .neighbours(let neighbours):
            try compareNeighbours(neighbours, first, same: skip)
        }
    }

    /// Passes on the rows of a sorter.
    mutating func drain(
        _ sorter: Int, _ count: Int, _ destination: Destination, _ limit: Limit,
        end: ProgramBuilder.Label
    ) throws(EngineError) {
        let loop = program.makeLabel()
        let done = program.makeLabel()
        program.emit(.sorterSort, sorter)
        program.place(loop)
        program.jump(.sorterNext, sorter, to: done)
        try outputCounted(destination, limit, end: end) { compiler in
            let first = compiler.program.registers(count)
            for index in 0..<count {
                compiler.program.emit(.sorterColumn, sorter, index, first + index)
            }
            return (first, count)
        }
        program.jump(.goto, to: loop)
        program.place(done)
    }
}

extension BoundSelect.OrderTerm {
    var sortKey: SortKey {
        SortKey(
            KeyColumn(collation: scalar.collation, isDescending: isDescending),
            nulls: nullsFirst.map { $0 ? .first : .last })
    }
}

extension [BoundSelect.OrderTerm] {
    /// Whether rows that are equal by the terms have the same results.
    fileprivate func hasAll(_ results: [Scalar]) -> Bool {
        results.allSatisfy { result in
            contains {
                $0.scalar.isSame(as: result) && $0.scalar.collation.isSame(as: result.collation)
            }
        }
    }
}
