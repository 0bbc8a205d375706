import StorageSimulation

/// WITH RECURSIVE: counters, walks over the rows of a table, and queues in an order.
extension RandomSQL {
    mutating func recursion() -> String {
        schema.baseTables.isEmpty || oneIn(2) ? counter() : walk()
    }

    private mutating func counter() -> String {
        let limit = number(1...12)
        let sign = pick(["UNION", "UNION ALL"])
        let step = pick(["n + 1", "n + 2", "n * 2 + 1", "n + 1.5"])
        let columns = [
            ScopedColumn(text: "n", type: "", collation: "BINARY"),
            ScopedColumn(text: "m", type: "", collation: "BINARY"),
        ]
        let (first, second, results) = within(columns) { writer in
            let outer = writer.scopes
            writer.scopes = []
            let first = writer.literal()
            writer.scopes = outer
            return (first, writer.expression(1), writer.list(2) { $0.expression(1) })
        }
        var body = "SELECT 1, \(first) \(sign) SELECT \(step), \(second) FROM c WHERE n < \(limit)"
        if oneIn(3) { body += " ORDER BY 1\(oneIn(2) ? " DESC" : "")" }
        if oneIn(3) { body += " LIMIT \(number(0...20))" + (oneIn(3) ? " OFFSET 2" : "") }
        return "WITH RECURSIVE c(n, m) AS (\(body)) SELECT n, m, \(results) FROM c"
    }

    /// Goes from row to row where two columns are equal, each row once.
    private mutating func walk() -> String {
        let table = pick(schema.baseTables)
        let (from, to) = (pick(table.columns), pick(table.columns))
        let start = literal(like: from.type)
        let condition = within(scope(of: table, as: "x")) { $0.predicate(1) }
        // Without the types of the columns, for which SQLite has two answers.
        return "WITH RECURSIVE c(k) AS (SELECT +\(from.name) FROM \(table.name) "
            + "WHERE \(from.name) IS NOT \(start) "
            + "UNION SELECT +x.\(to.name) FROM c JOIN \(table.name) AS x ON x.\(from.name) = c.k "
            + "WHERE \(condition)) SELECT count(*), count(DISTINCT k) FROM c"
    }
}
