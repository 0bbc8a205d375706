/// The files that the examples become: functions in batches, models for what stands in coding keys,
/// and a table of the functions that have something to check.
struct ExampleOutput {
    private var batches: [String] = []
    /// The functions that have something to check.
    private var functions: [String] = []
    private(set) var checks = 0

    var files: [String] {
        let table = functions.map { "    \($0),\n" }.joined()
        return batches + ["let checkedExamples: [CheckedExample] = [\n\(table)]\n"]
    }

    mutating func beginBatch() { batches.append("import Foundation\nimport WCDBSwift\n") }

    /// Appends a block to the last batch; returns what is wrong with it.
    mutating func append(_ block: ExampleBlock, number: Int) -> [String] {
        let name = "example\(number)"
        let place = "#sourceLocation(file: \"\(block.path)\", line: \(block.line))\n"
        let lines = place + block.lines.joined(separator: "\n") + "\n#sourceLocation()\n"
        let function = ExampleFunction(block)
        let text: String
        switch block.place {
        case .file:
            text = lines
        case .codingKeys:
            text = codingKeys(name, lines, hasBinding: lines.contains("objectRelationalMapping"))
        case .binding:
            let binding = "static let objectRelationalMapping = TableBinding(CodingKeys.self) {\n"
            text = codingKeys(name, binding + lines + "}\n", hasBinding: true)
        case .function:
            // An asynchronous function would prefer asynchronous overloads.
            let isAsync = block.lines.contains { $0.contains("await ") }
            text =
                "func \(name)() \(isAsync ? "async " : "")throws {\n\(function.text)"
                + "#sourceLocation()\n}\n"
            if function.checks > 0 {
                let arguments = "path: \"\(block.path)\", line: \(block.line), body: \(name)"
                functions.append("CheckedExample(\(arguments))")
            }
            checks += function.checks
            batches[batches.count - 1] += text
            return function.complaints
        }
        batches[batches.count - 1] += text
        guard function.checks > 0 else { return [] }
        return [
            "\(block.path):\(block.line): error: only statements are compared; write a sentence"
        ]
    }

    /// A model whose coding keys have these lines.
    private func codingKeys(_ name: String, _ lines: String, hasBinding: Bool) -> String {
        let binding = "static let objectRelationalMapping = TableBinding(CodingKeys.self)\n"
        return """
            private struct \(name): TableCodable {
            var id = 0, author = 0, stars = 0, name = ""
            var title: String?, text: String?
            enum CodingKeys: String, CodingTableKey {
            typealias Root = \(name)
            case id, author, stars, name, title, text
            \(hasBinding ? "" : binding)\(lines)}
            }

            """
    }
}
