import WCDBEngine
import WCDBSQL

/// What the statements of random scripts have reached: words of the grammar, functions, and
/// instructions of the machine.
///
/// **Always true.** Only statements that were not refused count.
struct ScriptCoverage {
    private(set) var hits: [String: Int] = [:]

    /// Functions by their names; what others are under the same name, or behind a keyword, is no
    /// name of its own.
    private static let functions: Set<String> = Set(
        FunctionRegistry.builtIn.descriptions.map(\.name).filter { name in
            name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
                && !name.hasPrefix("current_")
        } + WindowFunction.allCases.map(\.rawValue)
            + [
                "count", "sum", "total", "avg", "min", "max", "group_concat", "json_group_array",
                "json_group_object",
            ])

    /// Everything that can be reached.
    static let all: [String] =
        Keyword.allCases.filter { !unreachable.contains($0) }.map { "word " + $0.rawValue }
        + functions.sorted().map { "function " + $0 }
        + Opcode.allCases.filter { $0 != .visit }.map { "opcode \($0)" }

    /// Words of what there is no function for, so that nothing with them succeeds.
    private static let unreachable: Set<Keyword> = [.regexp, .match]

    mutating func note(_ sql: String, _ program: Program?) {
        let bytes = Array(sql.utf8)
        let lexer = Lexer(bytes)
        var found: Set<String> = []
        var position = 0
        var previous = ""
        while position < bytes.count {
            let token = lexer.token(at: position)
            guard token.end > position, token.start < bytes.count else { break }
            position = token.end
            if let keyword = token.keyword { found.insert("word " + keyword.rawValue) }
            if token.kind == .leftParenthesis, ScriptCoverage.functions.contains(previous) {
                found.insert("function " + previous)
            }
            previous = String(decoding: bytes[token.start..<token.end], as: UTF8.self).lowercased()
        }
        for program in program?.allPrograms ?? [] {
            for instruction in program.instructions { found.insert("opcode \(instruction.opcode)") }
        }
        for name in found { hits[name, default: 0] += 1 }
    }

    /// What was reached less often than `minimum`, and the shares of what should go well.
    static func report(_ count: FuzzCount, minimum: Int) -> String {
        let missing = all.filter { count.hits[$0, default: 0] < minimum }
            .map { "\($0) (\(count.hits[$0, default: 0]))" }
        func share(_ part: String, of whole: Int) -> Int {
            count.hits[part, default: 0] * 100 / max(1, whole)
        }
        let queries = count.notes["queries", default: 0]
        return """
            coverage: \(all.count - missing.count) of \(all.count) words, functions and opcodes in \
            at least \(minimum) statements; \(share("succeeded", of: count.cycles)) % of the \
            statements succeed, \(share("with rows", of: queries)) % of the queries have rows
            less often: \(missing.joined(separator: ", "))
            """
    }

    mutating func note(succeeded: Bool, hasRows: Bool) {
        if succeeded { hits["succeeded", default: 0] += 1 }
        if hasRows { hits["with rows", default: 0] += 1 }
    }
}
