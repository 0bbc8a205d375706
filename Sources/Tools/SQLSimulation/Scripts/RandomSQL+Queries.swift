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
        case 4 where oneIn(5) && !schema.baseTables.isEmpty: return naturalQuery()
        case 5 where oneIn(5):
            let start = "EXPLAIN \(oneIn(2) ? "QUERY PLAN " : "")"
            let plain = oneIn(3) && !schema.baseTables.isEmpty ? change() : query()
            return plain.hasPrefix("EXPLAIN") ? plain : start + plain
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
            // SQLite gives the rows of a compound the types of its first query where it puts them
            // aside, and only there.
            let isPlain = names == .numbered
            let first = core(depth - 1, width: width, names, isPlain: isPlain)
            return "\(first) \(sign) \(core(depth - 1, width: width, isPlain: isPlain))"
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

    /// `isPlain`: no result has the type of a column.
    mutating func core(
        _ depth: Int, width: Int, _ names: ResultNames = .none, isPlain: Bool = false
    ) -> String {
        guard depth > 0 || !scopes.isEmpty else {
            return "SELECT " + results(width, names, isPlain) { $0.literal() }
        }
        let (from, scope) = sources(depth, atMost: depth > 1 && scopes.isEmpty ? 3 : 2)
        return within(scope) { writer in
            switch writer.random.below(6) {
            case 0: return writer.grouped(depth, width: width, from: from, names, isPlain)
            case 1 where !writer.oneIn(3):
                let results = writer.results(width, names, isPlain) { $0.aggregate(depth) }
                return "SELECT \(results) FROM \(from)\(writer.condition(depth))"
            default:
                let distinct = writer.oneIn(6) ? "DISTINCT " : ""
                let results = writer.results(width, names, isPlain) { writer in
                    writer.expression(writer.oneIn(3) ? depth : 0)
                }
                return "SELECT \(distinct)\(results) FROM \(from)\(writer.condition(depth))"
            }
        }
    }

    private mutating func results(
        _ width: Int, _ names: ResultNames, _ isPlain: Bool,
        _ result: (inout RandomSQL) -> String
    ) -> String {
        var number = 0
        return list(width) { writer in
            number += 1
            let text = (isPlain ? "+" : "") + result(&writer)
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
        _ depth: Int, width: Int, from: String, _ names: ResultNames, _ isPlain: Bool
    ) -> String {
        var keys: [String] = []
        // SQLite does not let GROUP BY see what is outside of its query.
        let outer = scopes
        scopes = Array(scopes.suffix(1))
        for _ in 0..<number(1...2) { keys.append(expression(oneIn(3) ? 1 : 0)) }
        scopes = outer
        // A number alone, even with a COLLATE, would be the number of a result.
        keys = keys.map { $0.contains(".") ? $0 : "(\($0) || '')" }
        let results = results(width, names, isPlain) { writer in
            writer.oneIn(2) ? writer.pick(keys) : writer.aggregate(depth)
        }
        var text = "SELECT \(results) FROM \(from)\(condition(depth)) "
        text += "GROUP BY \(keys.joined(separator: ", "))"
        if oneIn(4) {
            text += " HAVING \(aggregate(1)) \(pick([">", "<", "=", "IS"])) \(literal())"
        }
        return text
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
        var inner = core(depth - 1, width: width)
        if oneIn(4) {
            let sign = pick(["UNION", "UNION ALL", "INTERSECT", "EXCEPT"])
            inner = core(depth - 1, width: width, isPlain: true)
            inner += " \(sign) \(core(depth - 1, width: width, isPlain: true))"
        }
        let table = ScriptSchema.Table(
            bare: name,
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
