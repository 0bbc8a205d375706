import WCDBSQL
import WCDBStorage

extension Compiler {
    mutating func compile(
        _ statement: DeleteStatement, binder: Binder
    ) throws(EngineError) {
        guard statement.returning.isEmpty else { throw .error("not supported yet: RETURNING") }
        let table = try changedTable(statement.table.name, binder)
        program.changesData = true
        if statement.condition == nil, statement.limit == nil, table.triggers.isEmpty {
            program.emit(
                .clearTable, 0, program.table(table), flag: binder.outer == nil ? 0 : 2)
            for index in table.indexes {
                program.emit(
                    .clearTable, 0, program.index(index, of: table), flag: 1)
            }
            return
        }
        let (store, _) = try collect(
            statement.table, table, statement.condition, statement.order, statement.limit,
            statement.with, [], binder)
        let changed = ChangedTable(
            table, source: Source(table: table, alias: nil), compiler: &self)
        try forEachCollected(store, changed) { (compiler, rowid, _) throws(EngineError) in
            try compiler.emitDeleteWithTriggers(changed, rowid, binder)
        }
    }

    mutating func compile(
        _ statement: UpdateStatement, binder: Binder
    ) throws(EngineError) {
        guard statement.returning.isEmpty else { throw .error("not supported yet: RETURNING") }
        guard statement.from == nil else { throw .error("not supported yet: UPDATE FROM") }
        let table = try changedTable(statement.table.name, binder)
        program.changesData = true
        let targets = try assignments(statement, table)
        // New values are computed while the rows are found: they see only old ones.
        let (store, count) = try collect(
            statement.table, table, statement.condition, statement.order, statement.limit,
            statement.with, targets.map(\.value), binder)
        let changed = ChangedTable(
            table, source: Source(table: table, alias: nil), compiler: &self)
        try forEachCollected(store, changed) { (compiler, rowid, values) throws(EngineError) in
            try compiler.emitUpdate(
                changed, rowid, values, count, targets.map(\.column), statement.conflict, binder)
        }
    }

    private func assignments(
        _ statement: UpdateStatement, _ table: TableSchema
    ) throws(EngineError) -> [(column: Int, value: Expression)] {
        var targets: [(column: Int, value: Expression)] = []
        for assignment in statement.assignments {
            var values = [assignment.value]
            if assignment.columns.count > 1 {
                guard case .row(let row) = assignment.value else {
                    throw .error("not supported yet: assigning a query to several columns")
                }
                values = row.elements
                guard values.count == assignment.columns.count else {
                    throw .error(
                        "\(assignment.columns.count) columns assigned \(values.count) values")
                }
            }
            for (column, value) in zip(assignment.columns, values) {
                let name = column.name.text
                guard let index = table.column(named: name) else {
                    throw .error("no such column: \(name)")
                }
                targets.append((index == table.rowidColumn ? -1 : index, value))
            }
        }
        return targets
    }

    /// Finds the rows of a statement and puts their rowids, and expressions of them, into a store.
    private mutating func collect(
        _ reference: TableReference, _ table: TableSchema, _ condition: Expression?,
        _ order: [OrderingTerm], _ limit: LimitClause?, _ with: WithClause?,
        _ expressions: [Expression], _ binder: Binder
    ) throws(EngineError) -> (store: Int, count: Int) {
        var body = SelectBody(
            [ResultColumn(.null)] + expressions.map { ResultColumn($0) },
            from: JoinClause(.table(reference)))
        body.condition = condition
        var select = SelectStatement(.select(body))
        select.with = with
        select.order = order
        if order.isEmpty, let key = table.isWithoutRowid ? table.primaryKeyIndex : nil {
            // Rows of such a table come in the order of their keys.
            select.order = key.columns.compactMap { keyTerm($0, of: table) }
        }
        select.limit = limit
        let bound = try binder.bind(select, parent: binder.outer)
        // No name of the language means the key of every table.
        let source = bound.cores[0].joins[0].source
        source.usedColumns.insert(-1)
        bound.cores[0].results[0] = .column(source, -1)
        let store = program.cursor()
        program.emit(.openRows, store, bound.columns.count)
        try compile(bound, to: .rows(cursor: store))
        return (store, bound.columns.count)
    }

    private func keyTerm(_ column: IndexColumn, of table: TableSchema) -> OrderingTerm? {
        guard case .column(let number) = column.content else { return nil }
        return OrderingTerm(
            .collate(
                .column(ColumnReference(Name(table.columns[number].name))),
                Name(column.collation.name)),
            column.key.isDescending ? .descending : nil)
    }

    /// Goes through collected rows that are still there, with the table's cursor on each.
    private mutating func forEachCollected(
        _ store: Int, _ changed: ChangedTable,
        _ body: (inout Compiler, _ rowid: Int, _ store: Int) throws(EngineError) -> Void
    ) throws(EngineError) {
        let loop = program.makeLabel()
        let next = program.makeLabel()
        let done = program.makeLabel()
        program.jump(.rowsFirst, store, to: done)
        program.place(loop)
        let rowid = program.register()
        program.emit(.rowsColumn, store, 0, rowid)
        program.jump(.seekRowid, changed.cursor, rowid, to: next)
        try body(&self, rowid, store)
        program.place(next)
        program.jump(.rowsNext, store, to: loop)
        program.place(done)
    }

    private mutating func emitDeleteWithTriggers(
        _ changed: ChangedTable, _ rowid: Int, _ binder: Binder
    ) throws(EngineError) {
        let table = changed.table
        let skip = program.makeLabel()
        guard !table.triggers.isEmpty else {
            try emitDelete(changed, rowid: rowid, binder: binder)
            emitChanged(rowid, binder)
            return
        }
        let row = program.registers(table.columns.count + 1)
        program.emit(.copy, rowid, row)
        try loadRow(changed, first: row + 1, rowid: rowid)
        let event = TriggerEvent(change: .delete, old: TriggerRow(rowid: row), skip: skip)
        try fire(.before, event, on: table, binder: binder)
        program.jump(.seekRowid, changed.cursor, rowid, to: skip)
        try emitDelete(changed, rowid: rowid, binder: binder)
        emitChanged(rowid, binder)
        try fire(.after, event, on: table, binder: binder)
        program.place(skip)
    }

    private mutating func emitUpdate(
        _ changed: ChangedTable, _ rowid: Int, _ store: Int, _ count: Int, _ targets: [Int],
        _ conflict: ConflictAction?, _ binder: Binder
    ) throws(EngineError) {
        let table = changed.table
        let skip = program.makeLabel()
        let oldRow = program.registers(table.columns.count + 1)
        let old = oldRow + 1
        program.emit(.copy, rowid, oldRow)
        try loadRow(changed, first: old, rowid: rowid)
        let newRowid = program.registers(table.columns.count + 1)
        let first = newRowid + 1
        program.emit(.copy, rowid, newRowid)
        for index in table.columns.indices {
            let target = targets.lastIndex(of: index)
            if let target {
                program.emit(.rowsColumn, store, target + 1, first + index)
                let affinity = table.columns[index].affinity
                program.emit(.affinity, first + index, flag: affinity.rawValue, small: 1)
            } else {
                program.emit(.alias, old + index, first + index)
            }
        }
        if let target = targets.lastIndex(of: -1) {
            program.emit(.rowsColumn, store, target + 1, newRowid)
            program.emit(.mustBeInteger, newRowid)
        }
        if let column = table.rowidColumn { program.emit(.alias, newRowid, first + column) }
        let event = TriggerEvent(
            change: .update, old: TriggerRow(rowid: oldRow), new: TriggerRow(rowid: newRowid),
            columns: targets, conflict: conflict, skip: skip)
        if table.triggers.contains(where: { ($0.statement.timing ?? .before) == .before }) {
            try fire(.before, event, on: table, binder: binder)
            // A trigger may have removed the row.
            program.jump(.seekRowid, changed.cursor, rowid, to: skip)
        }
        try emitRowChecks(
            table, first: first, conflict: conflict, skip: skip, binder: binder)
        try emitUniqueChecks(
            changed, first: first, rowid: newRowid, oldRowid: rowid, conflict: conflict,
            skip: skip, binder: binder)
        try emitDeleteKeys(changed, first: old, rowid: rowid, binder: binder)
        if targets.contains(-1) {
            program.emit(.deleteRow, changed.cursor, rowid)
            program.emit(
                .insertRow, changed.cursor, first, newRowid, small: table.columns.count)
        } else {
            program.emit(
                .insertRow, changed.cursor, first, newRowid, flag: 1,
                small: table.columns.count)
        }
        try emitInsertKeys(changed, first: first, rowid: newRowid, binder: binder)
        emitChanged(newRowid, binder)
        try fire(.after, event, on: table, binder: binder)
        program.place(skip)
    }
}
