import WCDBSQL
import WCDBStorage

/// WITH RECURSIVE.
extension Compiler {
    /// A common table that reads its own rows: a queue of rows, each of which is passed on and then
    /// given to the recursive part, whose rows come to the end of the queue, or, with ORDER BY, to
    /// their place in it.
    mutating func compileRecursive(
        _ select: BoundSelect, _ recursion: BoundSelect.Recursion, _ destination: Destination,
        _ limit: Limit, end: ProgramBuilder.Label
    ) throws(EngineError) {
        let count = select.columns.count
        let order = select.order
        let queue = program.cursor()
        let keys = order.map(\.sortKey)
        let shape = program.sorter(.init(keys: keys, payloadCount: count))
        program.emit(.openQueue, queue, shape)
        var set: Int?
        if recursion.isDistinct {
            let cursor = program.cursor()
            let columns = select.collations.map { KeyColumn(collation: $0) }
            program.emit(.openSet, cursor, program.set(.init(keys: columns)))
            set = cursor
        }
        let add: (inout Compiler, Int, Int) throws(EngineError) -> Void = {
            (compiler, first, _) throws(EngineError) in
            let next = compiler.program.makeLabel()
            if let set {
                compiler.program.jump(.setInsert, set, first, to: next, small: count)
            }
            let keys = compiler.program.registers(max(1, order.count))
            for (index, term) in order.enumerated() {
                compiler.program.emit(.alias, first + (term.result ?? 0), keys + index)
            }
            compiler.program.emit(.queueAdd, queue, keys, first)
            compiler.program.place(next)
        }
        program.note("SETUP")
        program.planDepth += 1
        try compile(recursion.initial, to: .code(add))
        program.planDepth -= 1
        program.note("RECURSIVE STEP")
        program.planDepth += 1
        let loop = program.makeLabel()
        let done = program.makeLabel()
        let first = program.registers(count)
        program.place(loop)
        program.jump(.queueNext, queue, first, to: done)
        try output(first, count, destination, limit, end: end)
        let outer = (isRepeated, expectedRuns)
        isRepeated = true
        expectedRuns = min(expectedRuns * CostModel.recursionRows, CostModel.mostRuns)
        for (core, sources) in zip(recursion.cores, recursion.sources) {
            for source in sources {
                source.firstRegister = first - 1
                source.givenRegister = -1
            }
            let part = BoundSelect(cores: [core])
            part.columns = select.columns
            try compile(part, to: .code(add))
        }
        (isRepeated, expectedRuns) = outer
        program.jump(.goto, to: loop)
        program.place(done)
        program.planDepth -= 1
    }
}
