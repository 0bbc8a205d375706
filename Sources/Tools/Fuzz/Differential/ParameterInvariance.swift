import WCDBEngine
import WCDBSQL

/// A query gives the same rows if its literals are bound as parameters.
struct ParameterInvariance {
    private let engine: EngineSide

    init(_ engine: EngineSide) { self.engine = engine }

    /// `note` hears of what was run.
    func check(
        _ sql: String, _ outcome: StatementOutcome, index: Int,
        note: (String, Program?) -> Void
    ) throws {
        guard let (text, values) = ParameterInvariance.bound(sql) else { return }
        let again = engine.run(text, values)
        note(text, engine.lastProgram)
        guard again.failed || again.rowTexts.sorted() != outcome.rowTexts.sorted() else { return }
        throw ScriptDifference(
            index: index, sql: sql, what: "parameters change the rows",
            ours: "\(outcome.rows.count) rows: \(outcome.rowTexts.prefix(5))",
            theirs: "not asked: \(text): \(again.message) \(again.rowTexts.prefix(5))")
    }

    /// The query with a parameter for each literal that may be one, and the values; nil if it has
    /// none. Numbers of results in ORDER BY stay.
    private static func bound(_ sql: String) -> (text: String, values: [Value])? {
        let bytes = Array(sql.utf8)
        let lexer = Lexer(bytes)
        var text: [UInt8] = []
        var values: [Value] = []
        var (position, copied, isInOrder, before) = (0, 0, false, Token?.none)
        guard !unsuitable.contains(where: sql.contains) else { return nil }
        while position < bytes.count {
            let token = lexer.token(at: position)
            guard token.end > position, token.start < bytes.count else { break }
            position = token.end
            if token.keyword == .by { isInOrder = before?.keyword == .order }
            if token.keyword == .limit || token.kind == .rightParenthesis { isInOrder = false }
            // Behind AS a word in quotes is a name, and `-0.0` is one constant, with a sign that
            // `0 - 0.0` does not have.
            if !isInOrder, before?.keyword != .as, let value = value(of: token, lexer),
                before?.kind != .minus || value != .real(0)
            {
                text += bytes[copied..<token.start] + Array("?".utf8)
                values.append(value)
                copied = token.end
            }
            before = token
        }
        guard !values.isEmpty else { return nil }
        return (String(decoding: text + bytes[copied...], as: UTF8.self), values)
    }

    /// A literal there is needed as such, or what it says decides which of equal rows are taken.
    private static let unsuitable = [
        "likelihood(", "VARCHAR", "INDEXED BY", "GROUP BY", "DISTINCT", "LIMIT", "UNION",
        "INTERSECT", "EXCEPT",
    ]

    private static func value(of token: Token, _ lexer: Lexer) -> Value? {
        switch token.kind {
        case .integer: Int64(lexer.text(token)).map { .integer($0) }
        case .real: Double(lexer.text(token)).map { .real($0) }
        case .string:
            .text(
                Array(
                    lexer.text(token.start + 1, token.end - 1).replacing("''", with: "'").utf8))
        default: nil
        }
    }
}
