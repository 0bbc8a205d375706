/// Words that must not appear: traps, output, unchecked promises, forgotten tasks.
enum WordRules {
    private static let banned = [
        ["fatalError"], ["try", "!"], ["as", "!"], ["print", "("], ["debugPrint", "("],
    ]

    /// Calls that trap on what may come from outside, or print. Tools and tests may.
    static func bannedCalls(_ source: SwiftSource) -> [Finding] {
        guard source.isModule else { return [] }
        return banned.flatMap { words in
            find(words, in: source, rule: .bannedCall, because: "is not for modules")
        }
    }

    static func uncheckedSendable(_ source: SwiftSource) -> [Finding] {
        guard !source.isIn("Tests") else { return [] }
        let because = "takes the check away from the compiler"
        return find(["@", "unchecked"], in: source, rule: .uncheckedSendable, because: because)
            + find(
                ["nonisolated", "(", "unsafe"], in: source, rule: .uncheckedSendable,
                because: because)
    }

    /// Searches comments too, hence the lines as written. The words are spelt in halves here so
    /// that this file passes.
    static func openTasks(path: String, lines: [Substring]) -> [Finding] {
        let words = ["TO" + "DO", "FIX" + "ME", "XX" + "X"]
        return lines.enumerated().compactMap { index, line in
            guard let word = words.first(where: line.contains) else { return nil }
            return Finding(
                rule: .openTask, path: path, line: index + 1, message: "\(word) left behind")
        }
    }

    private static func find(
        _ words: [String], in source: SwiftSource, rule: Rule, because reason: String
    ) -> [Finding] {
        source.tokens.indices.compactMap { index in
            guard source.matches(words, at: index) else { return nil }
            return Finding(
                rule: rule, path: source.path, line: source.tokens[index].line,
                message: "'\(words.joined())' \(reason)")
        }
    }
}
