import WCDBSQL
import WCDBStorage

/// PRAGMA foreign_key_check.
extension Connection {
    /// The rows that refer to nothing.
    func foreignKeyCheck(_ call: PragmaCall) throws(EngineError) -> [[Value]] {
        var rows: [[Value]] = []
        for table in try tablesToCheck(call) {
            for number in table.foreignKeys.indices.reversed() {
                rows += try lostRows(of: table, number)
            }
        }
        return rows
    }

    /// The table that is named, or all of a database; none for a view.
    private func tablesToCheck(_ call: PragmaCall) throws(EngineError) -> [TableSchema] {
        if let only = call.text {
            let name = call.qualified(only)
            if let table = try table(name) { return [table] }
            guard try view(name) == nil else { return [] }
            throw .noSuchTable(name)
        }
        let database = call.database ?? mainDatabase
        try beginReading(database)
        var tables: [TableSchema] = []
        for entry in try entries(of: database) where entry.kind == .table {
            if let table = try database.table(entry.name, collations: collations) {
                tables.append(table)
            }
        }
        return tables
    }

    private func lostRows(
        of table: TableSchema, _ number: Int
    ) throws(EngineError) -> [[Value]] {
        let target = table.foreignKeys[number].reference.table
        let schema = Name(databases[table.database].name)
        var reference: ForeignReference?
        if let parent = try self.table(QualifiedName(target, schema: schema)) {
            reference = try ForeignReference(number, of: table, to: parent)
        }
        let program = try StackSpace.withRoom { [self] () throws(EngineError) in
            let binder = makeBinder()
            defer { binder.releaseSources() }
            var compiler = makeCompiler(binder)
            try compiler.compileLostRows(
                of: table, table.columns(ofKey: number), reference, binder)
            compiler.program.emit(.halt)
            return try self.program(of: &compiler)
        }
        let machine = Machine(program, host: self)
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
