package import StorageSimulation
import WCDBSQL

/// Texts that are almost SQL: bytes, tokens in any order, and statements with damage.
package enum TokenSoup {
    /// What the parser is fed with next.
    package static func text(_ random: inout SeededRandom) -> [UInt8] {
        switch random.below(4) {
        case 0: (0..<random.below(60)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        case 1: tokens(&random, count: random.below(40))
        default: damaged(&random)
        }
    }

    private static let signs = [
        "(", ")", ",", ";", ".", "*", "+", "-", "/", "%", "=", "==", "!=", "<>", "<", "<=", ">",
        ">=", "<<", ">>", "&", "|", "||", "~", "->", "->>", "?", "?7", ":a", "@b", "$c", "'text'",
        "\"word\"", "`word`", "[word]", "x'0a'", "1", "2.5", ".5e3", "0x1F", "9223372036854775808",
        "t", "a", "rowid", "--", "/*", "*/", "'", "\"", "[", "x'", "1e", "0x", "\u{0}", "é", "#",
    ]

    private static func token(_ random: inout SeededRandom) -> [UInt8] {
        let keywords = Keyword.allCases
        return random.oneIn(2)
            ? Array(keywords[random.below(keywords.count)].rawValue.utf8)
            : Array(signs[random.below(signs.count)].utf8)
    }

    private static func tokens(_ random: inout SeededRandom, count: Int) -> [UInt8] {
        (0..<count).flatMap { _ in token(&random) + [0x20] }
    }

    /// The text of a random tree with a few bytes or tokens changed, removed, or repeated.
    private static func damaged(_ random: inout SeededRandom) -> [UInt8] {
        var tree = RandomTree(seed: random.next())
        var bytes = Array(tree.statement(size: 12).sql.utf8)
        for _ in 0..<(1 + random.below(3)) {
            let start = random.below(bytes.count + 1)
            let end = min(bytes.count, start + random.below(8))
            switch random.below(5) {
            case 0: bytes.removeSubrange(start..<end)
            case 1: bytes.insert(contentsOf: bytes[start..<end], at: random.below(bytes.count + 1))
            case 2: bytes.insert(contentsOf: [0x20] + token(&random) + [0x20], at: start)
            case 3: bytes.removeSubrange(start...)
            default:
                if start < bytes.count { bytes[start] = UInt8(truncatingIfNeeded: random.next()) }
            }
        }
        return bytes
    }
}
