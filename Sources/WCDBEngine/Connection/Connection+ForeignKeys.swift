import WCDBSQL
import WCDBStorage

/// A key that rows referred to, or refer to, when a row was changed: whether a foreign key is broken
/// shows when the statement, or the transaction, ends.
struct NotedReference {
    let reference: ForeignReference
    let key: [Value]
}

extension Connection {
    package var enforcesForeignKeys: Bool { flag("foreign_keys") }

    package func references(
        to table: TableSchema
    ) throws(EngineError) -> [ForeignReference] {
        let database = databases[table.database]
        let folded = FoldedName.fold(table.name)
        if let known = database.references[folded] { return known }
        var found: [ForeignReference] = []
        for entry in try entries(of: database) where entry.type == "table" {
            guard let child = try database.table(entry.name, collations: collations) else {
                continue
            }
            for (number, key) in child.foreignKeys.enumerated()
            where FoldedName.equal(key.reference.table.text, table.name) {
                found.append(try ForeignReference(number, of: child, to: table))
            }
        }
        database.references[folded] = found
        return found
    }

    package func note(_ reference: ForeignReference, key: [Value]) {
        notedReferences.append(NotedReference(reference: reference, key: key))
    }

    /// The statement is over: what it broke must be whole again, or is kept for the end of the
    /// transaction.
    func settleReferences() throws(EngineError) {
        guard !notedReferences.isEmpty else { return }
        let noted = notedReferences
        notedReferences.removeAll()
        let defersAll = flag("defer_foreign_keys")
        for item in noted {
            if !isAutocommit, defersAll || item.reference.isDeferred {
                deferredReferences.append(item)
            } else {
                try require(item)
            }
        }
    }

    /// The transaction is about to end.
    func settleDeferredReferences() throws(EngineError) {
        for item in deferredReferences { try require(item) }
    }

    func forgetReferences() {
        notedReferences.removeAll()
        deferredReferences.removeAll()
        settings["defer_foreign_keys"] = nil
    }

    private func require(_ item: NotedReference) throws(EngineError) {
        // The tables may have changed since, or be gone.
        let child = item.reference.child
        let name = QualifiedName(Name(child.name), schema: Name(databases[child.database].name))
        guard let table = try table(name), item.reference.number < table.foreignKeys.count else {
            return
        }
        let reference = try makeBinder().reference(item.reference.number, of: table)
        var compiler = Compiler(functions: functions) { [unowned self] in estimate($0) }
        try compiler.compileViolation(reference)
        compiler.program.finish()
        let program = Program(
            compiler.program, columns: [],
            parameters: Array(repeating: nil, count: item.key.count),
            schemaVersion: schemaVersion)
        let machine = Machine(program, host: self)
        defer { machine.reset() }
        for (index, value) in item.key.enumerated() { machine.bind(value, at: index + 1) }
        guard try machine.step() else { return }
        throw .sql(.constraintForeignKey, "FOREIGN KEY constraint failed")
    }

    /// A table is about to go: as if all its rows were deleted first, but without triggers.
    func deleteForDrop(_ name: String, _ database: DatabaseFile) throws(EngineError) {
        guard enforcesForeignKeys,
            let table = try database.table(name, collations: collations),
            try !references(to: table).isEmpty
        else { return }
        let delete = DeleteStatement(
            from: TableReference(QualifiedName(Name(name), schema: Name(database.name))))
        let binder = makeBinder()
        binder.firesTriggers = false
        var compiler = Compiler(functions: functions) { [unowned self] in estimate($0) }
        try compiler.compile(delete, binder: binder)
        compiler.program.emit(.halt)
        compiler.program.finish()
        let machine = Machine(
            Program(compiler.program, columns: [], parameters: [], schemaVersion: schemaVersion),
            host: self)
        defer { machine.reset() }
        try machine.run { _ in }
        try settleReferences()
    }

    // MARK: PRAGMA foreign_key_check

    /// The rows that refer to nothing.
    func foreignKeyCheck(_ call: PragmaCall) throws(EngineError) -> DirectResult {
        var result = DirectResult(columns: ["table", "rowid", "parent", "fkid"])
        for database in databases where call.database == nil || call.database === database {
            try beginReading(database)
            for entry in try entries(of: database) where entry.type == "table" {
                if let only = call.text, !FoldedName.equal(only, entry.name) { continue }
                guard let table = try database.table(entry.name, collations: collations) else {
                    continue
                }
                for number in table.foreignKeys.indices.reversed() {
                    result.rows += try lostRows(of: table, number)
                }
            }
        }
        return result
    }

    private func lostRows(
        of table: TableSchema, _ number: Int
    ) throws(EngineError) -> [[Value]] {
        let target = table.foreignKeys[number].reference.table
        let schema = Name(databases[table.database].name)
        let parent = try self.table(QualifiedName(target, schema: schema))
        let names = table.foreignKeys[number].columns
        var condition: Expression?
        for name in names {
            let term = Expression.unary(
                .notNull, .column(ColumnReference(Name(name), table: "child")))
            condition = condition.map { .binary(.and, $0, term) } ?? term
        }
        if let parent {
            let reference = try ForeignReference(number, of: table, to: parent)
            var inner = SelectBody([ResultColumn(.integer(1))])
            inner.from = JoinClause(
                .table(TableReference(QualifiedName(target, schema: schema), alias: "parent")))
            for (parentName, name) in zip(reference.parentNames, names) {
                let term = Expression.binary(
                    .equal, .column(ColumnReference(Name(parentName), table: "parent")),
                    .column(ColumnReference(Name(name), table: "child")))
                inner.condition = inner.condition.map { .binary(.and, $0, term) } ?? term
            }
            let search = Expression.exists(Subquery(SelectStatement(.select(inner))))
            condition = condition.map { .binary(.and, $0, .unary(.not, search)) }
        }
        let rowid: Expression =
            table.isWithoutRowid ? .null : .column(ColumnReference("rowid", table: "child"))
        var body = SelectBody([ResultColumn(rowid)])
        body.from = JoinClause(
            .table(
                TableReference(QualifiedName(Name(table.name), schema: schema), alias: "child")))
        body.condition = condition
        let machine = Machine(
            try compile(.select(SelectStatement(.select(body))), text: nil), host: self)
        defer { machine.reset() }
        let id = Value.integer(Int64(table.foreignKeys.count - 1 - number))
        var rows: [[Value]] = []
        while try machine.step() {
            rows.append([
                .text(table.name), Value(machine.column(0)), .text(target.text), id,
            ])
        }
        return rows
    }
}
