import WCDBSQL
import WCDBStorage

/// The checks that no other row has what must be unique, and what becomes of one that has.
extension Compiler {
    /// Asks for the rowid and all unique indexes.
    mutating func emit(_ check: UniqueCheck, binder: Binder) throws(EngineError) {
        let rowidAction = check.action(check.changed.table.rowidConflict)
        let checksRowid = check.mayMeetRowid && !check.isKeyFree
        var waitsForRowid = checksRowid && check.isRowidLast
        if checksRowid, !waitsForRowid { try emitRowidCheck(check, rowidAction, binder) }
        // Types come before whatever needs them first: CHECK, an index, or the row itself.
        if binder.ignoresChecks || check.changed.table.checks.isEmpty {
            emitTypeCheck(check.changed.table, first: check.first)
        }
        for (index, cursor) in check.indexes {
            try emitIndexCheck(check, index, cursor, check.action(index.conflict), binder)
            // The rowid is asked behind the clauses that come before its own.
            let upserts = check.upserts
            let clause = upserts.firstIndex { $0.names(index) }
            let isNext = clause.map { $0 + 1 == upserts.count || upserts[$0 + 1].meets(nil) }
            guard waitsForRowid, isNext == true else { continue }
            waitsForRowid = false
            try emitRowidCheck(check, rowidAction, binder)
        }
        if waitsForRowid { try emitRowidCheck(check, rowidAction, binder) }
        if check.changed.mayRunActions(check.conflict, binder) {
            try emitLastChecks(check, binder)
        }
    }

    /// What triggers and foreign keys did for rows that went may have brought a key back, one of
    /// columns too that an UPDATE leaves as it found them.
    private mutating func emitLastChecks(
        _ check: UniqueCheck, _ binder: Binder
    ) throws(EngineError) {
        var check = check
        check.upserts = []
        if check.mayMeetRowid { try emitRowidCheck(check, .abort, binder) }
        for (index, cursor) in zip(check.changed.table.indexes, check.changed.indexCursors)
        where index.isUnique {
            try emitIndexCheck(check, index, cursor, .abort, binder)
        }
    }

    private mutating func emitRowidCheck(
        _ check: UniqueCheck, _ action: ConflictAction, _ binder: Binder
    ) throws(EngineError) {
        let table = check.changed.table
        let isFine = program.makeLabel()
        if let oldRowid = check.oldRowid { same(check.rowid, oldRowid, isFine) }
        program.jump(.seekRowid, check.changed.cursor, check.rowid, to: isFine)
        if let upsert = check.upserts.first(where: { $0.meets(nil) }) {
            try emit(upsert, check, at: check.rowid, binder)
        } else {
            try emitConflict(
                check, at: check.rowid, action,
                table.rowidColumn == nil ? .constraintRowID : .constraintPrimaryKey,
                table.rowidMessage, binder)
        }
        program.place(isFine)
    }

    private mutating func emitIndexCheck(
        _ check: UniqueCheck, _ index: IndexSchema, _ cursor: Int, _ action: ConflictAction,
        _ binder: Binder
    ) throws(EngineError) {
        let table = check.changed.table
        let isFine = program.makeLabel()
        let keys = try indexKeys(
            index, table, first: check.first, rowid: check.rowid, skip: isFine, binder: binder)
        program.jump(.indexConflict, cursor, keys, to: isFine, small: index.columns.count)
        let other = program.register()
        program.emit(.indexRowid, cursor, 0, other)
        if let oldRowid = check.oldRowid { same(other, oldRowid, isFine) }
        program.jump(.seekRowid, check.changed.cursor, other, to: isFine)
        if let upsert = check.upserts.first(where: { $0.meets(index) }) {
            try emit(upsert, check, at: other, binder)
        } else {
            try emitConflict(
                check, at: other, action,
                index.origin == .primaryKey ? .constraintPrimaryKey : .constraintUnique,
                uniqueMessage(index, table), binder)
        }
        program.place(isFine)
    }

    private mutating func emit(
        _ upsert: BoundUpsert, _ check: UniqueCheck, at other: Int, _ binder: Binder
    ) throws(EngineError) {
        try emitUpsert(
            upsert, check.changed, at: other, excluded: check.rowid, skip: check.skip,
            binder: binder)
    }

    func uniqueMessage(_ index: IndexSchema, _ table: TableSchema) -> String {
        var names: [String] = []
        for column in index.columns {
            guard case .column(let number) = column.content else {
                return "UNIQUE constraint failed: index '\(index.name)'"
            }
            names.append("\(table.name).\(table.columns[number].name)")
        }
        return "UNIQUE constraint failed: \(names.joined(separator: ", "))"
    }

    private mutating func same(_ left: Int, _ right: Int, _ label: ProgramBuilder.Label) {
        program.jump(
            .jumpIfCompare, left, right, to: label, flag: ComparisonFlag.equal,
            small: program.comparison(Comparison(affinity: .none, collation: .binary)))
    }

    /// The table's cursor stands on the row in the way.
    private mutating func emitConflict(
        _ check: UniqueCheck, at rowid: Int, _ action: ConflictAction, _ code: ResultCode,
        _ text: String, _ binder: Binder
    ) throws(EngineError) {
        let changed = check.changed
        switch action {
        case .ignore: program.jump(.goto, to: check.skip)
        case .replace:
            if binder.recursesTriggers || changed.hasForeignKeys {
                try emitReplaced(changed, rowid, binder)
            } else {
                try emitDelete(changed, rowid: rowid, binder: binder)
            }
        case .abort, .fail, .rollback: emitRaise(code, text, action)
        }
    }

    /// Removes a row that makes way for another one: foreign keys notice, and, where triggers may
    /// set themselves off, those of DELETE.
    private mutating func emitReplaced(
        _ changed: ChangedTable, _ rowid: Int, _ binder: Binder
    ) throws(EngineError) {
        let row = program.registers(changed.table.columns.count + 1)
        let skip = program.makeLabel()
        program.emit(.copy, rowid, row)
        try loadRow(changed, first: row + 1, rowid: row, binder: binder)
        // What its triggers do replaces rows, too.
        let event = TriggerEvent(
            change: .delete, old: TriggerRow(rowid: row), conflict: .replace, skip: skip)
        let target = changed.triggerTarget
        if binder.recursesTriggers, target.has(.before, .delete) {
            fire(.before, event, on: target, binder: binder)
            program.jump(.seekRowid, changed.cursor, row, to: skip)
        }
        try countKeys(of: changed, .removed(row), binder: binder)
        try emitDelete(changed, rowid: row, binder: binder)
        try emitKeyActions(of: changed, .removed(row), binder: binder)
        if binder.recursesTriggers { fire(.after, event, on: target, binder: binder) }
        program.place(skip)
    }
}
