import StorageSimulation

/// Values that are easily mistaken for others.
extension RandomSQL {
    private static let integers = [
        "0", "1", "-1", "2", "3", "4", "5", "7", "10", "11", "-2", "100", "127", "128", "255",
        "32767", "65536", "2147483647", "2147483648", "-2147483649", "9007199254740992",
        "9007199254740993", "9223372036854775807", "-9223372036854775808", "0x10",
    ]
    private static let reals = [
        "0.0", "-0.0", "0.5", "1.0", "-1.5", "2.0", "3.25", "10.0", "1e10", "1e18", "-1e18",
        "9223372036854775808.0", "9007199254740992.0", "1e300", "-1e300", "1e-300", "1.1", "0.1",
        "123456.789", "4.0",
    ]
    private static let texts = [
        "''", "'a'", "'A'", "'b'", "'B'", "'ab'", "'aB'", "'AB'", "'abc'", "'a '", "'a  '",
        "' a'", "'1'", "'01'", "'1.0'", "'1e1'", "' 1'", "'1 '", "'-1'", "'+1'", "'0x1'",
        "'9223372036854775807'", "'9223372036854775808'", "'.5'", "'é'", "'É'", "'ß'", "'中文'",
        "'😀'", "'a%'", "'_'", "'%b'", "'null'", "'10'", "'2'", "'x''y'", "'2x'", "'1e'", "'b c'",
        "'0'", "'-0'", "'2024-02-29'", "'12:30'", "'[a-c]'", "'a*'",
    ]
    // As texts, those that are no UTF-8 keep their place among the others when they are repaired.
    private static let blobs = [
        "x''", "x'01'", "x'61'", "x'31'", "x'ef'", "x'6162'", "x'0101'", "x'41'", "x'2d31'",
    ]

    mutating func literal() -> String {
        switch random.below(12) {
        case 0: return "NULL"
        case 1, 2, 3: return smallInteger()
        case 4: return pick(RandomSQL.integers)
        case 5, 6: return pick(RandomSQL.reals)
        case 7, 8, 9, 10: return pick(RandomSQL.texts)
        default: return pick(RandomSQL.blobs)
        }
    }

    mutating func smallInteger() -> String { String(random.below(9) - 2) }

    mutating func textLiteral() -> String { pick(RandomSQL.texts) }

    /// A value such as columns of this type usually hold, so that rows are found and meet.
    mutating func literal(like type: String) -> String {
        if oneIn(6) { return literal() }
        if oneIn(8) { return "NULL" }
        switch type {
        case "INTEGER", "INT", "BOOLEAN", "BIGINT":
            return oneIn(8) ? pick(RandomSQL.integers) : smallInteger()
        case "REAL", "DOUBLE":
            return oneIn(2) ? pick(RandomSQL.reals) : smallInteger()
        case "TEXT", "VARCHAR(10)": return textLiteral()
        case "BLOB": return oneIn(2) ? pick(RandomSQL.blobs) : literal()
        case "NUMERIC":
            return oneIn(2) ? smallInteger() : pick(RandomSQL.reals + RandomSQL.texts)
        default: return literal()
        }
    }

    /// A pattern of LIKE or GLOB.
    mutating func pattern(isGlob: Bool) -> String {
        let parts =
            isGlob
            ? ["*", "?", "a", "A", "b", "[a-c]", "[^a]", "1", "é", "", "[]a]", "[A-Z]*"]
            : ["%", "_", "a", "A", "b", "B", "1", "é", "", "\\%", "\\_"]
        let count = number(0...3)
        var text = ""
        for _ in 0..<count { text += pick(parts) }
        return "'" + text + "'"
    }
}
