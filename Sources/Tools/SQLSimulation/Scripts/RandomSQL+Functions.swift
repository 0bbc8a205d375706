import StorageSimulation

/// Calls of built-in functions, with arguments that they are made for, and others.
extension RandomSQL {
    private static let unary = [
        "abs", "length", "lower", "upper", "typeof", "quote", "hex", "trim", "ltrim", "rtrim",
        "unicode", "sign", "round", "likely", "unlikely", "ceil", "ceiling", "floor", "trunc",
        "soundex",
    ]

    mutating func call(_ depth: Int) -> String {
        let argument = expression(depth - 1)
        switch random.below(21) {
        case 16, 17: return jsonExpression()
        case 18: return mathCall(argument)
        case 19: return volatileCall()
        case 0, 1, 2, 3: return "\(pick(RandomSQL.unary))(\(argument))"
        case 4: return "coalesce(\(argument), \(expression(depth - 1)))"
        case 5: return "ifnull(\(argument), \(expression(depth - 1)))"
        case 6: return "nullif(\(argument), \(expression(depth - 1)))"
        case 7: return "iif(\(predicate(depth - 1)), \(argument), \(expression(depth - 1)))"
        case 8: return "\(pick(["min", "max"]))(\(argument), \(expression(depth - 1)))"
        case 9: return substring(argument)
        case 10: return "instr(\(argument), \(textLiteral()))"
        case 11: return "replace(\(argument), \(textLiteral()), \(textLiteral()))"
        case 12: return "round(\(argument), \(pick(["0", "1", "2", "-1"])))"
        case 13, 20: return dateCall()
        case 14: return formatCall(argument)
        default: return textCall(argument)
        }
    }

    private mutating func substring(_ argument: String) -> String {
        let start = smallInteger()
        let name = pick(["substr", "substring"])
        return oneIn(2)
            ? "\(name)(\(argument), \(start))"
            : "\(name)(\(argument), \(start), \(smallInteger()))"
    }

    private mutating func textCall(_ argument: String) -> String {
        switch random.below(6) {
        case 0: return "char(\(pick(["65", "97, 98", "233", "20013", "128512"])))"
        case 1: return "\(pick(["trim", "ltrim", "rtrim"]))(\(argument), \(textLiteral()))"
        case 2: return "like(\(pattern(isGlob: false)), \(argument))"
        case 3: return "glob(\(pattern(isGlob: true)), \(argument))"
        case 4: return "zeroblob(\(number(0...4)))"
        default: return "likelihood(\(argument), 0.5)"
        }
    }

    /// An aggregate whose result does not depend on the order of the rows: sums are of small
    /// numbers with few binary places, lists are only measured.
    ///
    /// Its arguments are columns of its own query: otherwise it would belong to another one.
    mutating func aggregate(_ depth: Int) -> String {
        let outer = scopes
        scopes = Array(scopes.suffix(1))
        defer { scopes = outer }
        let argument = expression(depth - 1)
        let filter = oneIn(6) ? " FILTER (WHERE \(predicate(depth - 1)))" : ""
        let distinct = oneIn(5) ? "DISTINCT " : ""
        switch random.below(12) {
        case 0, 1: return "count(*)" + filter
        case 2, 3: return "count(\(distinct)\(argument))" + filter
        case 4, 5: return "max(\(distinct)\(argument))" + filter
        case 6, 7: return "min(\(distinct)\(argument))" + filter
        case 8, 9:
            return "\(pick(["sum", "total", "avg"]))(\(distinct)(\(argument)) % 1000)" + filter
        case 10: return oneIn(3) ? jsonAggregate() : "length(group_concat(\(column())))"
        default: return "(\(aggregateCore()) + \(smallInteger()))"
        }
    }

    private mutating func aggregateCore() -> String {
        pick(["count(*)", "count(\(column()))", "sum(length(\(column())))"])
    }
}
