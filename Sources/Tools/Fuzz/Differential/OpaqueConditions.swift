import WCDBSQL

/// Conditions that SQLite can only compute: `WHERE a = 1` as `WHERE (a = 1) IS TRUE`. It seeks
/// nothing by them, and takes no column for a constant.
enum OpaqueConditions {
    /// The text of a query with such conditions behind WHERE, HAVING and ON.
    static func hidden(_ sql: String) -> String {
        let bytes = Array(sql.utf8)
        let tokens = HiddenNames.tokens(of: bytes)
        var words: [String] = []
        // Depth of the parentheses in which each condition began.
        var open: [Int] = []
        var depth = 0
        for (index, token) in tokens.enumerated() {
            if token.kind == .leftParenthesis { depth += 1 }
            if token.kind == .rightParenthesis { depth -= 1 }
            while let start = open.last, depth < start || depth == start && ends(token) {
                words.append(") IS TRUE")
                open.removeLast()
            }
            words.append(String(decoding: bytes[token.start..<token.end], as: UTF8.self))
            if begins(token), index + 1 < tokens.count {
                words.append("(")
                open.append(depth)
            }
        }
        words += open.map { _ in ") IS TRUE" }
        return words.joined(separator: " ")
    }

    private static func begins(_ token: Token) -> Bool {
        [.where, .having, .on].contains(token.keyword)
    }

    /// Whether a condition ends before a token that stands in no further parentheses.
    private static func ends(_ token: Token) -> Bool {
        switch token.keyword {
        case .where, .group, .having, .window, .order, .limit, .union, .intersect, .except,
            .returning, .join, .left, .right, .full, .inner, .cross, .natural:
            true
        default: token.kind == .comma || token.kind == .semicolon
        }
    }
}
