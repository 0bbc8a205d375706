/// What the documentation comments of a file hold: blocks of Swift, and complaints about fences
/// that neither begin one nor say why it cannot be compiled.
struct DocumentedFile {
    private(set) var blocks: [ExampleBlock] = []
    private(set) var complaints: [String] = []

    init(path: String, text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        var index = 0
        while index < lines.count {
            defer { index += 1 }
            guard let fence = Self.comment(lines[index]), fence.text.hasPrefix("```swift") else {
                continue
            }
            let start = index + 1
            while index + 1 < lines.count, let next = Self.comment(lines[index + 1]),
                !next.text.hasPrefix("```")
            {
                index += 1
            }
            let content = lines[start..<(index + 1)].map { line in
                Self.contents(line).dropFirst(fence.indentation)
            }
            let label = fence.text.dropFirst("```swift".count)
            if label.isEmpty {
                blocks.append(ExampleBlock(path: path, line: start + 1, lines: content))
            } else if !label.hasPrefix(" nocompile: ") {
                complaints.append("\(path):\(start): error: write ```swift nocompile: and a reason")
            }
        }
    }

    /// What a line of a documentation comment says, and how far it is indented.
    private static func comment(_ line: Substring) -> (text: Substring, indentation: Int)? {
        guard line.drop(while: { $0 == " " }).hasPrefix("///") else { return nil }
        let contents = contents(line)
        let text = contents.drop { $0 == " " }
        return (text, contents.count - text.count)
    }

    private static func contents(_ line: Substring) -> Substring {
        line.drop { $0 == " " }.dropFirst(3)
    }
}
