import WCDBSQL
import WCDBStorage

/// REPLACE of a row that has the rowid already, or the key in a table without: it is written over,
/// and an index is touched only if its key is another one. To remove the old row and put in the new
/// one would come to the same.
extension InsertPlan {
    /// Whether such a row may be written over: nobody notices that it made way, and its keys are
    /// made of nothing but what it holds.
    var overwrites: Bool {
        let table = changed.table
        guard conflict == .replace, upserts.isEmpty,
            table.isWithoutRowid
                || targets.contains(where: { $0 < 0 || $0 == table.rowidColumn }),
            !changed.mayRunActions(conflict, binder)
        else { return false }
        return table.indexes.allSatisfy { index in
            index.condition == nil
                && index.columns.allSatisfy { column in
                    guard case .column(let number) = column.content else { return false }
                    return table.columns[number].generated == nil
                }
        }
    }
}

extension Compiler {
    /// In a table without rowids, gives a row the number under which the one with its key is
    /// stored, if there is one.
    mutating func emitKnownRowid(
        _ changed: ChangedTable, first: Int, rowid: Int, binder: Binder
    ) throws(EngineError) {
        let table = changed.table
        guard let key = table.keyOfRows,
            let place = table.indexes.firstIndex(where: { $0 === key })
        else { return }
        let isNew = program.makeLabel()
        let cursor = changed.indexCursors[place]
        let keys = try indexKeys(
            key, table, first: first, rowid: rowid, skip: isNew, binder: binder)
        program.jump(.indexConflict, cursor, keys, to: isNew, small: key.columns.count)
        program.emit(.indexRowid, cursor, 0, rowid)
        program.place(isNew)
    }

    /// Writes a row over the one that has its rowid, or puts it in if there is none. Requires: no
    /// other row has a key of it.
    mutating func emitOverwrite(
        _ changed: ChangedTable, first: Int, rowid: Int, binder: Binder
    ) throws(EngineError) {
        let table = changed.table
        let (isNew, done) = (program.makeLabel(), program.makeLabel())
        program.jump(.seekRowid, changed.cursor, rowid, to: isNew)
        let old = program.registers(table.columns.count)
        // Indexes take what they need before the row changes.
        try loadRow(
            changed, first: old, rowid: rowid, isBrief: true, only: table.indexedColumns,
            binder: binder)
        for (index, cursor) in zip(table.indexes, changed.indexCursors) {
            let keys = program.registers(2 * index.columns.count)
            for (position, column) in index.columns.enumerated() {
                guard case .column(let number) = column.content else { continue }
                let isRowid = number == table.rowidColumn
                program.emit(.alias, isRowid ? rowid : old + number, keys + position)
                program.emit(
                    .alias, isRowid ? rowid : first + number,
                    keys + index.columns.count + position)
            }
            program.emit(.indexReplace, cursor, keys, rowid)
        }
        program.emit(
            .insertRow, changed.cursor, first, rowid, flag: InstructionFlag.inPlace,
            small: table.columns.count)
        program.jump(.goto, to: done)
        program.place(isNew)
        program.emit(.insertRow, changed.cursor, first, rowid, small: table.columns.count)
        try emitInsertKeys(changed, first: first, rowid: rowid, binder: binder)
        program.place(done)
    }
}
