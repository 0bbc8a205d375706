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
