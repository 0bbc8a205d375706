import WCDBSQL
import WCDBStorage

/// UPDATE of a table.
extension Compiler {
    mutating func compile(
        _ statement: UpdateStatement, binder: Binder
    ) throws(EngineError) {
        let visible = binder.tables.count
        defer { binder.tables.removeLast(binder.tables.count - visible) }
        if let with = statement.with { try binder.add(with, parent: binder.outer) }
        program.changesData = true
        let table: TableSchema
        switch try changeTarget(
            statement.table.name, .update, assignments: statement.assignments, binder)
        {
        case .table(let found): table = found
        case .view(let view): return try compile(statement, of: view, binder: binder)
        }
        let targets = try assignments(statement.assignments, table, binder)
        let alias = statement.table.alias?.text ?? table.name
        if statement.from == nil {
            // Before WHERE: the parameters count on in this order.
            let row = rowSource(
                table, first: 0, alias: alias, database: binder.schema.databaseName(table.database))
            let scope = Scope(parent: binder.outer)
            scope.sources = [row]
            targets.values = (row, try bind(targets, scope, binder))
        }
        let changesInStride = try changesInStride(
            table, targets: targets.columns, values: targets.values?.scalars ?? [],
            statement.conflict, statement.returning, binder)
        let rows: CollectedRows
        // Patterns: to compare with nil is to make a copy.
        if case .none = statement.from, statement.order.isEmpty, case .none = statement.limit {
            rows = try collect(
                of: table, statement.table, where: statement.condition,
                changesInStride: changesInStride, binder)
        } else {
            rows = try collect(
                CollectedRows.Query(
                    target: table, table: statement.table, from: statement.from,
                    condition: statement.condition,
                    order: statement.order, limit: statement.limit),
                values: targets.values == nil ? targets.expressions : [], binder)
        }
        if targets.values == nil {
            try targets.requireCount(rows.columns.count - rows.keys.count)
        }
        let changed = try ChangedTable(
            table, alias: alias, statement.returning, targets: targets.columns, binder: binder,
            compiler: &self)
        try update(rows, changed, targets, statement.conflict, binder)
    }

    /// Updates collected rows.
    private mutating func update(
        _ rows: CollectedRows, _ changed: ChangedTable, _ targets: AssignedColumns,
        _ conflict: ConflictAction?, _ binder: Binder
    ) throws(EngineError) {
        let table = changed.table
        let first = program.registers(targets.columns.count)
        try forEach(rows, changed) { (compiler, rowid) throws(EngineError) in
            let skip = compiler.program.makeLabel()
            let old = compiler.program.registers(table.columns.count + 1)
            compiler.program.emit(.copy, rowid, old)
            let isBrief = changed.isBrief(targets.columns, conflict)
            let unread =
                isBrief
                ? changed.unread(
                    targets.columns, of: targets.values?.row, by: targets.values?.scalars ?? [])
                : []
            try compiler.loadRow(
                changed, first: old + 1, rowid: old, isBrief: isBrief, unread: unread,
                binder: binder)
            if let values = targets.values {
                values.row.firstRegister = old
                try compiler.compute(values.scalars, changing: changed, into: first)
            } else {
                for index in targets.columns.indices {
                    let column = index + rows.keys.count
                    compiler.program.emit(.rowsColumn, rows.store, column, first + index)
                }
            }
            try compiler.emitUpdate(
                changed, old: old, targets: targets.columns, conflict: conflict,
                skip: skip, binder: binder
            ) { (compiler, index, target) in
                compiler.passOn(first + index, to: target, isBrief: isBrief)
            }
            compiler.program.place(skip)
        }
    }

    /// Emits the values of SET, which see the table between changes.
    private mutating func compute(
        _ values: [Scalar], changing changed: ChangedTable, into first: Int
    ) throws(EngineError) {
        let outer = (known, self.changed)
        known = []
        self.changed = changed
        defer { (known, self.changed) = outer }
        try compileFields(of: values)
        for (index, value) in values.enumerated() { try compile(value, into: first + index) }
    }

    /// Puts a new value into the new row. What lies in the old row may move when something else
    /// is done before the row is written.
    mutating func passOn(_ value: Int, to target: Int, isBrief: Bool) {
        program.emit(isBrief ? .alias : .copy, value, target)
    }

    /// Resolves what an UPDATE assigns, one value for each column.
    func bind(
        _ targets: AssignedColumns, _ scope: Scope, _ binder: Binder
    ) throws(EngineError) -> [Scalar] {
        var values: [Scalar] = []
        for expression in targets.expressions {
            let scalar = try binder.bind(expression, scope)
            if case .row = scalar { throw .rowValueMisused }
            guard case .select(let select) = scalar, select.columns.count > 1 else {
                values.append(scalar)
                continue
            }
            if targets.expressions.count == targets.columns.count {
                throw .error("sub-select returns \(select.columns.count) columns - expected 1")
            }
            values += scalar.elements
        }
        try targets.requireCount(values.count)
        return values
    }

    func assignments(
        _ assignments: [Assignment], _ table: TableSchema, _ binder: Binder
    ) throws(EngineError) -> AssignedColumns {
        let targets = AssignedColumns()
        for assignment in assignments {
            for column in assignment.columns {
                let name = column.name.text
                binder.mentions?.note(column.name, of: table)
                guard let index = table.column(named: name) ?? (binder.knowsAssigned ? nil : -1)
                else { throw .noSuchColumn(name: name, qualifier: nil) }
                if index >= 0, table.columns[index].generated != nil {
                    throw .misuse(
                        of: .other,
                        "cannot UPDATE generated column \"\(table.columns[index].name)\"")
                }
                targets.columns.append(index == table.rowidColumn ? -1 : index)
            }
            try targets.add(assignment)
        }
        return targets
    }

    /// Changes a row in registers, which the table's cursor stands on. `value` puts the new value
    /// of a target into a register. A row that stays as it is leads to `skip`.
    mutating func emitUpdate(
        _ changed: ChangedTable, old: Int, targets: [Int], conflict: ConflictAction?,
        skip: ProgramBuilder.Label, binder: Binder,
        value: (inout Compiler, _ target: Int, _ register: Int) -> Void
    ) throws(EngineError) {
        let table = changed.table
        let new = program.registers(table.columns.count + 1)
        let first = new + 1
        program.emit(.copy, old, new)
        for index in table.columns.indices {
            if let target = targets.lastIndex(of: index) {
                value(&self, target, first + index)
                let affinity = table.columns[index].affinity
                program.emit(.affinity, first + index, flag: affinity.rawValue, small: 1)
            } else {
                program.emit(.alias, old + 1 + index, first + index)
            }
        }
        if let target = targets.lastIndex(of: -1) {
            value(&self, target, new)
            program.emit(.mustBeInteger, new)
        }
        if let column = table.rowidColumn { program.emit(.alias, new, first + column) }
        try computeGenerated(table, first: first, binder: binder)
        let event = TriggerEvent(
            change: .update, old: TriggerRow(rowid: old), new: TriggerRow(rowid: new),
            columns: targets, conflict: conflict, skip: skip)
        let target = changed.triggerTarget
        var current = old
        if target.has(.before, .update) {
            emitTypeCheck(table, first: first)
            fire(.before, event, on: target, binder: binder)
            // A trigger may have removed the row, or changed it.
            try emitSameRow(changed, old, absent: skip, binder)
            if table.isWithoutRowid { program.emit(.copy, old, new) }
            current = try reload(changed, old, targets, into: first, binder)
        }
        try emitRowChecks(table, first: first, conflict: conflict, skip: skip, binder: binder)
        let check = UniqueCheck(
            changed: changed, first: first, rowid: new, oldRowid: old, conflict: conflict,
            skip: skip, targets: targets)
        try emit(check, binder: binder)
        var moved: [Int]? = targets
        if changed.mayRunActions(conflict, binder) {
            // What was removed for the new row may have taken this one with it, or changed it.
            if changed.firesForReplaced(binder) {
                emitRequired(changed, old)
            } else {
                program.jump(.seekRowid, changed.cursor, old, to: skip)
            }
            current = try loadAgain(changed, old, binder)
            moved = nil
        }
        try emitWrite(
            changed, from: current, old: old, new: new, targets: targets, moved: moved,
            binder: binder)
        try emitReturning(changed, row: new)
        fire(.after, event, on: target, binder: binder)
    }

    /// Puts the new row in the place of the one that is there, `current`, with its keys in the
    /// indexes that the update of `moved` may touch, and what foreign keys want of it.
    private mutating func emitWrite(
        _ changed: ChangedTable, from current: Int, old: Int, new: Int, targets: [Int],
        moved: [Int]?, binder: Binder
    ) throws(EngineError) {
        let table = changed.table
        let first = new + 1
        let removed = KeyChange(row: old, isAdded: false, other: new, targets: targets)
        if changed.changesKeys { try countKeys(of: changed, removed, binder: binder) }
        try emitDeleteKeys(
            changed, first: current + 1, rowid: current, targets: moved, binder: binder)
        // A row that may refer to itself is not to be found while it is between two keys.
        let movesRow = targets.contains(-1) || changed.refersToItself
        if movesRow { program.emit(.deleteRow, changed.cursor, old) }
        if changed.changesKeys {
            let added = KeyChange(row: new, isAdded: true, other: old, targets: targets)
            try countKeys(of: changed, added, binder: binder)
        }
        program.emit(
            .insertRow, changed.cursor, first, new, flag: movesRow ? 0 : InstructionFlag.inPlace,
            small: table.columns.count)
        try emitInsertKeys(
            changed, first: first, rowid: new, targets: moved, binder: binder)
        emitChanged(new, isInsert: false)
        if changed.changesKeys { try emitKeyActions(of: changed, removed, binder: binder) }
    }

    /// Goes to a row that has to be there still.
    private mutating func emitRequired(_ changed: ChangedTable, _ rowid: Int) {
        let (isGone, isThere) = (program.makeLabel(), program.makeLabel())
        program.jump(.seekRowid, changed.cursor, rowid, to: isGone)
        program.jump(.goto, to: isThere)
        program.place(isGone)
        emitRaise(.constraint, "constraint failed", .abort)
        program.place(isThere)
    }

    /// Loads the row under the cursor into other registers.
    private mutating func loadAgain(
        _ changed: ChangedTable, _ rowid: Int, _ binder: Binder
    ) throws(EngineError) -> Int {
        let row = program.registers(changed.table.columns.count + 1)
        program.emit(.copy, rowid, row)
        try loadRow(changed, first: row + 1, rowid: row, binder: binder)
        return row
    }

    /// Loads the row under the cursor once more. What the UPDATE does not assign goes over into
    /// the new row.
    private mutating func reload(
        _ changed: ChangedTable, _ rowid: Int, _ targets: [Int], into first: Int, _ binder: Binder
    ) throws(EngineError) -> Int {
        let table = changed.table
        let row = try loadAgain(changed, rowid, binder)
        for index in table.columns.indices
        where !targets.contains(index) && index != table.rowidColumn {
            program.emit(.alias, row + 1 + index, first + index)
        }
        try computeGenerated(table, first: first, binder: binder)
        return row
    }
}
