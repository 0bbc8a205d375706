import WCDBSQL
import WCDBStorage

/// Foreign keys are counted: a row that refers to nothing adds one, a row that stops to do so takes
/// one away. When the statement, or the transaction, ends, the count must be back at nothing. So
/// rows that referred to nothing before, because nobody looked, do no harm.
extension Compiler {
    /// Whether changes of a table, of an UPDATE those of `targets`, touch foreign keys.
    func hasForeignKeys(
        on table: TableSchema, targets: [Int]? = nil, _ binder: Binder
    ) throws(EngineError) -> Bool {
        guard binder.knowsForeignKeys, binder.schema.enforcesForeignKeys else { return false }
        let change = KeyChange(row: 0, isAdded: true, targets: targets)
        let own = table.foreignKeys.indices.contains {
            change.concerns(table.columns(ofKey: $0), of: table)
        }
        if own { return true }
        return try hasReferences(to: table, targets: targets, binder)
    }

    /// Whether such changes mean something to rows that refer to the table: they may be changed,
    /// too, and may be of the same table.
    func hasReferences(
        to table: TableSchema, targets: [Int]? = nil, _ binder: Binder
    ) throws(EngineError) -> Bool {
        guard binder.knowsForeignKeys, binder.schema.enforcesForeignKeys else { return false }
        let change = KeyChange(row: 0, isAdded: true, targets: targets)
        return try binder.schema.referringKeys(to: table).contains {
            change.concerns($0.parentColumns, of: table)
        }
    }

    /// Counts what a row means for foreign keys. Requires: a row that is added is not in the table
    /// yet, one that is removed still is.
    mutating func countKeys(
        of changed: ChangedTable, _ change: KeyChange, binder: Binder
    ) throws(EngineError) {
        guard changed.hasForeignKeys else { return }
        let table = changed.table
        for number in table.foreignKeys.indices {
            let isOwn = table.refersToItself(number)
            guard isOwn || change.concerns(table.columns(ofKey: number), of: table) else {
                continue
            }
            let found: ForeignReference?
            do throws(EngineError) {
                found = try binder.reference(number, of: table)
            } catch {
                // Of a table that is being dropped nobody minds.
                if binder.firesTriggers { throw error }
                continue
            }
            if let reference = found {
                try countOwn(
                    reference, change, isOwn: isOwn,
                    isJudged: change.isAlone && !reference.isDeferred
                        && !binder.schema.defersForeignKeys, binder)
            } else {
                // The table is being dropped, and what it refers to is gone already.
                let isFine = program.makeLabel()
                for column in table.columns(ofKey: number) {
                    program.jump(.jumpIfNull, change.register(column), to: isFine)
                }
                program.emit(
                    .countBroken, -1,
                    flag: table.foreignKeys[number].isDeferred ? InstructionFlag.deferred : 0)
                program.place(isFine)
            }
        }
        let references = try binder.references(to: table) { key in
            // A single row breaks no reference to it, and mends none that is judged at once.
            change.concerns(key.parentColumns, of: table)
                && (!change.isAlone || key.isDeferred || binder.schema.defersForeignKeys)
        }
        for reference in references { try countReferring(reference, change, binder) }
    }

    // MARK: The row that refers

    private mutating func countOwn(
        _ reference: ForeignReference, _ change: KeyChange, isOwn: Bool, isJudged: Bool,
        _ binder: Binder
    ) throws(EngineError) {
        let isFine = program.makeLabel()
        if !change.isAdded { jumpIfNoneBroken(reference, to: isFine) }
        let keys = program.registers(reference.childColumns.count)
        for (index, column) in reference.childColumns.enumerated() {
            let from = change.register(column)
            program.jump(.jumpIfNull, from, to: isFine)
            program.emit(.copy, from, keys + index)
            let affinity = reference.comparisons[index].affinity
            program.emit(.affinity, keys + index, flag: affinity.rawValue, small: 1)
        }
        if change.isAdded, isOwn { emitSelfMatch(reference, keys, change, isFine) }
        let select = try keySearch(
            reference.parent, reference.parentColumns, keys, reference.comparisons, binder)
        let result = program.register()
        program.emit(.constant, program.constant(.integer(0)), result)
        try compile(select, to: .exists(register: result))
        program.jump(.jumpIfTrue, result, to: isFine)
        if isJudged {
            emitRaise(.constraintForeignKey, "FOREIGN KEY constraint failed", .abort)
        } else {
            count(reference, change.isAdded ? 1 : -1)
        }
        program.place(isFine)
    }

    /// Jumps if a row that is not in its table yet refers to itself.
    private mutating func emitSelfMatch(
        _ reference: ForeignReference, _ keys: Int, _ change: KeyChange,
        _ isFine: ProgramBuilder.Label
    ) {
        let differs = program.makeLabel()
        for (index, column) in reference.parentColumns.enumerated() {
            program.jump(
                .jumpIfCompare, keys + index, change.register(column), to: differs,
                flag: ComparisonFlag.notEqual | ComparisonFlag.jumpsIfNull,
                small: program.comparison(Comparison(affinity: .none, collation: .binary)))
        }
        program.jump(.goto, to: isFine)
        program.place(differs)
    }

    // MARK: The rows that refer to it

    private mutating func countReferring(
        _ reference: ForeignReference, _ change: KeyChange, _ binder: Binder
    ) throws(EngineError) {
        let isFine = program.makeLabel()
        if change.isAdded { jumpIfNoneBroken(reference, to: isFine) }
        let keys = emitParentKey(reference, change, isFine)
        let select = try keySearch(
            reference.child, reference.childColumns, keys, reference.referringComparisons, binder)
        if !change.isAdded, reference.child === reference.parent {
            // Its own reference goes with it.
            select.cores[0].condition.append(
                .comparison(
                    .notEqual, .column(select.cores[0].joins[0].source, -1),
                    .register(change.row, .none, nil),
                    Comparison(affinity: .none, collation: .binary)))
        }
        try compile(
            select,
            to: .code { (compiler, _, _) throws(EngineError) in
                compiler.count(reference, change.isAdded ? -1 : 1)
            })
        program.place(isFine)
    }

    /// Puts the key that others refer to into registers; jumps if nobody can, or if an UPDATE
    /// leaves it as it was.
    private mutating func emitParentKey(
        _ reference: ForeignReference, _ change: KeyChange, _ isFine: ProgramBuilder.Label
    ) -> Int {
        let keys = program.registers(reference.parentColumns.count)
        for (index, column) in reference.parentColumns.enumerated() {
            let from = change.register(column)
            program.jump(.jumpIfNull, from, to: isFine)
            program.emit(.copy, from, keys + index)
        }
        guard let other = change.other else { return keys }
        let isChanged = program.makeLabel()
        for (index, column) in reference.parentColumns.enumerated() {
            program.jump(
                .jumpIfCompare, keys + index, column < 0 ? other : other + 1 + column,
                to: isChanged, flag: ComparisonFlag.isNot,
                small: program.comparison(
                    Comparison(affinity: .none, collation: reference.comparisons[index].collation))
            )
        }
        program.jump(.goto, to: isFine)
        program.place(isChanged)
        return keys
    }

    /// Emits what the rules of foreign keys want done to rows that refer to one that is gone, or
    /// has another key. Requires: it is done.
    mutating func emitKeyActions(
        of changed: ChangedTable, _ change: KeyChange, binder: Binder
    ) throws(EngineError) {
        guard changed.hasForeignKeys else { return }
        let table = changed.table
        let references = try binder.references(to: table) {
            change.concerns($0.parentColumns, of: table)
        }
        for reference in references {
            let action = reference.action(onUpdate: change.other != nil)
            if action == .noAction { continue }
            if action == .restrict, binder.schema.defersForeignKeys { continue }
            let isFine = program.makeLabel()
            let keys = emitParentKey(reference, change, isFine)
            if action == .restrict {
                try compile(
                    try keySearch(
                        reference.child, reference.childColumns, keys,
                        reference.restrictingComparisons, binder),
                    to: .code { (compiler, _, _) throws(EngineError) in
                        compiler.emitRaise(
                            .constraintTrigger, "FOREIGN KEY constraint failed", .abort)
                    })
            } else {
                let event = TriggerEvent(
                    change: change.other == nil ? .delete : .update,
                    old: TriggerRow(rowid: change.row),
                    new: change.other.map { TriggerRow(rowid: $0) } ?? .none, skip: isFine)
                let trigger = reference.trigger(action, isUpdate: change.other != nil)
                emitCall(
                    TriggerCall(trigger, changed.triggerTarget, event, mayRecurse: true), event)
            }
            program.place(isFine)
        }
    }

    // MARK: Searching and counting

    /// The rows of a table that have a key, which is in registers.
    private func keySearch(
        _ table: TableSchema, _ columns: [Int], _ keys: Int, _ comparisons: [Comparison],
        _ binder: Binder
    ) throws(EngineError) -> BoundSelect {
        let keys = columns.indices.map { Scalar.register(keys + $0, .none, nil) }
        return try keySearch(table, columns, keys, comparisons, binder)
    }

    private func keySearch(
        _ table: TableSchema, _ columns: [Int], _ keys: [Scalar], _ comparisons: [Comparison],
        _ binder: Binder
    ) throws(EngineError) -> BoundSelect {
        let source = Source(table: table, alias: nil)
        let core = BoundCore()
        core.joins = [.init(kind: .comma, source: source)]
        core.results = [.constant(.integer(1))]
        core.names = ["1"]
        for (index, column) in columns.enumerated() {
            // The value of a generated column may have to be computed.
            let value = try binder.use(.column(source, column), passed: [])
            core.condition.append(.comparison(.equal, value, keys[index], comparisons[index]))
        }
        let select = BoundSelect(cores: [core])
        select.columns = [.init(name: "1", affinity: .none)]
        return select
    }

    /// Emits what tells the rowid of each row that refers to nothing; without a `reference` every
    /// one does whose key has no NULL. Keys are compared as when a row is inserted, by the parent's
    /// rules: what enforcement lets in is whole, and what it refuses is not.
    mutating func compileLostRows(
        of table: TableSchema, _ columns: [Int], _ reference: ForeignReference?,
        _ binder: Binder
    ) throws(EngineError) {
        let source = Source(table: table, alias: nil)
        let core = BoundCore()
        core.joins = [.init(kind: .comma, source: source)]
        var keys: [Scalar] = []
        for column in columns {
            let key = try binder.use(.column(source, column), passed: [])
            keys.append(key)
            core.condition.append(.isNull(key, isNegated: true))
        }
        if let reference {
            let search = try keySearch(
                reference.parent, reference.parentColumns, keys, reference.comparisons, binder)
            search.outerColumns = columns.map { (source, $0) }
            core.condition.append(.not(.exists(search)))
        }
        core.results = [
            table.isWithoutRowid
                ? .constant(.null) : try binder.use(.column(source, -1), passed: [])
        ]
        core.names = ["rowid"]
        let select = BoundSelect(cores: [core])
        select.columns = [.init(name: "rowid", affinity: .integer)]
        try compile(select, to: .result)
    }

    private mutating func count(_ reference: ForeignReference, _ number: Int) {
        program.emit(
            .countBroken, number, flag: reference.isDeferred ? InstructionFlag.deferred : 0)
    }

    private mutating func jumpIfNoneBroken(
        _ reference: ForeignReference, to label: ProgramBuilder.Label
    ) {
        program.jump(
            .jumpIfNoneBroken, to: label, flag: reference.isDeferred ? InstructionFlag.deferred : 0)
    }
}

extension KeyChange {
    /// The register of a column, -1 being the rowid.
    fileprivate func register(_ column: Int) -> Int { column < 0 ? row : row + 1 + column }
}
