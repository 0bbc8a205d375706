import Foundation

/// Writes the examples of all documentation comments below a folder as Swift files that can be
/// compiled: functions in batches, and a table of those that say what they give.
///
/// Arguments: the folder to write into, and folders or files with sources. Each line of an example
/// carries its place in the sources, so the compiler and the checks complain about that.
@main struct ExampleExtractor {
    private static let batchSize = 150

    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count > 2 else { throw CocoaError(.fileReadInvalidFileName) }
        var blocks: [ExampleBlock] = []
        var complaints: [String] = []
        for path in arguments[2...].flatMap(swiftFiles) {
            let file = DocumentedFile(
                path: path, text: try String(contentsOfFile: path, encoding: .utf8))
            blocks += file.blocks
            complaints += file.complaints
        }
        var output = ExampleOutput()
        for (index, block) in blocks.enumerated() {
            if index.isMultiple(of: batchSize) { output.beginBatch() }
            complaints += output.append(block, number: index)
        }
        for (index, text) in output.files.enumerated() {
            let path = "\(arguments[1])/Examples\(index).swift"
            try text.write(toFile: path, atomically: true, encoding: .utf8)
        }
        complaints.forEach { print($0) }
        print("\(blocks.count) examples, \(output.checks) of their lines say what they give")
        if !complaints.isEmpty || blocks.isEmpty { exit(1) }
    }

    private static func swiftFiles(in folder: String) -> [String] {
        if folder.hasSuffix(".swift") { return [folder] }
        return (FileManager.default.enumerator(atPath: folder)?.allObjects ?? [])
            .compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.sorted()
            .map { folder + "/" + $0 }
    }
}

/// The files that the examples become.
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
            let function = ExampleFunction(block)
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
        return []
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
