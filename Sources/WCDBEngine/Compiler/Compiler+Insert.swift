import WCDBSQL
import WCDBStorage

extension Compiler {
    mutating func compile(
        _ statement: InsertStatement, binder: Binder
    ) throws(EngineError) {
        guard statement.upserts.isEmpty else { throw .error("not supported yet: UPSERT") }
        guard statement.returning.isEmpty else { throw .error("not supported yet: RETURNING") }
        let table = try changedTable(statement.table, binder)
        let targets = try insertColumns(statement, table)
        program.changesData = true
        let changed = ChangedTable(
            table, source: Source(table: table, alias: nil), compiler: &self)
        switch statement.source {
        case .defaultValues, nil:
            try emitInsert(changed, targets: [], values: 0, statement.conflict, binder)
        case .select(var select):
            if select.with == nil { select.with = statement.with }
            let bound = try binder.bind(select, parent: binder.outer)
            guard bound.columns.count == targets.count else {
                let (given, wanted) = (bound.columns.count, targets.count)
                throw .error(
                    statement.columns.isEmpty
                        ? "table \(table.name) has \(wanted) columns but "
                            + "\(given) values were supplied"
                        : "\(given) values for \(wanted) columns")
            }
            try compileInsert(bound, changed, targets, statement.conflict, binder)
        }
    }

    private mutating func compileInsert(
        _ select: BoundSelect, _ changed: ChangedTable, _ targets: [Int],
        _ conflict: ConflictAction?, _ binder: Binder
    ) throws(EngineError) {
        let rows = select.cores.count == 1 ? select.cores[0].rows : nil
        // A query in the second row must not see the first one in the table.
        let isPlain = rows.map { $0.count == 1 || !$0.joined().contains(where: \.hasQuery) }
        if isPlain == true {
            try compile(
                select,
                to: .code { (compiler, first, _) throws(EngineError) in
                    try compiler.emitInsert(
                        changed, targets: targets, values: first, conflict, binder)
                })
            return
        }
        // What is read may be what is written: first read, then write.
        let store = program.cursor()
        let count = targets.count
        program.emit(.openRows, store, count)
        try compile(select, to: .rows(cursor: store))
        let loop = program.makeLabel()
        let done = program.makeLabel()
        program.jump(.rowsFirst, store, to: done)
        program.place(loop)
        let first = program.registers(count)
        for index in 0..<count { program.emit(.rowsColumn, store, index, first + index) }
        try emitInsert(changed, targets: targets, values: first, conflict, binder)
        program.jump(.rowsNext, store, to: loop)
        program.place(done)
    }

    func changedTable(
        _ name: QualifiedName, _ binder: Binder
    ) throws(EngineError) -> TableSchema {
        if let table = try binder.schema.table(name) {
            let isSystem = FoldedName.fold(table.name).hasPrefix("sqlite_")
            if isSystem, !FoldedName.equal(table.name, "sqlite_sequence") {
                throw .error("table \(table.name) may not be modified")
            }
            return table
        }
        if try binder.schema.view(name) != nil {
            throw .error("cannot modify \(name.name.text) because it is a view")
        }
        throw .error("no such table: \(Scope.spell(name.name.text, nil, name.schema?.text))")
    }

    /// For each value of a row the column it goes to; -1 is the rowid.
    private func insertColumns(
        _ statement: InsertStatement, _ table: TableSchema
    ) throws(EngineError) -> [Int] {
        guard !statement.columns.isEmpty else {
            return table.columns.indices.filter { table.columns[$0].generated == nil }
        }
        var targets: [Int] = []
        for column in statement.columns {
            let name = column.name.text
            guard let index = table.column(named: name) else {
                throw .error("table \(table.name) has no column named \(name)")
            }
            targets.append(index)
        }
        return targets
    }

    /// One row, whose values are in registers from `values` on.
    private mutating func emitInsert(
        _ changed: ChangedTable, targets: [Int], values: Int, _ conflict: ConflictAction?,
        _ binder: Binder
    ) throws(EngineError) {
        let table = changed.table
        let skip = program.makeLabel()
        let rowid = program.register()
        let first = program.registers(table.columns.count)
        for (index, column) in table.columns.enumerated() {
            // Of a column named twice the first value counts.
            if let position = targets.firstIndex(of: index) {
                program.emit(.copy, values + position, first + index)
            } else if let value = column.defaultValue {
                try compile(
                    try binder.bind(value.expression, Scope(parent: nil)), into: first + index)
            } else {
                program.emit(.null, first + index, 1)
            }
            if index != table.rowidColumn, column.affinity > .blob {
                program.emit(.affinity, first + index, flag: column.affinity.rawValue, small: 1)
            }
        }
        emitRowid(changed, targets, values, first, rowid)
        let event = TriggerEvent(
            change: .insert, new: TriggerRow(rowid: rowid), conflict: conflict, skip: skip)
        try fire(.before, event, on: table, binder: binder)
        try emitRowChecks(
            table, first: first, conflict: conflict, skip: skip, binder: binder)
        try emitUniqueChecks(
            changed, first: first, rowid: rowid, oldRowid: nil, conflict: conflict, skip: skip,
            binder: binder)
        program.emit(.insertRow, changed.cursor, first, rowid, small: table.columns.count)
        try emitInsertKeys(changed, first: first, rowid: rowid, binder: binder)
        emitChanged(rowid, binder, isInsert: !table.isWithoutRowid)
        try fire(.after, event, on: table, binder: binder)
        program.place(skip)
    }

    /// A row was changed, by the statement itself or by a trigger of it.
    mutating func emitChanged(_ rowid: Int, _ binder: Binder, isInsert: Bool = false) {
        let flag: UInt8 = binder.outer == nil ? (isInsert ? 1 : 0) : 2
        program.emit(.changed, rowid, flag: flag)
    }

    /// The rowid as it was given, or a new one.
    private mutating func emitRowid(
        _ changed: ChangedTable, _ targets: [Int], _ values: Int, _ first: Int, _ rowid: Int
    ) {
        let given =
            targets.firstIndex(of: -1).map { values + $0 }
            ?? changed.table.rowidColumn.flatMap { column in
                // The default of this column means nothing.
                targets.contains(column) ? first + column : nil
            }
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
        if let column = changed.table.rowidColumn { program.emit(.alias, rowid, first + column) }
    }
}
