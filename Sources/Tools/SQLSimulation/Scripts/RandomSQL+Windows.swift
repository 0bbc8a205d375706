import StorageSimulation

/// Window functions over one table.
///
/// **Always true.** The order of a window tells all rows apart, or the function does not care which
/// of several equal rows comes first: the answer does not depend on the plan.
extension RandomSQL {
    mutating func windowQuery() -> String {
        guard let table = schema.tables.isEmpty ? nil : pick(schema.tables) else {
            return valuesQuery()
        }
        let alias = newName("x")
        let scope = scope(of: table, as: alias)
        return within(scope) { writer in
            var names: [String] = []
            var definitions: [String] = []
            if writer.oneIn(3) {
                names = ["w1"]
                definitions = ["w1 AS (\(writer.partition())\(writer.order(scope)))"]
                if writer.oneIn(2) {
                    definitions.append("w2 AS (w1 \(writer.frame(isOrdered: true)))")
                    names.append("w2")
                }
            }
            let calls = writer.list(writer.number(1...3)) { $0.windowCall(scope, names) }
            let columns = writer.list(writer.number(1...2)) { $0.column() }
            var text = "SELECT \(columns), \(calls) FROM \(table.name) AS \(alias)"
            text += writer.condition(1)
            if !definitions.isEmpty { text += " WINDOW " + definitions.joined(separator: ", ") }
            return text
        }
    }

    private mutating func windowCall(_ scope: [ScopedColumn], _ names: [String]) -> String {
        let filter = oneIn(5) ? " FILTER (WHERE \(predicate(1)))" : ""
        let (call, takesFilter) = windowFunction()
        let over: String
        if !names.isEmpty, oneIn(2) {
            over = pick(names)
        } else {
            let isOrdered = !oneIn(6) || !takesFilter
            let order = isOrdered ? order(scope) : ""
            let frame = oneIn(2) ? " " + frame(isOrdered: isOrdered) : ""
            over = "(\(partition())\(order)\(frame))"
        }
        return "\(call)\(takesFilter ? filter : "") OVER \(over)"
    }

    /// A call, and whether it is an aggregate, which any window suits.
    private mutating func windowFunction() -> (String, Bool) {
        switch random.below(14) {
        case 0: return ("row_number()", false)
        case 1: return ("rank()", false)
        case 2: return ("dense_rank()", false)
        case 3: return ("percent_rank()", false)
        case 4: return ("cume_dist()", false)
        case 5: return ("ntile(\(number(1...4)))", false)
        case 6: return ("lag(\(neighbour()))", false)
        case 7: return ("lead(\(neighbour()))", false)
        case 8: return ("\(pick(["first_value", "last_value"]))(\(expression(1)))", false)
        case 9: return ("nth_value(\(expression(1)), \(number(1...3)))", false)
        case 10: return ("count(\(oneIn(2) ? "*" : expression(1)))", true)
        case 11: return ("\(pick(["min", "max"]))(\(expression(1)))", true)
        case 12: return ("\(pick(["sum", "total", "avg"]))((\(expression(1))) % 1000)", true)
        default: return ("group_concat(\(column()))", false)
        }
    }

    private mutating func neighbour() -> String {
        let value = expression(1)
        guard oneIn(2) else { return value }
        let offset = number(0...3)
        return oneIn(2) ? "\(value), \(offset)" : "\(value), \(offset), \(literal())"
    }

    private mutating func partition() -> String {
        oneIn(2) ? "PARTITION BY \(list(number(1...2)) { $0.column() }) " : ""
    }

    /// All columns, so that rows that come together are the same in everything.
    private mutating func order(_ scope: [ScopedColumn]) -> String {
        var columns = scope
        columns.shuffle(using: &random)
        let terms = columns.map { column -> String in
            // Another collation would take different rows for equal ones.
            let collate = column.collation == "BINARY" ? "" : " COLLATE BINARY"
            return column.text + collate + (oneIn(3) ? " DESC" : "")
                + (oneIn(6) ? pick([" NULLS FIRST", " NULLS LAST"]) : "")
        }
        return "ORDER BY " + terms.joined(separator: ", ")
    }

    private mutating func frame(isOrdered: Bool) -> String {
        let unit = pick(isOrdered ? ["ROWS", "GROUPS", "RANGE"] : ["RANGE"])
        // RANGE with a distance is for a single number.
        let distances = unit == "RANGE" ? [] : ["0", "1", "2", "5"]
        var starts = ["UNBOUNDED PRECEDING", "CURRENT ROW"]
        var ends = ["CURRENT ROW", "UNBOUNDED FOLLOWING"]
        if !distances.isEmpty {
            starts += ["\(pick(distances)) PRECEDING", "\(pick(distances)) FOLLOWING"]
            ends += ["\(pick(distances)) PRECEDING", "\(pick(distances)) FOLLOWING"]
        }
        let start = pick(starts)
        // A frame that ends before it can begin is no SQL.
        if start.hasSuffix("FOLLOWING") || start == "CURRENT ROW" {
            ends.removeAll { $0.hasSuffix("PRECEDING") }
        }
        if start.hasSuffix("FOLLOWING") { ends.removeAll { $0 == "CURRENT ROW" } }
        let text =
            oneIn(3) && !start.hasSuffix("FOLLOWING")
            ? "\(unit) \(start)" : "\(unit) BETWEEN \(start) AND \(pick(ends))"
        guard oneIn(3) else { return text }
        return text + " EXCLUDE " + pick(["NO OTHERS", "CURRENT ROW", "GROUP", "TIES"])
    }
}
