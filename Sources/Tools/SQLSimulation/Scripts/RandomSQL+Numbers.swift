import StorageSimulation

/// Calls of mathematical functions, and of `printf` with everything that it takes.
extension RandomSQL {
    private static let math = [
        "acos", "acosh", "asin", "asinh", "atan", "atanh", "cos", "cosh", "degrees", "exp", "ln",
        "log", "log10", "log2", "radians", "sin", "sinh", "sqrt", "tan", "tanh",
    ]

    mutating func mathCall(_ argument: String) -> String {
        let value = oneIn(2) ? argument : literal(like: oneIn(2) ? "REAL" : "INTEGER")
        switch random.below(10) {
        case 0: return "atan2(\(value), \(literal(like: "REAL")))"
        case 1: return "mod(\(value), \(literal(like: "REAL")))"
        case 2: return "\(pick(["pow", "power"]))(\(value), \(smallInteger()))"
        case 3: return "log(\(pick(["2", "10", "0.5", "1", "0", "-1", "'x'"])), \(value))"
        case 4: return "pi()"
        default: return "\(pick(RandomSQL.math))(\(value))"
        }
    }

    /// One or two directives, each with any flags, width and precision, and as many arguments; or
    /// one too few.
    mutating func formatCall(_ argument: String) -> String {
        var (format, arguments) = ("", "")
        for index in 0..<number(1...2) {
            let (text, stars) = directive()
            format += text + pick(["", " ", "|", "%%"])
            for _ in 0..<stars { arguments += ", " + smallInteger() }
            if index > 0, oneIn(8) { continue }
            arguments += ", " + (index == 0 || oneIn(3) ? argument : literal())
        }
        return "\(pick(["printf", "format"]))('\(format)'\(arguments))"
    }

    /// A directive, and how many arguments its stars take.
    private mutating func directive() -> (text: String, stars: Int) {
        var (text, stars) = ("%", 0)
        for _ in 0..<number(0...2) { text += pick(["-", "+", " ", "#", "0", ",", "!"]) }
        if oneIn(2) {
            text += pick(["1", "5", "10", "25"])
        } else if oneIn(8) {
            text += "*"
            stars += 1
        }
        if oneIn(2) {
            text += pick([".0", ".1", ".3", ".10", ".20", "."])
        } else if oneIn(8) {
            text += ".*"
            stars += 1
        }
        if oneIn(12) { text += pick(["l", "ll"]) }
        text += pick([
            "d", "d", "i", "u", "x", "X", "o", "f", "f", "e", "E", "g", "G", "s", "s", "z", "c",
            "q", "Q", "w",
        ])
        return (text, stars)
    }
}
