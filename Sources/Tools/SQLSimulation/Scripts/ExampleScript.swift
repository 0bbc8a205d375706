/// SQL with the lines that it must print: a fenced `sql` block of a document, or a part of a file
/// that holds nothing else (`.sqltest`), from a line `-- NAME: …` to the next.
///
/// **Notation.** The first line names the script; `-- bind:` gives the parameters of what follows;
/// lines that begin with `-->`, `--#` or `--!` are what the SQL before them must print.
package struct ExampleScript {
    /// SQL up to its expected lines. Several statements may stand in one step.
    package struct Step {
        package var sql: String
        package var bindings: String?
        package var expected: [String]
        /// Where the SQL begins in the document, counted from one.
        package var line: Int
    }

    package let name: String
    package let steps: [Step]

    /// The scripts of a file, in its order.
    package static func all(in text: String, ofFile path: String) -> [ExampleScript] {
        path.hasSuffix(".sqltest") ? all(inScripts: text) : all(in: text)
    }

    private static func all(inScripts text: String) -> [ExampleScript] {
        var scripts: [ExampleScript] = []
        var part: [(number: Int, text: String)] = []
        for (index, bytes) in lines(of: text).enumerated() {
            let line = String(decoding: bytes, as: UTF8.self)
            if isTitle(line) {
                if let script = ExampleScript(part) { scripts.append(script) }
                part = []
            }
            if !line.isEmpty { part.append((index + 1, line)) }
        }
        if let script = ExampleScript(part) { scripts.append(script) }
        return scripts
    }

    /// Whether a line is `-- NAME-1: …`.
    private static func isTitle(_ line: String) -> Bool {
        guard line.hasPrefix("-- "), let colon = line.firstIndex(of: ":") else { return false }
        let name = line[..<colon].dropFirst(3)
        return name.first?.isUppercase ?? false
            && name.allSatisfy { $0.isUppercase || $0.isNumber || $0 == "-" }
    }

    /// By the line feed alone: with a carriage return before it, it is one character.
    private static func lines(of text: String) -> [Substring.UTF8View] {
        text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    }

    /// The scripts of a document, in its order.
    private static func all(in document: String) -> [ExampleScript] {
        var scripts: [ExampleScript] = []
        var block: [(number: Int, text: String)]?
        for (index, bytes) in lines(of: document).enumerated() {
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
        self.name = name.hasSuffix(":") ? String(name.dropLast()) : String(name)
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
