import WCDBSQL
import WCDBStorage

extension Compiler {
    /// Emits code that puts all rows of a table into one of its indexes.
    mutating func compileFill(
        _ index: IndexSchema, of table: TableSchema, binder: Binder
    ) throws(EngineError) {
        program.changesData = true
        program.writes(table.database)
        let changed = ChangedTable(
            table, source: Source(table: table, alias: nil), compiler: &self)
        guard let position = table.indexes.firstIndex(where: { $0 === index }) else { return }
        let cursor = changed.indexCursors[position]
        let loop = program.makeLabel()
        let next = program.makeLabel()
        let done = program.makeLabel()
        program.jump(.tableFirst, changed.cursor, to: done)
        program.place(loop)
        let rowid = program.register()
        program.emit(.rowid, changed.cursor, 0, rowid)
        let first = program.registers(table.columns.count)
        try loadRow(changed, first: first, rowid: rowid, binder: binder)
        let keys = try indexKeys(
            index, table, first: first, rowid: rowid, skip: next, binder: binder)
        if index.isUnique {
            let isFine = program.makeLabel()
            program.jump(.indexConflict, cursor, keys, to: isFine, small: index.columns.count)
            emitRaise(.constraintUnique, uniqueMessage(index, table), .abort)
            program.place(isFine)
        }
        program.emit(.indexInsert, cursor, keys, rowid)
        program.place(next)
        program.jump(.tableNext, changed.cursor, to: loop)
        program.place(done)
    }
}
