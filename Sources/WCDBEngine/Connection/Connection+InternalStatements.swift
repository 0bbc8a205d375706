import WCDBSQL
import WCDBStorage

/// Statements that the engine runs for itself.
extension Connection {
    /// Runs a statement as a part of another one: it neither begins nor ends a transaction, and the
    /// rows it inserts are nobody's last. Returns how many rows it had, at most `limit`.
    @discardableResult
    func runWithin(
        _ statement: Statement, limit: Int = .max, parameters: DirectParameters? = nil
    ) throws(EngineError) -> Int {
        let lastRow = lastInsertRowID
        defer { didInsert(rowid: lastRow) }
        let program = try compile(statement, text: nil, parameters: parameters?.names)
        let machine = Machine(program, host: self)
        defer { machine.reset() }
        try parameters?.bind(to: machine)
        guard !machine.program.changesData else {
            try machine.run { _ in }
            return 0
        }
        var count = 0
        while count < limit, try machine.step() { count += 1 }
        return count
    }

    /// How many rows of a table meet a condition; stops at `limit`.
    func count(
        of table: TableSchema, where condition: Expression, atMost limit: Int
    ) throws(EngineError) -> Int {
        guard limit > 0 else { return 0 }
        let name = QualifiedName(
            Name(table.name), schema: Name(databases[table.database].name))
        var body = SelectBody([ResultColumn(.integer(1))])
        body.from = JoinClause(.table(TableReference(name)))
        body.condition = condition
        return try runWithin(.select(SelectStatement(.select(body))), limit: limit)
    }

    /// Removes the rows of a table that the engine keeps.
    func removeRows(
        of table: String, where column: String, is value: String, _ database: DatabaseFile
    ) throws(EngineError) {
        var delete = DeleteStatement(
            from: TableReference(QualifiedName(Name(table), schema: Name(database.name))))
        delete.condition = .binary(
            .equal, .column(ColumnReference(Name(column))), .text(value))
        try runWithin(.delete(delete))
    }
}
