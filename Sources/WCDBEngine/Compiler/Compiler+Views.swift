import WCDBSQL
import WCDBStorage

/// INSERT, UPDATE and DELETE of views: their INSTEAD OF triggers run for each row.
extension Compiler {
    private func target(
        _ view: ViewSchema, _ source: Source, _ binder: Binder
    ) throws(EngineError) -> TriggerTarget {
        TriggerTarget(
            name: view.name, columns: source.columns, rowidColumn: nil,
            triggers: try binder.triggers(of: view))
    }

    private func returning(
        _ results: [ResultColumn], _ source: Source, _ view: ViewSchema, _ binder: Binder
    ) throws(EngineError) -> Returning? {
        guard !results.isEmpty else { return nil }
        let row = Source(
            alias: source.alias, database: binder.schema.databaseName(view.database),
            content: .registers, columns: source.columns)
        row.hasRowid = false
        return try Returning(results, source: row, of: view.name, binder: binder)
    }

    /// What is changed is the view, also where a common table has its name.
    private func reference(
        to view: ViewSchema, _ table: TableReference, _ binder: Binder
    ) -> TableReference {
        var table = table
        table.name.schema = Name(binder.schema.databaseName(view.database))
        return table
    }

    mutating func compile(
        _ statement: InsertStatement, into view: ViewSchema, binder: Binder
    ) throws(EngineError) {
        let source = try binder.source(view, alias: statement.alias?.text)
        var targets = Array(source.columns.indices)
        if !statement.columns.isEmpty {
            targets = []
            for column in statement.columns {
                guard let index = source.column(named: column.name.text) else {
                    throw .noColumnToFill(
                        name: column.name.text, table: statement.shownTable)
                }
                targets.append(index)
            }
        }
        let rows = try bindRows(statement, count: targets.count, binder)
        guard statement.upserts.isEmpty || binder.looksAtNamesOnly else {
            throw .error("cannot UPSERT a view")
        }
        let target = try target(view, source, binder)
        let returning = try returning(statement.returning, source, view, binder)
        returningColumns = returning?.columns ?? []
        program.writes(view.database)
        try compileRows(rows, count: targets.count) {
            (compiler, values) throws(EngineError) in
            let skip = compiler.program.makeLabel()
            let row = compiler.program.registers(source.columns.count + 1)
            compiler.program.emit(.null, row, source.columns.count + 1)
            if values >= 0 {
                for (index, column) in targets.enumerated() {
                    compiler.program.emit(.copy, values + index, row + 1 + column)
                    // A REAL column shows no integers; otherwise values come as they were given.
                    if source.columns[column].affinity == .real {
                        compiler.program.emit(
                            .affinity, row + 1 + column, 0, 1, flag: Affinity.real.rawValue,
                            small: 1)
                    }
                }
            }
            let event = TriggerEvent(
                change: .insert, new: TriggerRow(rowid: row), conflict: statement.conflict,
                skip: skip)
            compiler.fire(.insteadOf, event, on: target, binder: binder)
            try compiler.emitReturning(returning, row: row)
            compiler.program.place(skip)
        }
    }

    mutating func compile(
        _ statement: UpdateStatement, of view: ViewSchema, binder: Binder
    ) throws(EngineError) {
        let source = try binder.source(view, alias: statement.table.alias?.text)
        let targets = AssignedColumns()
        for assignment in statement.assignments {
            for column in assignment.columns {
                guard let index = source.column(named: column.name.text) else {
                    throw .noSuchColumn(name: column.name.text, qualifier: nil)
                }
                targets.columns.append(index)
            }
            try targets.add(assignment)
        }
        let count = source.columns.count
        let all = ResultColumn(
            .column(ColumnReference(.all, table: statement.table.alias ?? Name(view.name))))
        let rows = try collect(
            CollectedRows.Query(
                table: reference(to: view, statement.table, binder), from: statement.from,
                condition: statement.condition,
                order: statement.order, limit: statement.limit),
            results: [all], values: targets.expressions, binder)
        try targets.requireCount(rows.columns.count - count)
        let target = try target(view, source, binder)
        let returning = try returning(statement.returning, source, view, binder)
        returningColumns = returning?.columns ?? []
        program.writes(view.database)
        let columns = targets.columns
        try forEachRow(rows, count) { (compiler, old) throws(EngineError) in
            let skip = compiler.program.makeLabel()
            let new = compiler.program.registers(count + 1)
            compiler.program.emit(.null, new, 1)
            for index in 0..<count {
                let place = columns.lastIndex(of: index).map { count + $0 } ?? index
                compiler.program.emit(.rowsColumn, rows.store, place, new + 1 + index)
                compiler.program.emit(
                    .affinity, new + 1 + index, flag: source.columns[index].affinity.rawValue,
                    small: 1)
            }
            let event = TriggerEvent(
                change: .update, old: TriggerRow(rowid: old), new: TriggerRow(rowid: new),
                columns: columns, conflict: statement.conflict, skip: skip)
            compiler.fire(.insteadOf, event, on: target, binder: binder)
            try compiler.emitReturning(returning, row: new)
            compiler.program.place(skip)
        }
    }

    mutating func compile(
        _ statement: DeleteStatement, from view: ViewSchema, binder: Binder
    ) throws(EngineError) {
        let source = try binder.source(view, alias: statement.table.alias?.text)
        let count = source.columns.count
        let all = ResultColumn(
            .column(ColumnReference(.all, table: statement.table.alias ?? Name(view.name))))
        let rows = try collect(
            CollectedRows.Query(
                table: reference(to: view, statement.table, binder),
                condition: statement.condition,
                order: statement.order, limit: statement.limit),
            results: [all], binder)
        let target = try target(view, source, binder)
        let returning = try returning(statement.returning, source, view, binder)
        returningColumns = returning?.columns ?? []
        program.writes(view.database)
        try forEachRow(rows, count) { (compiler, old) throws(EngineError) in
            let skip = compiler.program.makeLabel()
            let event = TriggerEvent(change: .delete, old: TriggerRow(rowid: old), skip: skip)
            compiler.fire(.insteadOf, event, on: target, binder: binder)
            try compiler.emitReturning(returning, row: old)
            compiler.program.place(skip)
        }
    }

    /// Goes through collected rows of a view, each in registers.
    private mutating func forEachRow(
        _ rows: CollectedRows, _ count: Int,
        _ body: (inout Compiler, _ row: Int) throws(EngineError) -> Void
    ) throws(EngineError) {
        let loop = program.makeLabel()
        let done = program.makeLabel()
        program.jump(.rowsFirst, rows.store, to: done)
        program.place(loop)
        let row = program.registers(count + 1)
        program.emit(.null, row, 1)
        for index in 0..<count { program.emit(.rowsColumn, rows.store, index, row + 1 + index) }
        try body(&self, row)
        program.jump(.rowsNext, rows.store, to: loop)
        program.place(done)
    }
}
