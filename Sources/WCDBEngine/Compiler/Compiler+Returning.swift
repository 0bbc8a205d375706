import WCDBSQL
import WCDBStorage

/// RETURNING: what a statement tells of each row that it changed.
final class Returning {
    let source: Source
    let core: BoundCore
    let columns: [BoundSelect.Column]

    init(
        _ results: [ResultColumn], source: Source, of table: String, binder: Binder
    ) throws(EngineError) {
        self.source = source
        source.otherName = table
        source.isOutsideDatabases = true
        let scope = Scope(parent: binder.outer)
        scope.sources = [source]
        core = BoundCore()
        for (number, result) in results.enumerated() {
            if case .column(let column) = result.expression, column.isAll, column.table != nil {
                throw .error("RETURNING may not use \"TABLE.*\" wildcards")
            }
            try binder.bind(results, number, scope, core)
        }
        columns = binder.resultColumns([core])
    }
}

extension Compiler {
    /// Emits the result row for a row in registers.
    mutating func emitReturning(_ changed: ChangedTable, row: Int) throws(EngineError) {
        try emitReturning(changed.returning, row: row)
    }

    mutating func emitReturning(_ returning: Returning?, row: Int) throws(EngineError) {
        guard let returning else { return }
        returning.source.firstRegister = row
        let outer = (known, allowsOnce)
        (known, allowsOnce) = ([], false)
        let first = try compileResults(returning.core)
        (known, allowsOnce) = outer
        program.emit(.resultRow, first, returning.core.results.count)
    }
}
