import WCDBSQL
import WCDBStorage

/// Queries of one row at most: nothing is sorted, compared with other rows, or gone through.
extension Compiler {
    mutating func compile(
        _ row: SoleRow, _ core: BoundCore, _ destination: Destination, _ limit: Limit,
        end: ProgramBuilder.Label
    ) throws(EngineError) {
        try emit(row) { (compiler) throws(EngineError) in
            try compiler.outputCounted(destination, limit, end: end) {
                (compiler) throws(EngineError) in
                (try compiler.compileResults(core, for: destination), core.results.count)
            }
        }
    }

    /// Emits what finds the row, and `body` where it is found.
    mutating func emit(_ row: SoleRow, _ body: Body) throws(EngineError) {
        let done = program.makeLabel()
        for test in row.constantTests { try jump(ifNot: test, to: done) }
        row.source.forgetPlace()
        openTable(row.source, row.table)
        program.note("SEARCH \(row.source.planName) USING INTEGER PRIMARY KEY (rowid=?)")
        let key = program.register()
        try compile(row.key, into: key)
        program.jump(.jumpIfNull, key, to: done)
        program.emit(.affinity, key, flag: row.comparison.affinity.forProbe.rawValue, small: 1)
        program.jump(.seekRowid, row.source.cursor, key, to: done)
        if countsVisits { program.emit(.visit) }
        for test in row.tests { try jump(ifNot: test, to: done) }
        try body(&self)
        program.place(done)
    }
}
