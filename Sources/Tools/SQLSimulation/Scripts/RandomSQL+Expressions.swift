import StorageSimulation

/// Expressions of any type. Operators are parenthesised: precedence is the parser's business,
/// which other targets test.
extension RandomSQL {
    private static let types = ["INTEGER", "TEXT", "REAL", "NUMERIC", "BLOB", "INT", "VARCHAR(3)"]

    /// A column of some scope; a literal where there is none.
    mutating func column() -> String { scopedColumn()?.text ?? literal() }

    mutating func scopedColumn() -> ScopedColumn? {
        var filled = scopes.filter { !$0.isEmpty }
        if filled.isEmpty { return nil }
        // Mostly the innermost query; otherwise the query is correlated.
        if filled.count > 1, !oneIn(5) { filled = Array(filled.suffix(1)) }
        return pick(pick(filled))
    }

    mutating func expression(_ depth: Int) -> String {
        if depth <= 0 { return oneIn(3) ? literal() : column() }
        switch random.below(22) {
        case 0, 1, 2, 3, 4: return column()
        case 5, 6: return literal()
        case 7, 8, 9: return arithmetic(depth)
        case 10: return "(\(expression(depth - 1)) || \(expression(depth - 1)))"
        case 11: return unary(depth)
        case 12: return "CAST(\(expression(depth - 1)) AS \(pick(RandomSQL.types)))"
        case 13, 14: return caseExpression(depth)
        case 15, 16, 17: return call(depth)
        case 18: return "(\(expression(depth - 1)) COLLATE \(collation()))"
        case 19, 20: return predicate(depth - 1)
        default: return allowsQueries ? scalarQuery(depth - 1) : column()
        }
    }

    mutating func collation() -> String { pick(["BINARY", "NOCASE", "RTRIM"]) }

    private mutating func arithmetic(_ depth: Int) -> String {
        let sign = pick(["+", "-", "*", "/", "%", "&", "|", "<<", ">>", "+", "-"])
        if sign == "<<" || sign == ">>" {
            return "(\(expression(depth - 1)) \(sign) \(pick(["0", "1", "3", "63", "64", "-1"])))"
        }
        return "(\(expression(depth - 1)) \(sign) \(expression(depth - 1)))"
    }

    private mutating func unary(_ depth: Int) -> String {
        let sign = pick(["-", "+", "~", "NOT "])
        let operand = expression(depth - 1)
        // Two of them begin a comment.
        return "(\(sign)\(operand.hasPrefix("-") ? "(\(operand))" : operand))"
    }

    private mutating func caseExpression(_ depth: Int) -> String {
        let branches = number(1...2)
        var text = "CASE"
        let hasBase = oneIn(2)
        if hasBase { text += " " + expression(depth - 1) }
        for _ in 0..<branches {
            let condition = hasBase ? expression(depth - 2) : predicate(depth - 2)
            text += " WHEN \(condition) THEN \(expression(depth - 1))"
        }
        if !oneIn(3) { text += " ELSE \(expression(depth - 1))" }
        return text + " END"
    }

    // MARK: Conditions

    mutating func predicate(_ depth: Int) -> String {
        if depth <= 0 { return comparison(0) }
        switch random.below(20) {
        case 0, 1: return "(\(predicate(depth - 1)) AND \(predicate(depth - 1)))"
        case 2, 3: return "(\(predicate(depth - 1)) OR \(predicate(depth - 1)))"
        case 4: return "(NOT \(predicate(depth - 1)))"
        case 5: return isTest(depth)
        case 6: return between(depth)
        case 7, 8: return membership(depth)
        case 9: return patternMatch(depth)
        case 10: return rowComparison()
        case 11: return allowsQueries ? existence(depth) : comparison(depth)
        case 12: return "(\(expression(depth - 1)))"
        default: return comparison(depth)
        }
    }

    private static let comparisons = ["=", "=", "=", "<", "<=", ">", ">=", "<>", "IS", "IS NOT"]

    /// Mostly a column and what it may hold: conditions that an index can serve.
    mutating func comparison(_ depth: Int) -> String {
        let sign = pick(RandomSQL.comparisons)
        guard !oneIn(4), let left = scopedColumn() else {
            return "(\(expression(depth - 1)) \(sign) \(expression(depth - 1)))"
        }
        let right = oneIn(4) ? column() : literal(like: left.type)
        let collate = oneIn(12) ? " COLLATE \(collation())" : ""
        return oneIn(6)
            ? "(\(right) \(sign) \(left.text)\(collate))"
            : "(\(left.text) \(sign) \(right)\(collate))"
    }

    private mutating func isTest(_ depth: Int) -> String {
        let test = pick([
            "ISNULL", "NOTNULL", "IS NULL", "IS NOT NULL", "IS TRUE", "IS FALSE", "IS NOT TRUE",
            "IS NOT FALSE", "NOT NULL",
        ])
        return "(\(expression(depth - 1)) \(test))"
    }

    private mutating func between(_ depth: Int) -> String {
        let not = oneIn(4) ? "NOT " : ""
        guard !oneIn(3), let left = scopedColumn() else {
            return "(\(expression(depth - 1)) \(not)BETWEEN \(expression(depth - 1)) "
                + "AND \(expression(depth - 1)))"
        }
        let low = literal(like: left.type)
        return "(\(left.text) \(not)BETWEEN \(low) AND \(literal(like: left.type)))"
    }

    private mutating func membership(_ depth: Int) -> String {
        let not = oneIn(3) ? "NOT " : ""
        let left = scopedColumn()
        let text = oneIn(3) ? expression(depth - 1) : left?.text ?? literal()
        switch random.below(allowsQueries ? 5 : 3) {
        case 0, 1, 2:
            let type = left?.type ?? ""
            // Of what stands left of `IN ()` SQLite renames nothing.
            let members = list(oneIn(10) && !isDefining ? 0 : number(1...4)) { writer in
                writer.oneIn(6) ? writer.expression(depth - 2) : writer.literal(like: type)
            }
            return "(\(text) \(not)IN (\(members)))"
        case 3:
            return "(\(text) \(not)IN (\(plainQuery(depth - 1, width: 1))))"
        default:
            guard let right = scopedColumn() else { return comparison(depth) }
            return "((\(text), \(right.text)) \(not)IN (\(plainQuery(depth - 1, width: 2))))"
        }
    }

    private mutating func patternMatch(_ depth: Int) -> String {
        let not = oneIn(3) ? "NOT " : ""
        let text = oneIn(2) ? column() : expression(depth - 1)
        if oneIn(3) { return "(\(text) \(not)GLOB \(pattern(isGlob: true)))" }
        let escape = oneIn(4) ? " ESCAPE '\\'" : ""
        return "(\(text) \(not)LIKE \(pattern(isGlob: false))\(escape))"
    }

    private mutating func rowComparison() -> String {
        let count = number(2...3)
        let sign = pick(RandomSQL.comparisons)
        let left = list(count) { $0.column() }
        let right = list(count) { $0.oneIn(3) ? $0.column() : $0.literal() }
        return "((\(left)) \(sign) (\(right)))"
    }

    private mutating func existence(_ depth: Int) -> String {
        "(\(oneIn(3) ? "NOT " : "")EXISTS (\(plainQuery(depth - 1, width: 1))))"
    }
}
