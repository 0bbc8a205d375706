import WCDBEngine
import WCDBSQL

// What there is in a database.

extension PooledConnection {
    /// Whether there is a table of that name, or a view that can be read: whether
    /// `SELECT 1 FROM … LIMIT 1` compiles.
    ///
    /// That it does not is expected, and reported as something to be ignored.
    func hasTable(_ name: QualifiedName) throws(WCDBError) -> Bool {
        try requireOpen()
        do throws(EngineError) {
            try engine.requireReadable(name, by: probe(of: name))
            return true
        } catch {
            guard error.code.primary == Int32(WCDBError.Code.Error.rawValue) else {
                throw failure(error, sql: probe(of: name).sql)
            }
            if ErrorTraces.shared.isHeard(of: core) {
                _ = report(
                    WCDBError(
                        error, sql: probe(of: name).sql, path: path, tag: tag, level: .Ignore))
            }
            return false
        }
    }

    private func probe(of name: QualifiedName) -> StatementTree {
        var body = SelectBody([ResultTree(.integer(1))])
        body.from = JoinTree(.table(TableReference(name)))
        var select = SelectStatement(.select(body))
        select.limit = LimitClause(.integer(1))
        return .select(select)
    }

    /// The names of a table's columns, in their order, generated ones included.
    func columns(of table: QualifiedName) throws -> [String] {
        let pragma = StatementPragma().pragma(Pragma(named: "table_xinfo")).with(table.name.text)
        if let schema = table.schema { pragma.schema(Schema(with: schema.text)) }
        let statement = CompiledStatement(self)
        defer { statement.finalize() }
        try statement.prepare(pragma.statementTree)
        return try statement.allRows().map { $0.count > 1 ? $0[1].stringValue : "" }
    }
}

extension PooledConnection {
    /// Makes the keys of a table that is there count on for ever.
    func makeAutoIncrement(_ table: QualifiedName) throws(WCDBError) {
        do {
            try engine.makeAutoIncrement(table)
        } catch {
            throw failure(error, sql: "")
        }
    }
}
