import SQLSimulation

/// The script that the `sql` target makes from a seed: `wcdb-fuzz script SEED [STATEMENTS]`. Its
/// text runs in any shell, and with `wcdb-fuzz compare`.
enum ScriptCommand {
    /// Returns the exit status.
    static func run(_ words: [String]) -> Int32 {
        guard let word = words.first, let seed = number(word),
            let count = words.count > 1 ? Int(words[1]) : DifferentialTarget().defaultEffort,
            count > 0
        else {
            print("usage: wcdb-fuzz script SEED [STATEMENTS]")
            return 2
        }
        for statement in RandomScript.statements(seed: seed, count: count) {
            print(statement + ";")
        }
        return 0
    }

    private static func number(_ text: String) -> UInt64? {
        text.hasPrefix("0x") ? UInt64(text.dropFirst(2), radix: 16) : UInt64(text)
    }
}
