import WCDBSQL
import WCDBStorage

/// ON CONFLICT … DO: what is done instead when a row would be there twice.
final class BoundUpsert {
    enum Target {
        /// Any uniqueness.
        case any
        case rowid
        case index(IndexSchema)
    }

    /// What DO UPDATE does; nil for DO NOTHING.
    struct Update {
        let targets: AssignedColumns
        var values: [Scalar]
        var condition: Scalar?
    }

    let target: Target
    let update: Update?
    /// The row that is there and the row that was to be inserted.
    let existing: Source
    let excluded: Source

    /// Where the update is done, and the register that has the rowid of the row in the way, once
    /// it is emitted: several constraints may lead there.
    var place: (label: ProgramBuilder.Label, rowid: Int)?

    init(_ target: Target, _ update: Update?, existing: Source, excluded: Source) {
        self.target = target
        self.update = update
        self.existing = existing
        self.excluded = excluded
    }

    /// Whether it waits for this index, and not just for any.
    func names(_ index: IndexSchema) -> Bool {
        if case .index(let own) = target { return own === index }
        return false
    }

    func meets(_ index: IndexSchema?) -> Bool {
        switch target {
        case .any: true
        case .rowid: index == nil
        case .index(let own): own === index
        }
    }
}

extension Compiler {
    func bind(
        _ upserts: [Upsert], of table: TableSchema, alias: String, binder: Binder
    ) throws(EngineError) -> [BoundUpsert] {
        var bound: [BoundUpsert] = []
        if let terms = upserts.first?.target { try terms.requireNoNullOrder() }
        for (number, upsert) in upserts.enumerated() {
            guard let action = upsert.action else { throw .error("near \";\": syntax error") }
            let database = binder.schema.databaseName(table.database)
            let existing = rowSource(table, first: 0, alias: alias, database: database)
            let excluded = rowSource(table, first: 0, alias: "excluded")
            excluded.isQualifiedOnly = true
            excluded.isOutsideDatabases = true
            excluded.isPlain = true
            let named = try target(of: upsert, table, binder)
            guard let target = named ?? (binder.looksAtNamesOnly ? .any : nil) else {
                let which = upserts.count > 1 ? Binder.ordinal(number + 1) + " " : ""
                throw .error(
                    which + "ON CONFLICT clause does not match any PRIMARY KEY or UNIQUE constraint"
                )
            }
            var update: BoundUpsert.Update?
            if case .update(let assignments, let condition) = action {
                let scope = Scope(parent: binder.outer)
                // An alias that is `excluded` hides the row that was to be inserted.
                scope.sources = [existing]
                if !FoldedName.equal(alias, excluded.alias) { scope.sources.append(excluded) }
                let targets = try self.assignments(assignments, table, binder)
                update = BoundUpsert.Update(
                    targets: targets, values: try bind(targets, scope, binder))
                if let condition { update?.condition = try binder.bind(condition, scope) }
            }
            bound.append(BoundUpsert(target, update, existing: existing, excluded: excluded))
        }
        return bound
    }

    /// The key that an upsert names; nil if the table has no such key.
    private func target(
        of upsert: Upsert, _ table: TableSchema, _ binder: Binder
    ) throws(EngineError) -> BoundUpsert.Target? {
        guard !upsert.target.isEmpty else { return .any }
        let scope = Scope(parent: nil)
        scope.sources = [rowSource(table, first: 0)]
        var terms: [Scalar] = []
        for term in upsert.target { terms.append(try binder.bind(term.expression, scope)) }
        if !table.isWithoutRowid, terms.count == 1, case .column(_, let column) = terms[0],
            column < 0 || column == table.rowidColumn
        {
            return .rowid
        }
        var condition: Scalar?
        if let expression = upsert.targetCondition {
            condition = try binder.bind(expression, scope)
        }
        for index in table.indexes where index.isUnique && index.columns.count == terms.count {
            if let own = index.condition {
                let own = try binder.bind(own, scope)
                guard let condition, own.isSame(as: condition) else { continue }
            }
            var isMet = true
            for column in index.columns {
                let own: Scalar
                switch column.content {
                case .column(let number): own = .column(scope.sources[0], number)
                case .expression(let expression): own = try binder.bind(expression, scope)
                }
                isMet = isMet && terms.contains { $0.names(own, column.collation) }
            }
            if isMet { return .index(index) }
        }
        return nil
    }

    /// Emits what is done about a row in the way, on which the table's cursor stands. The code
    /// behind it goes on as if the row had not been given.
    mutating func emitUpsert(
        _ upsert: BoundUpsert, _ changed: ChangedTable, at rowid: Int, excluded: Int,
        skip: ProgramBuilder.Label, binder: Binder
    ) throws(EngineError) {
        guard let update = upsert.update else {
            program.jump(.goto, to: skip)
            return
        }
        if let place = upsert.place {
            program.emit(.copy, rowid, place.rowid)
            program.jump(.goto, to: place.label)
            return
        }
        let table = changed.table
        let old = program.registers(table.columns.count + 1)
        program.emit(.copy, rowid, old)
        let label = program.makeLabel()
        program.place(label)
        upsert.place = (label, old)
        let isBrief = changed.isBrief(update.targets.columns, nil)
        var read = update.values
        if let condition = update.condition { read.append(condition) }
        let unread =
            isBrief
            ? changed.unread(update.targets.columns, of: upsert.existing, by: read) : []
        try loadRow(
            changed, first: old + 1, rowid: old, isBrief: isBrief, unread: unread, binder: binder)
        upsert.existing.firstRegister = old
        upsert.excluded.firstRegister = excluded
        let outer = (known, allowsOnce)
        (known, allowsOnce) = ([], false)
        defer { (known, allowsOnce) = outer }
        if let condition = update.condition { try jump(ifNot: condition, to: skip) }
        try compileFields(of: update.values)
        let first = program.registers(update.values.count)
        for (index, value) in update.values.enumerated() {
            try compile(value, into: first + index)
        }
        // Whatever the constraints say: a conflict of this update is an error.
        try emitUpdate(
            changed, old: old, targets: update.targets.columns, conflict: .abort, skip: skip,
            binder: binder
        ) { (compiler, index, target) in
            compiler.passOn(first + index, to: target, isBrief: isBrief)
        }
        program.jump(.goto, to: skip)
    }
}

extension Scalar {
    /// Whether a term of ON CONFLICT means this column of an index.
    fileprivate func names(_ other: Scalar, _ collation: Collation) -> Bool {
        if case .collate(let operand, let own) = self {
            return own.name == collation.name && operand.isSame(as: other)
        }
        return isSame(as: other)
    }
}
