import WCDBSQL
import WCDBStorage

/// What a change of a row means for foreign keys.
enum ForeignKeyEvent {
    case insert(new: Int)
    case delete(old: Int)
    case update(old: Int, new: Int, [Int])
}

/// Foreign keys: rows that would refer to nothing are noted while the statement runs, and looked at
/// again when it, or the transaction, ends; what a rule wants done is done at once.
extension Compiler {
    /// Whether changes of a table touch foreign keys; with `change` only those that it may break.
    func hasForeignKeys(
        on table: TableSchema, _ change: TriggerEvent.Change?, _ binder: Binder
    ) throws(EngineError) -> Bool {
        guard binder.schema.enforcesForeignKeys else { return false }
        if change != .delete, !table.foreignKeys.isEmpty { return true }
        return try binder.schema.references(to: table).isEmpty == false
    }

    /// Emits what foreign keys want of a change.
    mutating func emitForeignKeys(
        of changed: ChangedTable, _ event: ForeignKeyEvent, binder: Binder
    ) throws(EngineError) {
        guard changed.hasForeignKeys else { return }
        let table = changed.table
        switch event {
        case .insert(let new): try emitOwn(table, new, nil, binder)
        case .delete(let old): try emitReferences(changed, old, nil, binder)
        case .update(let old, let new, let targets):
            try emitOwn(table, new, targets, binder)
            try emitReferences(changed, old, new, binder)
        }
    }

    // MARK: The rows that refer

    private mutating func emitOwn(
        _ table: TableSchema, _ row: Int, _ targets: [Int]?, _ binder: Binder
    ) throws(EngineError) {
        for number in table.foreignKeys.indices {
            let reference = try binder.reference(number, of: table)
            if let targets, !reference.childColumns.contains(where: targets.contains) { continue }
            let isFine = program.makeLabel()
            let keys = program.registers(reference.childColumns.count)
            for (index, column) in reference.childColumns.enumerated() {
                let from = column < 0 ? row : row + 1 + column
                program.jump(.jumpIfNull, from, to: isFine)
                program.emit(.copy, from, keys + index)
                let affinity = reference.comparisons[index].affinity
                program.emit(.affinity, keys + index, flag: affinity.rawValue, small: 1)
            }
            try emitSearch(
                reference.parent, reference.parentColumns, keys, reference, found: isFine)
            program.emit(.noteReference, program.reference(reference), keys)
            program.place(isFine)
        }
    }

    /// Jumps if a table has a row with a key.
    private mutating func emitSearch(
        _ table: TableSchema, _ columns: [Int], _ keys: Int, _ reference: ForeignReference,
        found: ProgramBuilder.Label
    ) throws(EngineError) {
        let source = Source(table: table, alias: nil)
        let core = BoundCore()
        core.joins = [.init(kind: .comma, source: source)]
        core.results = [.constant(.integer(1))]
        core.names = ["1"]
        for (index, column) in columns.enumerated() {
            source.usedColumns.insert(column)
            core.condition.append(
                .comparison(
                    .equal, .column(source, column), .register(keys + index, .none, nil),
                    reference.comparisons[index]))
        }
        let select = BoundSelect(cores: [core])
        select.columns = [.init(name: "1", affinity: .none)]
        let result = program.register()
        program.emit(.constant, program.constant(.integer(0)), result)
        try compile(select, to: .exists(register: result))
        program.jump(.jumpIfTrue, result, to: found)
    }

    /// Emits a program with a row if there is a row that refers to a key, and none that has it.
    mutating func compileViolation(_ reference: ForeignReference) throws(EngineError) {
        let count = reference.childColumns.count
        let keys = program.registers(count)
        for index in 0..<count { program.emit(.parameter, index + 1, keys + index) }
        let isReferred = program.makeLabel()
        let isFine = program.makeLabel()
        try emitSearch(
            reference.child, reference.childColumns, keys, reference, found: isReferred)
        program.jump(.goto, to: isFine)
        program.place(isReferred)
        try emitSearch(
            reference.parent, reference.parentColumns, keys, reference, found: isFine)
        program.emit(.resultRow, keys, count)
        program.place(isFine)
        program.emit(.halt)
    }

    // MARK: The rows that are referred to

    private mutating func emitReferences(
        _ changed: ChangedTable, _ old: Int, _ new: Int?, _ binder: Binder
    ) throws(EngineError) {
        for reference in try binder.schema.references(to: changed.table) {
            let isFine = program.makeLabel()
            let keys = program.registers(reference.parentColumns.count)
            for (index, column) in reference.parentColumns.enumerated() {
                let from = column < 0 ? old : old + 1 + column
                program.jump(.jumpIfNull, from, to: isFine)
                program.emit(.copy, from, keys + index)
            }
            if let new { emitUnchanged(reference, keys, new, isFine) }
            let action = reference.action(onUpdate: new != nil)
            switch action {
            case .noAction:
                try emitSearchOfChildren(reference, keys, none: isFine)
                program.emit(.noteReference, program.reference(reference), keys)
            case .restrict:
                try emitSearchOfChildren(reference, keys, none: isFine)
                emitRaise(.constraintTrigger, "FOREIGN KEY constraint failed", .abort)
            case .cascade, .setNull, .setDefault:
                let isDone = program.makeLabel()
                let event = TriggerEvent(
                    change: new == nil ? .delete : .update, old: TriggerRow(rowid: old),
                    new: new.map { TriggerRow(rowid: $0) } ?? .none, skip: isDone)
                emitCall(
                    reference.trigger(action, isUpdate: new != nil), event,
                    changed.triggerTarget, isAction: true)
                program.place(isDone)
                // Triggers of the child may have kept rows as they were.
                try emitSearchOfChildren(reference, keys, none: isFine)
                program.emit(.noteReference, program.reference(reference), keys)
            }
            program.place(isFine)
        }
    }

    /// Jumps if no row refers to the key.
    private mutating func emitSearchOfChildren(
        _ reference: ForeignReference, _ keys: Int, none: ProgramBuilder.Label
    ) throws(EngineError) {
        let isReferred = program.makeLabel()
        try emitSearch(
            reference.child, reference.childColumns, keys, reference, found: isReferred)
        program.jump(.goto, to: none)
        program.place(isReferred)
    }

    /// Jumps if an UPDATE leaves the key as it was.
    private mutating func emitUnchanged(
        _ reference: ForeignReference, _ keys: Int, _ new: Int, _ isFine: ProgramBuilder.Label
    ) {
        let isChanged = program.makeLabel()
        for (index, column) in reference.parentColumns.enumerated() {
            program.jump(
                .jumpIfCompare, keys + index, column < 0 ? new : new + 1 + column, to: isChanged,
                flag: ComparisonFlag.isNot,
                small: program.comparison(
                    Comparison(affinity: .none, collation: reference.comparisons[index].collation))
            )
        }
        program.jump(.goto, to: isFine)
        program.place(isChanged)
    }
}

extension Binder {
    func reference(_ number: Int, of table: TableSchema) throws(EngineError) -> ForeignReference {
        let target = table.foreignKeys[number].reference.table
        let database = schema.databaseName(table.database)
        let name = QualifiedName(target, schema: Name(database))
        guard let parent = try schema.table(name) else {
            throw .error("no such table: \(database).\(target.text)")
        }
        return try ForeignReference(number, of: table, to: parent)
    }
}

extension ForeignReference {
    /// The rule as a trigger of the parent.
    func trigger(_ action: ForeignKey.Action, isUpdate: Bool) -> TriggerSchema {
        var statement = CreateTriggerStatement(
            "", .after, isUpdate ? .update(of: []) : .delete,
            on: QualifiedName(Name(parent.name)))
        var condition: Expression?
        var assignments: [Assignment] = []
        for (index, name) in childNames.enumerated() {
            let parentName = Name(parentNames[index])
            // The parent's column comes first: its affinity and collation decide.
            let term = Expression.binary(
                .equal, .column(ColumnReference(parentName, table: "old")),
                .column(ColumnReference(Name(name))))
            condition = condition.map { .binary(.and, $0, term) } ?? term
            let value: Expression =
                switch action {
                case .cascade: .column(ColumnReference(parentName, table: "new"))
                case .setDefault: defaultValue(index)
                case .setNull, .restrict, .noAction: .null
                }
            assignments.append(Assignment([ColumnReference(Name(name))], value))
        }
        let table = TableReference(QualifiedName(Name(child.name)))
        if action == .cascade, !isUpdate {
            var delete = DeleteStatement(from: table)
            delete.condition = condition
            statement.steps = [.delete(delete)]
        } else {
            var update = UpdateStatement(table)
            update.conflict = .abort
            update.assignments = assignments
            update.condition = condition
            statement.steps = [.update(update)]
        }
        return TriggerSchema(
            database: child.database,
            name: "foreign key \(number) of \(child.name) \(isUpdate ? "update" : "delete")",
            statement: statement)
    }

    private func defaultValue(_ index: Int) -> Expression {
        let column = childColumns[index]
        guard column >= 0 else { return .null }
        return child.columns[column].defaultValue?.expression ?? .null
    }
}
