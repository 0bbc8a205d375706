import WCDBSQL
import WCDBStorage

/// The checks that a row passes before it is written.
extension Compiler {
    /// What a conflict does, once statement and constraint are weighed.
    private func action(
        _ statement: ConflictAction?, _ constraint: ConflictAction?
    ) -> ConflictAction { statement ?? constraint ?? .abort }

    mutating func emitRaise(_ code: ResultCode, _ text: String, _ action: ConflictAction) {
        program.emit(.raise, program.message(code, text), flag: action.rawValue)
    }

    /// NOT NULL and CHECK. Jumps to `skip` where a conflict is ignored.
    mutating func emitRowChecks(
        _ table: TableSchema, first: Int, conflict: ConflictAction?,
        skip: ProgramBuilder.Label, binder: Binder
    ) throws(EngineError) {
        // Generated values are computed from others that fit.
        if table.isStrict, table.columns.contains(where: { $0.generated != nil }) {
            program.emit(.checkTypes, first, program.table(table), flag: 1)
        }
        try emitNullChecks(table, first: first, conflict: conflict, skip: skip, binder: binder)
        guard !binder.ignoresChecks, !table.checks.isEmpty else { return }
        emitTypeCheck(table, first: first)
        for check in table.checks {
            let scalar = try definition(
                check.condition, table, first: first, place: .check, binder: binder)
            place = .check
            let register = try evaluate(scalar)
            place = nil
            let isFine = program.makeLabel()
            // NULL passes.
            program.jump(.jumpIfNull, register, to: isFine)
            program.jump(.jumpIfTrue, register, to: isFine)
            var action = action(conflict, nil)
            if action == .replace { action = .abort }
            if action == .ignore {
                program.jump(.goto, to: skip)
            } else {
                emitRaise(
                    .constraintCheck, "CHECK constraint failed: \(check.name)", action)
            }
            program.place(isFine)
        }
    }

    /// NOT NULL, as SQLite looks at it: first at what was given, where REPLACE puts defaults in the
    /// place of NULLs; then at the defaults, and at what is computed from them.
    private mutating func emitNullChecks(
        _ table: TableSchema, first: Int, conflict: ConflictAction?,
        skip: ProgramBuilder.Label, binder: Binder
    ) throws(EngineError) {
        var second: [Int] = []
        var takesDefaults = false
        for index in table.columns.indices
        where table.columns[index].isNotNull && index != table.rowidColumn {
            let column = table.columns[index]
            if column.generated != nil {
                second.append(index)
            } else if action(conflict, column.notNull) == .replace,
                let value = column.defaultValue
            {
                let isFine = program.makeLabel()
                program.jump(.jumpIfNotNull, first + index, to: isFine)
                try compile(
                    try binder.bind(value.expression, Scope(parent: nil)), into: first + index)
                program.emit(.affinity, first + index, flag: column.affinity.rawValue)
                program.place(isFine)
                takesDefaults = true
                second.append(index)
            } else {
                emitNullCheck(table, index, first: first, conflict: conflict, skip: skip)
            }
        }
        if takesDefaults { try computeGenerated(table, first: first, binder: binder) }
        for index in second {
            emitNullCheck(table, index, first: first, conflict: conflict, skip: skip)
        }
    }

    private mutating func emitNullCheck(
        _ table: TableSchema, _ index: Int, first: Int, conflict: ConflictAction?,
        skip: ProgramBuilder.Label
    ) {
        let column = table.columns[index]
        let isFine = program.makeLabel()
        program.jump(.jumpIfNotNull, first + index, to: isFine)
        var action = action(conflict, column.notNull)
        if action == .replace { action = .abort }
        if action == .ignore {
            program.jump(.goto, to: skip)
        } else {
            emitRaise(
                .constraintNotNull,
                "NOT NULL constraint failed: \(table.name).\(column.name)", action)
        }
        program.place(isFine)
    }

    mutating func emitTypeCheck(_ table: TableSchema, first: Int) {
        if table.isStrict { program.emit(.checkTypes, first, program.table(table)) }
    }

    /// The rowid and all unique indexes. `oldRowid`: of the row that is being updated, which does
    /// not conflict with itself; `isKeyFree`: no other row has the rowid, or the key of a table
    /// without.
    mutating func emitUniqueChecks(
        _ changed: ChangedTable, first row: Int, rowid: Int, oldRowid: Int?,
        isKeyFree: Bool = false, conflict: ConflictAction?, skip: ProgramBuilder.Label,
        upserts: [BoundUpsert] = [],
        targets: [Int]? = nil,
        binder: Binder
    ) throws(EngineError) {
        let rowidAction = action(conflict, changed.table.rowidConflict)
        // Whatever removes rows comes last, so that a failure of another finds them there.
        let isRowidLast =
            rowidAction == .replace && conflict != .replace
            && !upserts.contains { $0.meets(nil) }
            || upserts.first.map { !$0.meets(nil) } ?? false
        // An UPDATE that leaves the rowid alone cannot meet another row.
        let checksRowid =
            !changed.table.isWithoutRowid && !isKeyFree && targets?.contains(-1) ?? true
        if checksRowid, !isRowidLast {
            try emitRowidCheck(changed, rowid, oldRowid, rowidAction, upserts, skip, binder)
        }
        // Types come before whatever needs them first: CHECK, an index, or the row itself.
        if binder.ignoresChecks || changed.table.checks.isEmpty {
            emitTypeCheck(changed.table, first: row)
        }
        let ranked = rankedIndexes(changed, isKeyFree: isKeyFree, upserts, targets)
        var waitsForRowid = checksRowid && isRowidLast
        for (index, cursor) in ranked {
            try emitIndexCheck(
                changed, index, cursor, row: row, rowid, oldRowid,
                action(conflict, index.conflict), upserts, skip, binder)
            // The rowid is asked behind the clauses that come before its own.
            let clause = upserts.firstIndex { $0.names(index) }
            let isNext = clause.map { $0 + 1 == upserts.count || upserts[$0 + 1].meets(nil) }
            guard waitsForRowid, isNext == true else { continue }
            waitsForRowid = false
            try emitRowidCheck(changed, rowid, oldRowid, rowidAction, upserts, skip, binder)
        }
        if waitsForRowid {
            try emitRowidCheck(changed, rowid, oldRowid, rowidAction, upserts, skip, binder)
        }
        if changed.mayRunActions(conflict, binder) {
            try emitLastChecks(changed, row, rowid, oldRowid, targets, skip, binder)
        }
    }

    /// The indexes that a row may be refused by, in the order in which they are asked.
    private func rankedIndexes(
        _ changed: ChangedTable, isKeyFree: Bool, _ upserts: [BoundUpsert], _ targets: [Int]?
    ) -> [(IndexSchema, Int)] {
        guard changed.table.hasUniqueIndex else { return [] }
        // The youngest index is asked first.
        var indexes = zip(changed.table.indexes, changed.indexCursors).filter {
            $0.0.isUnique && changed.table.mayMove($0.0, targets)
                && !(isKeyFree && $0.0 === changed.table.keyOfRows)
        }
        indexes.reverse()
        // What clauses of ON CONFLICT name comes before all else, in their order.
        func rank(_ index: IndexSchema) -> Int {
            if let clause = upserts.firstIndex(where: { $0.names(index) }) { return clause }
            // Whatever the statement says, those that were made to REPLACE wait to the end.
            return index.conflict == .replace ? .max : upserts.count
        }
        let ranked = indexes.enumerated().sorted {
            (rank($0.element.0), $0.offset) < (rank($1.element.0), $1.offset)
        }
        return ranked.map(\.element)
    }

    /// What triggers and foreign keys did for rows that went may have brought a key back, one of
    /// columns too that an UPDATE leaves as it found them.
    private mutating func emitLastChecks(
        _ changed: ChangedTable, _ row: Int, _ rowid: Int, _ oldRowid: Int?, _ targets: [Int]?,
        _ skip: ProgramBuilder.Label, _ binder: Binder
    ) throws(EngineError) {
        if !changed.table.isWithoutRowid, targets?.contains(-1) ?? true {
            try emitRowidCheck(changed, rowid, oldRowid, .abort, [], skip, binder)
        }
        for (index, cursor) in zip(changed.table.indexes, changed.indexCursors)
        where index.isUnique {
            try emitIndexCheck(
                changed, index, cursor, row: row, rowid, oldRowid, .abort, [], skip, binder)
        }
    }

    private mutating func emitRowidCheck(
        _ changed: ChangedTable, _ rowid: Int, _ oldRowid: Int?, _ action: ConflictAction,
        _ upserts: [BoundUpsert], _ skip: ProgramBuilder.Label, _ binder: Binder
    ) throws(EngineError) {
        let table = changed.table
        let isFine = program.makeLabel()
        if let oldRowid { same(rowid, oldRowid, isFine) }
        program.jump(.seekRowid, changed.cursor, rowid, to: isFine)
        if let upsert = upserts.first(where: { $0.meets(nil) }) {
            try emitUpsert(upsert, changed, at: rowid, excluded: rowid, skip: skip, binder: binder)
            program.place(isFine)
            return
        }
        try emitConflict(
            changed, at: rowid, action,
            table.rowidColumn == nil ? .constraintRowID : .constraintPrimaryKey,
            table.rowidMessage, skip, binder)
        program.place(isFine)
    }

    private mutating func emitIndexCheck(
        _ changed: ChangedTable, _ index: IndexSchema, _ cursor: Int, row first: Int,
        _ rowid: Int, _ oldRowid: Int?, _ action: ConflictAction, _ upserts: [BoundUpsert],
        _ skip: ProgramBuilder.Label, _ binder: Binder
    ) throws(EngineError) {
        let isFine = program.makeLabel()
        let keys = try indexKeys(
            index, changed.table, first: first, rowid: rowid, skip: isFine, binder: binder)
        program.jump(.indexConflict, cursor, keys, to: isFine, small: index.columns.count)
        let other = program.register()
        program.emit(.indexRowid, cursor, 0, other)
        if let oldRowid { same(other, oldRowid, isFine) }
        program.jump(.seekRowid, changed.cursor, other, to: isFine)
        if let upsert = upserts.first(where: { $0.meets(index) }) {
            try emitUpsert(upsert, changed, at: other, excluded: rowid, skip: skip, binder: binder)
            program.place(isFine)
            return
        }
        try emitConflict(
            changed, at: other, action,
            index.origin == .primaryKey ? .constraintPrimaryKey : .constraintUnique,
            uniqueMessage(index, changed.table), skip, binder)
        program.place(isFine)
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
        _ changed: ChangedTable, at rowid: Int, _ action: ConflictAction, _ code: ResultCode,
        _ text: String, _ skip: ProgramBuilder.Label, _ binder: Binder
    ) throws(EngineError) {
        switch action {
        case .ignore: program.jump(.goto, to: skip)
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
