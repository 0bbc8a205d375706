import WCDBSQL
import WCDBStorage

/// INSERT into a table.
extension Compiler {
    mutating func compile(
        _ statement: InsertStatement, binder: Binder
    ) throws(EngineError) {
        let visible = binder.tables.count
        defer { binder.tables.removeLast(binder.tables.count - visible) }
        binder.readTables = []
        if let with = statement.with { try binder.add(with, parent: binder.outer) }
        program.changesData = true
        let table: TableSchema
        switch try changeTarget(statement.table, .insert, binder) {
        case .table(let found): table = found
        case .view(let view): return try compile(statement, into: view, binder: binder)
        }
        let named = try insertColumns(statement, table, binder)
        // In the order of the text: the parameters are counted so.
        let rows = try bindRows(statement, count: named.count, binder)
        let targets = rows.areDefaults ? [] : named
        let read = binder.readTables ?? []
        binder.readTables = nil
        let alias = statement.alias?.text ?? table.name
        let upserts = try bind(statement.upserts, of: table, alias: alias, binder: binder)
        let changed = try ChangedTable(
            table, alias: alias, statement.returning, binder: binder, compiler: &self)
        let plan = InsertPlan(
            changed, targets: targets, conflict: statement.conflict, binder: binder)
        plan.upserts = upserts
        let isQuiet = try doesNothingElse(plan)
        plan.isAlone = isQuiet && rows.isOneRow
        let isLong = !upserts.isEmpty || changed.returning != nil
        // An upsert sets off triggers of UPDATE, too, which may change anything.
        let isApart =
            isQuiet && !rows.isOneRow && (upserts.isEmpty || changed.triggerTarget.triggers.isEmpty)
            && !read.contains { mayChange($0, with: table) }
        try compileRows(rows, count: targets.count, isLong: isLong, isApart: isApart) {
            (compiler, values) throws(EngineError) in try compiler.emitInsert(plan, values)
        }
    }

    /// Whether a row that is put into `table` may change what a query finds in `other`.
    private func mayChange(_ other: TableSchema, with table: TableSchema) -> Bool {
        guard other.database == table.database else { return false }
        // The numbers given away are noted in a table of their own.
        return other.tree == table.tree
            || table.isAutoIncrement && FoldedName.equal(other.name, "sqlite_sequence")
    }

    /// Whether putting in a row is all that is done for it.
    private func doesNothingElse(_ plan: InsertPlan) throws(EngineError) -> Bool {
        let (changed, binder) = (plan.changed, plan.binder)
        let target = changed.triggerTarget
        guard binder.outer == nil, changed.returning == nil, !target.has(.before, .insert),
            !target.has(.after, .insert)
        else { return false }
        for case let update? in plan.upserts.map(\.update) {
            let columns = update.targets.columns
            if try hasForeignKeys(on: changed.table, targets: columns, binder) { return false }
        }
        return !plan.mayReplace || !changed.mayRunActions(plan.conflict, binder)
    }

    private func insertColumns(
        _ statement: InsertStatement, _ table: TableSchema, _ binder: Binder
    ) throws(EngineError) -> [Int] {
        let columns = statement.columns
        guard !columns.isEmpty else {
            return table.columns.indices.filter { table.columns[$0].generated == nil }
        }
        var targets: [Int] = []
        targets.reserveCapacity(columns.count)
        for number in columns.indices {
            let name = columns[number].name.text
            binder.mentions?.note(columns[number].name, of: table)
            // Mostly they are named in the order of the table.
            guard let index = table.column(named: name, guess: targets.count) else {
                throw .noColumnToFill(name: name, table: statement.shownTable)
            }
            if index >= 0, table.columns[index].generated != nil {
                throw .misuse(
                    of: .other,
                    "cannot INSERT into generated column \"\(table.columns[index].name)\"")
            }
            targets.append(index)
        }
        return targets
    }

    // MARK: One row

    /// One row, whose values are in registers from `values` on; none if that is negative.
    private mutating func emitInsert(_ plan: InsertPlan, _ values: Int) throws(EngineError) {
        let (changed, binder) = (plan.changed, plan.binder)
        let table = changed.table
        let skip = program.makeLabel()
        let rowid = program.register()
        let first = program.registers(table.columns.count)
        try emitGiven(plan, values, first)
        // Of several names of the rowid the last counts. The default of its column means nothing.
        let place = plan.targets.lastIndex { $0 < 0 || $0 == table.rowidColumn }
        let given = values < 0 ? nil : place.map { values + $0 }
        let target = changed.triggerTarget
        if target.has(.before, .insert) {
            let row = try copyForTriggers(table, first, given, binder)
            emitTypeCheck(table, first: row + 1)
            let event = TriggerEvent(
                change: .insert, new: TriggerRow(rowid: row), conflict: plan.conflict, skip: skip)
            fire(.before, event, on: target, binder: binder)
        }
        emitRowid(changed, given, first, rowid)
        try computeGenerated(table, first: first, binder: binder)
        try emitRowChecks(
            table, first: first, conflict: plan.conflict, skip: skip, binder: binder)
        let overwrites = plan.overwrites
        if overwrites { try emitKnownRowid(changed, first: first, rowid: rowid, binder: binder) }
        let check = UniqueCheck(
            changed: changed, first: first, rowid: rowid, oldRowid: overwrites ? rowid : nil,
            isKeyFree: overwrites || !table.isWithoutRowid && given == nil,
            conflict: plan.conflict, skip: skip, upserts: plan.upserts)
        try emit(check, binder: binder)
        // What was set off for rows that made way may have taken the number.
        if table.isWithoutRowid, changed.mayRunActions(plan.conflict, binder) {
            program.emit(.newRowid, changed.cursor, 0, rowid)
        }
        var added = KeyChange.added(rowid)
        added.isAlone = plan.isAlone
        try countKeys(of: changed, added, binder: binder)
        if overwrites {
            try emitOverwrite(changed, first: first, rowid: rowid, binder: binder)
        } else {
            program.emit(.insertRow, changed.cursor, first, rowid, small: table.columns.count)
            try emitInsertKeys(changed, first: first, rowid: rowid, binder: binder)
        }
        emitChanged(rowid, isInsert: !table.isWithoutRowid && binder.notesRowids)
        try emitReturning(changed, row: rowid)
        let event = TriggerEvent(
            change: .insert, new: TriggerRow(rowid: rowid), conflict: plan.conflict, skip: skip)
        fire(.after, event, on: target, binder: binder)
        program.place(skip)
    }

    /// Counts a row, and remembers its number if it is new.
    mutating func emitChanged(_ rowid: Int, isInsert: Bool) {
        program.emit(.changed, rowid, flag: isInsert ? InstructionFlag.inserted : 0)
    }

    /// The columns as they were given, or their defaults.
    private mutating func emitGiven(
        _ plan: InsertPlan, _ values: Int, _ first: Int
    ) throws(EngineError) {
        let table = plan.changed.table
        for index in table.columns.indices where table.columns[index].generated == nil {
            // Of a column named twice the first value counts.
            if values >= 0, let position = plan.targets.firstIndex(of: index) {
                program.emit(.alias, values + position, first + index)
            } else if let value = table.columns[index].defaultValue {
                let scalar = try plan.binder.bind(value.expression, Scope(parent: nil))
                try compile(scalar, into: first + index)
            } else {
                program.emit(.null, first + index, 1)
            }
            let affinity = table.columns[index].affinity
            if index != table.rowidColumn, affinity > .blob {
                program.emit(.affinity, first + index, flag: affinity.rawValue, small: 1)
            }
        }
    }

    /// The row as BEFORE triggers see it: a rowid that is not known yet is -1.
    private mutating func copyForTriggers(
        _ table: TableSchema, _ first: Int, _ given: Int?, _ binder: Binder
    ) throws(EngineError) -> Int {
        let row = program.registers(table.columns.count + 1)
        program.emit(.constant, program.constant(.integer(-1)), row)
        if let given {
            let isUnknown = program.makeLabel()
            program.jump(.jumpIfNull, given, to: isUnknown)
            program.emit(.copy, given, row)
            program.emit(.mustBeInteger, row)
            program.place(isUnknown)
        }
        for index in table.columns.indices {
            let from = index == table.rowidColumn ? row : first + index
            program.emit(.alias, from, row + 1 + index)
        }
        try computeGenerated(table, first: row + 1, binder: binder)
        return row
    }

    /// The rowid as it was given, or a new one.
    private mutating func emitRowid(
        _ changed: ChangedTable, _ given: Int?, _ first: Int, _ rowid: Int
    ) {
        let done = program.makeLabel()
        if let given {
            let fresh = program.makeLabel()
            program.jump(.jumpIfNull, given, to: fresh)
            program.emit(.copy, given, rowid)
            program.emit(.mustBeInteger, rowid)
            program.jump(.goto, to: done)
            program.place(fresh)
        }
        program.emit(.newRowid, changed.cursor, 0, rowid)
        program.place(done)
        if changed.table.isAutoIncrement {
            program.counts(changed.table)
            program.emit(.useRowid, changed.cursor, 0, rowid)
        }
        if let column = changed.table.rowidColumn { program.emit(.alias, rowid, first + column) }
    }
}

extension InsertStatement {
    /// The table as the statement calls it.
    var shownTable: String {
        alias?.text ?? Scope.spell(table.name.text, nil, table.schema?.text)
    }
}
