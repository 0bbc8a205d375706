import Foundation

/// One fenced `sql` block of a document: SQL with the lines that it must print.
///
/// **Notation.** The first line names the script; `-- bind:` gives the parameters of what follows;
/// lines that begin with `-->`, `--#` or `--!` are what the SQL before them must print.
struct ExampleScript {
    /// SQL up to its expected lines. Several statements may stand in one step.
    struct Step {
        var sql: String
        var bindings: String?
        var expected: [String]
        /// Where the SQL begins in the document, counted from one.
        var line: Int
    }

    let name: String
    let steps: [Step]

    /// The scripts of a document, in its order.
    static func all(in document: String) -> [ExampleScript] {
        var scripts: [ExampleScript] = []
        var block: [(number: Int, text: String)]?
        // By the line feed alone: with a carriage return before it, it is one character.
        let lines = document.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
        for (index, bytes) in lines.enumerated() {
            let line = String(decoding: bytes, as: UTF8.self)
            if line == "```sql" {
                block = []
            } else if line == "```", let lines = block {
                if let script = ExampleScript(lines) { scripts.append(script) }
                block = nil
            } else {
                block?.append((index + 1, line))
            }
        }
        return scripts
    }

    /// Nil for a block without a name: it illustrates, and is not to be run.
    private init?(_ lines: [(number: Int, text: String)]) {
        guard let title = lines.first?.text, title.hasPrefix("-- "),
            let name = title.dropFirst(3).split(separator: " ").first
        else { return nil }
        self.name = String(name)
        var steps: [Step] = []
        var open: Step?
        for line in lines.dropFirst() {
            let isResult = ["-->", "--#", "--!"].contains(line.text.prefix(3))
            if isResult {
                open?.expected.append(line.text)
                continue
            }
            let isBinding = line.text.hasPrefix("-- bind:")
            if let step = open, isBinding || !step.expected.isEmpty {
                steps.append(step)
                open = nil
            }
            if isBinding {
                open = Step(
                    sql: "", bindings: String(line.text.dropFirst(8)), expected: [],
                    line: line.number)
            } else {
                var step = open ?? Step(sql: "", bindings: nil, expected: [], line: line.number)
                step.sql += (step.sql.isEmpty ? "" : "\n") + line.text
                open = step
            }
        }
        if let open { steps.append(open) }
        self.steps = steps
    }
}
