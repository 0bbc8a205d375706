import WCDBSQL
import WCDBStorage

/// A key that rows referred to, or refer to, when a row was changed: whether a foreign key is
/// broken shows when the statement, or the transaction, ends.
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

    /// A statement that changes things begins.
    func beginNoting() {
        if !notedReferences.isEmpty { notedReferences.removeAll() }
        if !triggerPrograms.isEmpty { triggerPrograms.removeAll() }
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
        for (index, value) in item.key.enumerated() {
            value.withColumnValue { machine.bind($0, at: index + 1) }
        }
        guard try machine.step() else { return }
        throw .sql(.constraintForeignKey, "FOREIGN KEY constraint failed")
    }

    /// A table is about to go: as if all its rows were deleted first, but without triggers.
    func deleteForDrop(_ name: String, _ database: DatabaseFile) throws(EngineError) {
        guard enforcesForeignKeys,
            let table = try database.table(name, collations: collations),
            try references(to: table).isEmpty == false
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
}
