import WCDBSQL

/// Makes a script that shows a difference smaller as long as it shows one: fewer statements, then
/// fewer tokens in each.
struct ScriptShrinker {
    private let library: SQLiteOracle
    private(set) var script: [String]
    private(set) var difference: ScriptDifference
    /// Probes that are left: a script that takes long must not be shrunk for ever.
    private var budget = 4000

    init(_ library: SQLiteOracle, _ script: [String], _ difference: ScriptDifference) {
        self.library = library
        self.script = Array(script.prefix(difference.index + 1))
        self.difference = difference
    }

    mutating func shrink() {
        leaveOutStatements()
        var before = -1
        while before != script.joined().utf8.count, budget > 0 {
            before = script.joined().utf8.count
            for index in script.indices.reversed() where index < script.count {
                leaveOutTokens(of: index)
            }
            leaveOutStatements()
        }
    }

    /// The script as text.
    var text: String { script.map { $0 + ";" }.joined(separator: "\n") }

    private mutating func leaveOutStatements() {
        var size = max(1, script.count / 2)
        while size > 0 {
            var start = 0
            while start < script.count {
                var fewer = script
                fewer.removeSubrange(start..<min(fewer.count, start + size))
                if !accept(fewer) { start += size }
            }
            size /= 2
        }
    }

    private mutating func leaveOutTokens(of index: Int) {
        var tokens = ScriptShrinker.tokens(script[index])
        var size = max(1, tokens.count / 2)
        while size > 0 {
            var start = 0
            while start < tokens.count {
                var fewer = tokens
                fewer.removeSubrange(start..<min(fewer.count, start + size))
                var changed = script
                changed[index] = fewer.joined(separator: " ")
                if accept(changed) {
                    guard index < script.count else { return }
                    tokens = fewer
                } else {
                    start += size
                }
            }
            size /= 2
        }
    }

    private static func tokens(_ sql: String) -> [String] {
        let bytes = Array(sql.utf8)
        let lexer = Lexer(bytes)
        var tokens: [String] = []
        var position = 0
        while position < bytes.count {
            let token = lexer.token(at: position)
            guard token.end > position, token.start < bytes.count else { break }
            tokens.append(String(decoding: bytes[token.start..<token.end], as: UTF8.self))
            position = token.end
        }
        return tokens
    }

    /// Takes the smaller script if it still shows a difference of the same kind.
    private mutating func accept(_ smaller: [String]) -> Bool {
        guard budget > 0, !smaller.isEmpty else { return false }
        budget -= 1
        var run = DifferentialRun(library)
        do {
            try run.run(smaller)
            return false
        } catch let found as ScriptDifference {
            guard found.kind == difference.kind else { return false }
            script = Array(smaller.prefix(found.index + 1))
            difference = found
            return true
        } catch {
            return false
        }
    }
}
