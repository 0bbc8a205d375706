import WCDBSQL
import WCDBStorage

/// What an index holds of the rows of its table.
extension Compiler {
    /// Emits code whose rows are what an index must hold: the key's values, then the rowid, for
    /// each row of the table that has a place in the index.
    mutating func compileRows(
        of index: IndexSchema, of table: TableSchema, binder: Binder
    ) throws(EngineError) {
        let changed = ChangedTable(table, compiler: &self)
        let loop = program.makeLabel()
        let next = program.makeLabel()
        let done = program.makeLabel()
        program.jump(.tableFirst, changed.cursor, to: done)
        program.place(loop)
        let rowid = program.register()
        program.emit(.rowid, changed.cursor, 0, rowid)
        let first = program.registers(table.columns.count)
        try loadColumns(of: index, changed, first: first, rowid: rowid, binder: binder)
        let keys = try indexKeys(
            index, table, first: first, rowid: rowid, skip: next, binder: binder)
        let count = index.columns.count
        let entry = program.registers(count + 1)
        for position in 0..<count { program.emit(.alias, keys + position, entry + position) }
        program.emit(.alias, rowid, entry + count)
        program.emit(.resultRow, entry, count + 1)
        program.place(next)
        program.jump(.tableNext, changed.cursor, to: loop)
        program.place(done)
    }

    /// Copies what an index needs of the row under the cursor into registers: all of it if
    /// something is computed.
    private mutating func loadColumns(
        of index: IndexSchema, _ changed: ChangedTable, first: Int, rowid: Int, binder: Binder
    ) throws(EngineError) {
        var columns: [Int] = []
        for column in index.columns {
            guard case .column(let number) = column.content, index.condition == nil,
                !changed.table.columns[number].isVirtual
            else {
                return try loadRow(changed, first: first, rowid: rowid, binder: binder)
            }
            columns.append(number)
        }
        for column in columns where column != changed.table.rowidColumn {
            program.emit(.column, changed.cursor, column, first + column)
        }
    }
}
