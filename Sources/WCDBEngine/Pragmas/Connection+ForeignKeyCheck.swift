import WCDBSQL
import WCDBStorage

/// PRAGMA foreign_key_check.
extension Connection {
    /// The rows that refer to nothing.
    func foreignKeyCheck(_ call: PragmaCall) throws(EngineError) -> DirectResult {
        var result = DirectResult(columns: ["table", "rowid", "parent", "fkid"])
        if let only = call.text {
            let name = QualifiedName(Name(only), schema: call.database.map { Name($0.name) })
            let (table, view) = (try table(name), try view(name))
            guard table != nil || view != nil else {
                throw .error("no such table: \(Scope.spell(only, nil, call.database?.name))")
            }
        }
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
