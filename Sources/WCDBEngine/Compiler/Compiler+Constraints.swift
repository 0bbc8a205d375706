import WCDBSQL
import WCDBStorage

/// The checks that a row passes by itself before it is written: NOT NULL, CHECK, types.
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
            program.emit(
                .checkTypes, first, program.table(table), flag: InstructionFlag.givenOnly)
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
}
