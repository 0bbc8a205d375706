import WCDBSQL
import WCDBStorage

/// DELETE from a table.
extension Compiler {
    mutating func compile(
        _ statement: DeleteStatement, binder: Binder
    ) throws(EngineError) {
        let visible = binder.tables.count
        defer { binder.tables.removeLast(binder.tables.count - visible) }
        // RETURNING sees them, too.
        if let with = statement.with { try binder.add(with, parent: binder.outer) }
        program.changesData = true
        let table: TableSchema
        switch try changeTarget(statement.table.name, .delete, binder) {
        case .table(let found): table = found
        case .view(let view): return try compile(statement, from: view, binder: binder)
        }
        let isPlain = statement.condition == nil && statement.limit == nil
        if isPlain { try requireIndex(statement.table, of: table) }
        if isPlain, statement.returning.isEmpty, try binder.triggers(of: table).isEmpty,
            try hasForeignKeys(on: table, binder) == false
        {
            program.writes(table.database)
            program.emit(.clearTable, 0, program.table(table))
            for index in table.indexes {
                program.emit(
                    .clearTable, 0, program.index(index, of: table), flag: InstructionFlag.ofIndex)
            }
            return
        }
        let changesInStride = try changesInStride(table, nil, statement.returning, binder)
        let rows: CollectedRows
        if statement.order.isEmpty, case .none = statement.limit {
            rows = try collect(
                of: table, statement.table, where: statement.condition,
                changesInStride: changesInStride, binder)
        } else {
            rows = try collect(
                CollectedRows.Query(
                    target: table, table: statement.table, condition: statement.condition,
                    order: statement.order, limit: statement.limit), binder)
        }
        let alias = statement.table.alias?.text ?? table.name
        let changed = try ChangedTable(
            table, alias: alias, statement.returning, binder: binder, compiler: &self)
        try forEach(rows, changed) { (compiler, rowid) throws(EngineError) in
            try compiler.emitDeleteWithTriggers(changed, rowid, binder)
        }
    }

    /// Where no row is sought, nobody else would miss the index that is named.
    private func requireIndex(
        _ reference: TableReference, of table: TableSchema
    ) throws(EngineError) {
        guard case .indexed(let index) = reference.indexing,
            !table.indexes.contains(where: { FoldedName.equal($0.name, index.text) })
        else { return }
        throw .error("no such index: \(index.text)")
    }

    /// Removes the row under the cursor, with what triggers and foreign keys want of it.
    mutating func emitDeleteWithTriggers(
        _ changed: ChangedTable, _ rowid: Int, _ binder: Binder
    ) throws(EngineError) {
        let table = changed.table
        let skip = program.makeLabel()
        let target = changed.triggerTarget
        guard changed.returning != nil || !target.triggers.isEmpty || changed.hasForeignKeys
        else {
            try emitDelete(changed, rowid: rowid, binder: binder)
            emitChanged(rowid, isInsert: false)
            return
        }
        let row = program.registers(table.columns.count + 1)
        program.emit(.copy, rowid, row)
        try loadRow(changed, first: row + 1, rowid: row, binder: binder)
        let event = TriggerEvent(change: .delete, old: TriggerRow(rowid: row), skip: skip)
        if target.has(.before, .delete) {
            fire(.before, event, on: target, binder: binder)
            try emitSameRow(changed, row, absent: skip, binder)
        }
        try countKeys(of: changed, .removed(row), binder: binder)
        try emitDelete(changed, rowid: row, binder: binder)
        emitChanged(row, isInsert: false)
        try emitKeyActions(of: changed, .removed(row), binder: binder)
        try emitReturning(changed, row: row)
        fire(.after, event, on: target, binder: binder)
        program.place(skip)
    }
}
