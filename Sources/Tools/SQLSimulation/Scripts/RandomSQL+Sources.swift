import StorageSimulation

/// FROM clauses: tables, views and queries, joined in every way.
extension RandomSQL {
    /// A FROM clause and what its columns are called.
    mutating func sources(_ depth: Int, atMost limit: Int) -> (String, [ScopedColumn]) {
        let count = oneIn(2) ? 1 : number(1...max(1, limit))
        var (text, scope) = source(depth)
        let joins = (1..<max(count, 1)).map { _ in join() }
        // With them SQLite loses rows where a condition further left has a constant part.
        let isAround = joins.contains { $0.hasPrefix("RIGHT") || $0.hasPrefix("FULL") }
        for join in joins {
            let (next, columns) = oneIn(10) ? group(depth - 1) : source(depth - 1)
            if join == ",", text.contains(" JOIN ") {
                text += " JOIN \(next)"
            } else {
                text += join == "," ? ", \(next)" : " \(join) \(next)"
            }
            let before = scope
            scope += columns
            let isOuter = ["LEFT", "RIGHT", "FULL"].contains(where: join.hasPrefix)
            if join != ",", oneIn(8), let common = commonColumns(before, columns) {
                text += " USING (\(common))"
            } else if join != ",", isOuter || !oneIn(3) {
                text += " ON \(joinCondition(before, columns, isAround))"
            }
        }
        return (text, scope)
    }

    /// Names that both sides of a join have; nil if there are none.
    private mutating func commonColumns(
        _ left: [ScopedColumn], _ right: [ScopedColumn]
    ) -> String? {
        func names(_ columns: [ScopedColumn]) -> [String] {
            columns.compactMap { $0.text.split(separator: ".").last.map(String.init) }
        }
        // Only where the left side means one column by it.
        let known = names(left)
        let common = names(right).filter { name in
            name != "rowid" && known.count { $0 == name } == 1
        }
        guard !common.isEmpty else { return nil }
        return common.prefix(number(1...2)).joined(separator: ", ")
    }

    /// Two sources joined within parentheses, where they see nothing else.
    private mutating func group(_ depth: Int) -> (String, [ScopedColumn]) {
        let (left, before) = source(depth)
        let (right, after) = source(depth)
        let common = oneIn(2) ? commonColumns(before, after) : nil
        let condition =
            common.map { "USING (\($0))" } ?? "ON \(joinCondition(before, after, false))"
        // For SQLite it is a query, which has no rowids.
        let columns = (before + after).filter { !$0.text.hasSuffix("rowid") }
        return ("(\(left) \(pick(["JOIN", "CROSS JOIN"])) \(right) \(condition))", columns)
    }

    /// Two tables that have columns of one name in common.
    mutating func naturalQuery() -> String {
        let (left, right) = (pick(schema.baseTables), pick(schema.baseTables))
        let join = pick(["JOIN", "LEFT JOIN", "INNER JOIN", "LEFT OUTER JOIN", "CROSS JOIN"])
        let scope = scope(of: left, as: "x") + scope(of: right, as: "y")
        return within(scope) { writer in
            let results = writer.oneIn(3) ? "*" : writer.list(2) { $0.expression(1) }
            return "SELECT \(results) FROM \(left.name) AS x NATURAL \(join) \(right.name) AS y"
                + writer.condition(1)
        }
    }

    private mutating func join() -> String {
        pick([
            ",", "JOIN", "LEFT JOIN", "INNER JOIN", "CROSS JOIN", "LEFT JOIN", "JOIN",
            "LEFT OUTER JOIN", "JOIN", "LEFT JOIN", ",", "JOIN",
            oneIn(3) ? "RIGHT JOIN" : "FULL JOIN",
        ])
    }

    private mutating func joinCondition(
        _ left: [ScopedColumn], _ right: [ScopedColumn], _ isAround: Bool
    ) -> String {
        let equality = "\(pick(left).text) \(pick(["=", "=", "=", "IS", "<"])) \(pick(right).text)"
        if !oneIn(3) { return equality }
        if isAround {
            let sign = pick(["<>", ">", "IS NOT"])
            return "(\(equality) AND \(pick(left + right).text) \(sign) \(literal()))"
        }
        return within(left + right) { "(\(equality) AND \($0.predicate(1)))" }
    }

    /// A table, a view or a query.
    private mutating func source(_ depth: Int) -> (String, [ScopedColumn]) {
        let alias = newName("x")
        if depth > 1, oneIn(6) || schema.tables.isEmpty {
            let width = number(1...3)
            // What stands in FROM does not see its neighbours; outer queries it does.
            let text = plainQuery(depth - 1, width: width, .numbered)
            let scope = (1...width).map {
                ScopedColumn(text: "\(alias).k\($0)", type: "", collation: "")
            }
            return ("(\(text)) AS \(alias)", scope)
        }
        guard !schema.tables.isEmpty else {
            return (
                "(SELECT 1 AS k1) AS \(alias)",
                [ScopedColumn(text: "\(alias).k1", type: "", collation: "")]
            )
        }
        let table = pick(schema.tables)
        return ("\(table.name) AS \(alias)\(hint(table))", scope(of: table, as: alias))
    }

    private func bareName(_ name: String) -> String {
        name.split(separator: ".").last.map(String.init) ?? name
    }

    /// An index that may be taken always, or none.
    private mutating func hint(_ table: ScriptSchema.Table) -> String {
        guard oneIn(15), !table.isView else { return "" }
        let indexes = schema.indexes.filter { $0.table == table.name && !$0.isPartial }
        return indexes.isEmpty || oneIn(3)
            ? " NOT INDEXED" : " INDEXED BY " + bareName(pick(indexes).name)
    }
}
