import StorageSimulation

/// Queries: sources and joins, conditions, groups, compounds, orders.
extension RandomSQL {
    /// A query whose rows come in one order, or whose order does not matter.
    mutating func query() -> String {
        let depth = number(1...3)
        switch random.below(12) {
        case 0, 1: return compound(depth)
        case 2: return oneIn(2) ? recursion() : withQuery(depth)
        case 3: return oneIn(3) ? valuesQuery() : oneIn(3) ? jsonQuery() : windowQuery()
        default:
            let width = number(1...4)
            let body = core(depth, width: width, oneIn(4) ? .random : .none)
            return body + tail(width: width, mayBeLeftOut: true)
        }
    }

    /// A query that stands in an expression or a FROM clause: it has no names and no order.
    mutating func plainQuery(
        _ depth: Int, width: Int, _ names: ResultNames = .none
    ) -> String {
        if oneIn(10) {
            let sign = pick(["UNION", "UNION ALL", "INTERSECT", "EXCEPT"])
            let first = core(depth - 1, width: width, names)
            return "\(first) \(sign) \(core(depth - 1, width: width))"
        }
        let body = core(depth, width: width, names)
        // EXISTS of SQLite forgets DISTINCT, which OFFSET shows.
        return oneIn(8) ? body + tail(width: width, mayBeLeftOut: false, offsets: false) : body
    }

    /// A query with one value. Without an aggregate its first row is that of a total order.
    mutating func scalarQuery(_ depth: Int) -> String {
        guard oneIn(2) else {
            return "(\(core(depth, width: 1)) ORDER BY 1\(oneIn(2) ? " DESC" : "") LIMIT 1)"
        }
        let (from, scope) = sources(depth, atMost: 1)
        return within(scope) { writer in
            let value = writer.aggregate(1)
            return "(SELECT \(value) FROM \(from)\(writer.condition(depth)))"
        }
    }

    /// `ORDER BY` all columns, maybe with a LIMIT; or some of them, or nothing.
    ///
    /// `collates`: a COLLATE there makes SQLite rewrite a compound, and lose names in it.
    private mutating func tail(
        width: Int, mayBeLeftOut: Bool, collates: Bool = true, offsets: Bool = true
    ) -> String {
        if mayBeLeftOut, oneIn(3) { return "" }
        var columns = Array(1...width)
        columns.shuffle(using: &random)
        let isPartial = mayBeLeftOut && oneIn(4)
        if isPartial { columns = Array(columns.prefix(number(1...width))) }
        var terms: [String] = []
        for column in columns {
            var term = String(column)
            if collates, oneIn(10), !isPartial { term += " COLLATE \(collation())" }
            if oneIn(3) { term += oneIn(2) ? " DESC" : " ASC" }
            if oneIn(6) { term += oneIn(2) ? " NULLS FIRST" : " NULLS LAST" }
            terms.append(term)
        }
        var text = " ORDER BY " + terms.joined(separator: ", ")
        if !isPartial, oneIn(2) {
            text += " LIMIT \(pick(["0", "1", "2", "3", "5", "10", "-1"]))"
            if offsets, oneIn(3) { text += " OFFSET \(pick(["0", "1", "2", "7", "-1"]))" }
        }
        return text
    }

    // MARK: One core

    /// What the results of a query are called.
    enum ResultNames {
        case none, random
        /// k1, k2 and so on, so that a query around it can ask for them.
        case numbered
    }

    mutating func core(_ depth: Int, width: Int, _ names: ResultNames = .none) -> String {
        guard depth > 0 || !scopes.isEmpty else {
            return "SELECT " + results(width, names) { $0.literal() }
        }
        let (from, scope) = sources(depth, atMost: depth > 1 && scopes.isEmpty ? 3 : 2)
        return within(scope) { writer in
            switch writer.random.below(6) {
            case 0: return writer.grouped(depth, width: width, from: from, names)
            case 1 where !writer.oneIn(3):
                let results = writer.results(width, names) { $0.aggregate(depth) }
                return "SELECT \(results) FROM \(from)\(writer.condition(depth))"
            default:
                let distinct = writer.oneIn(6) ? "DISTINCT " : ""
                let results = writer.results(width, names) { writer in
                    writer.expression(writer.oneIn(3) ? depth : 0)
                }
                return "SELECT \(distinct)\(results) FROM \(from)\(writer.condition(depth))"
            }
        }
    }

    private mutating func results(
        _ width: Int, _ names: ResultNames, _ result: (inout RandomSQL) -> String
    ) -> String {
        var number = 0
        return list(width) { writer in
            number += 1
            let text = result(&writer)
            switch names {
            case .none: return text
            case .random: return text + " AS \(writer.pick(["k", "v", "\"a b\"", "x"]))"
            case .numbered: return text + " AS k\(number)"
            }
        }
    }

    mutating func condition(_ depth: Int) -> String {
        oneIn(4) ? "" : " WHERE \(predicate(depth))"
    }

    private mutating func grouped(
        _ depth: Int, width: Int, from: String, _ names: ResultNames
    ) -> String {
        var keys: [String] = []
        // SQLite does not let GROUP BY see what is outside of its query.
        let outer = scopes
        scopes = Array(scopes.suffix(1))
        for _ in 0..<number(1...2) { keys.append(expression(oneIn(3) ? 1 : 0)) }
        scopes = outer
        // A number alone, even with a COLLATE, would be the number of a result.
        keys = keys.map { $0.contains(".") ? $0 : "(\($0) || '')" }
        let results = results(width, names) { writer in
            writer.oneIn(2) ? writer.pick(keys) : writer.aggregate(depth)
        }
        var text = "SELECT \(results) FROM \(from)\(condition(depth)) "
        text += "GROUP BY \(keys.joined(separator: ", "))"
        if oneIn(4) {
            text += " HAVING \(aggregate(1)) \(pick([">", "<", "=", "IS"])) \(literal())"
        }
        return text
    }

    // MARK: Sources

    /// A FROM clause and what its columns are called.
    mutating func sources(_ depth: Int, atMost limit: Int) -> (String, [ScopedColumn]) {
        let count = oneIn(2) ? 1 : number(1...max(1, limit))
        var (text, scope) = source(depth)
        for _ in 1..<max(count, 1) where count > 1 {
            let (next, columns) = source(depth - 1)
            let join = pick([
                ",", "JOIN", "LEFT JOIN", "INNER JOIN", "CROSS JOIN", "LEFT JOIN", "JOIN",
                "LEFT OUTER JOIN", "JOIN", "LEFT JOIN", ",", "JOIN",
                oneIn(3) ? "RIGHT JOIN" : "FULL JOIN",
            ])
            if join == ",", text.contains(" JOIN ") {
                text += " JOIN \(next)"
            } else {
                text += join == "," ? ", \(next)" : " \(join) \(next)"
            }
            let before = scope
            scope += columns
            let isOuter = ["LEFT", "RIGHT", "FULL"].contains(where: join.hasPrefix)
            if join != ",", isOuter || !oneIn(3) {
                text += " ON \(joinCondition(before, columns))"
            }
        }
        return (text, scope)
    }

    private mutating func joinCondition(
        _ left: [ScopedColumn], _ right: [ScopedColumn]
    ) -> String {
        let equality = "\(pick(left).text) \(pick(["=", "=", "=", "IS", "<"])) \(pick(right).text)"
        if !oneIn(3) { return equality }
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
        return ("\(table.name) AS \(alias)", scope(of: table, as: alias))
    }

    // MARK: Other forms

    private mutating func compound(_ depth: Int) -> String {
        let width = number(1...3)
        var text = core(depth - 1, width: width)
        for _ in 0..<number(1...2) {
            let sign = pick(["UNION", "UNION ALL", "INTERSECT", "EXCEPT"])
            text += " \(sign) \(core(depth - 1, width: width))"
        }
        return text + tail(width: width, mayBeLeftOut: true, collates: false)
    }

    private mutating func withQuery(_ depth: Int) -> String {
        let name = newName("w")
        let width = number(1...3)
        let columns = (1...width).map { "k\($0)" }
        let hint = pick(["", "", "MATERIALIZED ", "NOT MATERIALIZED "])
        // Of a compound, SQLite changes the types if it puts the rows aside.
        let inner = core(depth - 1, width: width)
        let table = ScriptSchema.Table(
            name: name,
            columns: columns.map { .init(name: $0, type: "", collation: "BINARY") },
            hasRowID: false, isView: true)
        schema.tables.append(table)
        defer { schema.tables.removeLast() }
        let outer = core(depth, width: 2) + tail(width: 2, mayBeLeftOut: true)
        return "WITH \(name)(\(columns.joined(separator: ", "))) AS \(hint)(\(inner)) \(outer)"
    }

    mutating func valuesQuery() -> String {
        let width = number(1...3)
        let rows = list(number(1...3)) { writer in
            "(" + writer.list(width) { $0.expression(1) } + ")"
        }
        return "VALUES \(rows)"
    }
}
