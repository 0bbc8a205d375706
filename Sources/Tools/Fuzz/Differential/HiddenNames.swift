import WCDBSQL

/// What SQLite does not look at because it knows the result without it: what stands left of
/// `IN ()`, and beside a 0 that is a whole operand of AND.
enum HiddenNames {
    /// The text with a 1 in the place of what hides something; nil if nothing does.
    static func revealed(_ sql: String) -> String? {
        let bytes = Array(sql.utf8)
        let tokens = tokens(of: bytes)
        var result: [UInt8] = []
        var end = 0
        for index in tokens.indices {
            let token = tokens[index]
            if isHidingZero(index, tokens, bytes) {
                result += bytes[end..<token.start] + [UInt8(ascii: "1")]
                end = token.end
            } else if isEmptyList(index, tokens) {
                result += bytes[end..<token.start] + [UInt8(ascii: "1")]
                end = token.start
            }
        }
        return end > 0 ? String(decoding: result + bytes[end...], as: UTF8.self) : nil
    }

    static func tokens(of bytes: [UInt8]) -> [Token] {
        let lexer = Lexer(bytes)
        var tokens: [Token] = []
        var token = lexer.token(at: 0)
        while token.kind != .endOfText {
            tokens.append(token)
            token = lexer.token(at: token.end)
        }
        return tokens
    }

    /// Whether a token closes the parentheses of `IN ()`.
    private static func isEmptyList(_ index: Int, _ tokens: [Token]) -> Bool {
        index >= 2 && tokens[index].kind == .rightParenthesis
            && tokens[index - 1].kind == .leftParenthesis && tokens[index - 2].keyword == .in
    }

    private static func isHidingZero(_ index: Int, _ tokens: [Token], _ bytes: [UInt8]) -> Bool {
        let token = tokens[index]
        guard token.kind == .integer, bytes[token.start..<token.end].elementsEqual([0x30]) else {
            return false
        }
        let before = index > 0 ? tokens[index - 1] : nil
        let behind = index + 1 < tokens.count ? tokens[index + 1] : nil
        if behind?.keyword == .and, begins(before, index - 1, tokens) { return true }
        guard let before, before.keyword == .and, !isOfRange(index - 1, tokens) else {
            return false
        }
        return ends(behind)
    }

    /// Whether an operand of AND begins behind a token.
    private static func begins(_ before: Token?, _ index: Int, _ tokens: [Token]) -> Bool {
        guard let before else { return true }
        switch before.keyword {
        case .and: return !isOfRange(index, tokens)
        case .where, .or, .on, .having, .when, .select, .then, .else, .by: return true
        default: return before.kind == .leftParenthesis || before.kind == .comma
        }
    }

    /// Whether an operand of AND ends before a token: what binds more tightly goes on.
    private static func ends(_ behind: Token?) -> Bool {
        guard let behind else { return true }
        switch behind.keyword {
        case .collate, .is, .isnull, .notnull, .not, .in, .like, .glob, .match, .regexp, .between:
            return false
        case nil:
            return [.rightParenthesis, .comma, .semicolon, .word, .quotedWord]
                .contains(behind.kind)
        default: return true
        }
    }

    /// Whether an AND belongs to a BETWEEN before it.
    private static func isOfRange(_ and: Int, _ tokens: [Token]) -> Bool {
        var depth = 0
        var others = 0
        for token in tokens[..<and].reversed() {
            switch token.kind {
            case .rightParenthesis: depth += 1
            case .leftParenthesis:
                guard depth > 0 else { return false }
                depth -= 1
            case _ where depth > 0: continue
            default:
                if token.keyword == .between {
                    guard others > 0 else { return true }
                    others -= 1
                } else if token.keyword == .and {
                    others += 1
                }
            }
        }
        return false
    }
}
