import WCDBSQL
import WCDBStorage

/// The columns that SET names, each with its place among the values.
struct AssignedColumns {
    /// The columns in the order of their values; -1 is the rowid.
    var columns: [Int] = []
    var names: [ColumnReference] = []
    /// What gives the values: one for each, or a query for several.
    var expressions: [Expression] = []

    func requireCount(_ count: Int) throws(EngineError) {
        guard count == columns.count else {
            throw .error("\(columns.count) columns assigned \(count) values")
        }
    }
}

/// UPDATE of a table.
extension Compiler {
    mutating func compile(
        _ statement: UpdateStatement, binder: Binder
    ) throws(EngineError) {
        program.changesData = true
        let names = statement.assignments.flatMap(\.columns)
        let table: TableSchema
        switch try changeTarget(statement.table.name, .update, columns: names, binder) {
        case .table(let found): table = found
        case .view(let view): return try compile(statement, of: view, binder: binder)
        }
        let targets = try assignments(statement.assignments, table, binder)
        let rows = try collect(
            CollectedRows.Query(
                target: table, table: statement.table, from: statement.from,
                condition: statement.condition,
                order: statement.order, limit: statement.limit, with: statement.with),
            values: targets.expressions, binder)
        try targets.requireCount(rows.columns.count - 1)
        let alias = statement.table.alias?.text ?? table.name
        let changed = try ChangedTable(
            table, alias: alias, statement.returning, binder: binder, compiler: &self)
        try forEach(rows, changed) { (compiler, rowid) throws(EngineError) in
            let skip = compiler.program.makeLabel()
            let old = compiler.program.registers(table.columns.count + 1)
            compiler.program.emit(.copy, rowid, old)
            try compiler.loadRow(changed, first: old + 1, rowid: old, binder: binder)
            try compiler.emitUpdate(
                changed, old: old, targets: targets.columns, conflict: statement.conflict,
                skip: skip, binder: binder
            ) { (compiler, index, target) in
                compiler.program.emit(.rowsColumn, rows.store, index + 1, target)
            }
            compiler.program.place(skip)
        }
    }

    func assignments(
        _ assignments: [Assignment], _ table: TableSchema, _ binder: Binder
    ) throws(EngineError) -> AssignedColumns {
        var targets = AssignedColumns()
        for assignment in assignments {
            for column in assignment.columns {
                let name = column.name.text
                binder.mentions?.note(column.name, of: table)
                guard let index = table.column(named: name) else {
                    throw .error("no such column: \(name)")
                }
                if index >= 0, table.columns[index].generated != nil {
                    throw .error(
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
        if target.has(.before, .update) {
            try fire(.before, event, on: target, binder: binder)
            // A trigger may have removed the row.
            program.jump(.seekRowid, changed.cursor, old, to: skip)
        }
        try emitRowChecks(
            table, first: first, conflict: conflict, skip: skip, binder: binder)
        try emitUniqueChecks(
            changed, first: first, rowid: new, oldRowid: old, conflict: conflict, skip: skip,
            targets: targets, binder: binder)
        try emitDeleteKeys(
            changed, first: old + 1, rowid: old, targets: targets, binder: binder)
        let movesRow = targets.contains(-1)
        if movesRow { program.emit(.deleteRow, changed.cursor, old) }
        program.emit(
            .insertRow, changed.cursor, first, new, flag: movesRow ? 0 : 1,
            small: table.columns.count)
        try emitInsertKeys(
            changed, first: first, rowid: new, targets: targets, binder: binder)
        try emitForeignKeys(of: changed, .update(old: old, new: new, targets), binder: binder)
        emitChanged(new, binder, isInsert: false)
        try emitReturning(changed, row: new)
        try fire(.after, event, on: target, binder: binder)
    }
}

extension AssignedColumns {
    /// Takes what an assignment assigns: a value, or a row of them.
    mutating func add(_ assignment: Assignment) throws(EngineError) {
        names += assignment.columns
        guard assignment.columns.count > 1 else {
            expressions.append(assignment.value)
            return
        }
        switch assignment.value {
        case .row(let row):
            guard row.elements.count == assignment.columns.count else {
                throw .error(
                    "\(assignment.columns.count) columns assigned \(row.elements.count) values")
            }
            expressions += row.elements
        case .subquery: expressions.append(assignment.value)
        default: throw .error("\(assignment.columns.count) columns assigned 1 values")
        }
    }
}
