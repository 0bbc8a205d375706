/// The body of a function made of a block: its statements, each followed by a check if a comment
/// says what it gives.
///
/// A comment that ends in a full stop or a colon is prose. Any other says what the description of
/// the statement before it is, or, behind a declaration, what that of the declared name is. It
/// stands on the last line of the statement, or on lines of its own right below it.
struct ExampleFunction {
    private(set) var text = ""
    private(set) var checks = 0
    private(set) var complaints: [String] = []

    private let block: ExampleBlock
    /// The lines of the statement that is being read, without its comment.
    private var statement: [Substring] = []
    private var firstLine = 0
    /// What the comment behind the statement says so far.
    private var result: [Substring] = []

    init(_ block: ExampleBlock) {
        self.block = block
        for (offset, line) in block.lines.enumerated() { read(line, block.line + offset) }
        finish()
    }

    private mutating func read(_ line: Substring, _ number: Int) {
        let (code, comment) = Self.parts(of: line)
        let result = comment.flatMap { Self.isProse($0) ? nil : $0 }
        guard !code.isEmpty else {
            guard let result else { return skip() }
            if statement.allSatisfy(\.isEmpty) { complain("nothing has this result", number) }
            return self.result.append(result)
        }
        let continues = code.first == " " || code.first.map { ")}].".contains($0) } ?? false
        if !continues { finish() }
        if statement.allSatisfy(\.isEmpty) {
            statement = []
            firstLine = number
        }
        statement.append(code)
        if let result { self.result.append(result) }
    }

    /// Passes an empty line or prose, which may stand within a statement.
    private mutating func skip() {
        if result.isEmpty { statement.append("") } else { finish() }
    }

    private mutating func finish() {
        defer {
            statement = []
            result = []
        }
        while statement.last?.isEmpty == true { statement.removeLast() }
        guard !statement.isEmpty else { return }
        var lines = statement.map(String.init)
        if !result.isEmpty {
            checks += 1
            let value = "is: ##\"" + result.joined(separator: " ") + "\"##"
            if let name = declaredName {
                lines[lines.count - 1] += "; check(\(name), \(value))"
            } else {
                lines[0] = "check(" + lines[0]
                lines[lines.count - 1] += ", \(value))"
            }
        }
        text += "#sourceLocation(file: \"\(block.path)\", line: \(firstLine))\n"
        text += lines.joined(separator: "\n") + "\n"
    }

    private var declaredName: Substring? {
        guard let first = statement.first else { return nil }
        for keyword in ["let ", "var "] where first.hasPrefix(keyword) {
            return first.dropFirst(keyword.count).prefix { $0.isLetter || $0.isNumber }
        }
        return nil
    }

    private mutating func complain(_ message: String, _ line: Int) {
        complaints.append("\(block.path):\(line): error: \(message)")
    }

    private static func isProse(_ comment: Substring) -> Bool {
        comment.hasSuffix(".") || comment.hasSuffix(":")
    }

    /// The code of a line and its comment, both without the spaces between them.
    private static func parts(of line: Substring) -> (code: Substring, comment: Substring?) {
        var isInText = false
        var index = line.startIndex
        while index < line.endIndex {
            switch line[index] {
            case "\\" where isInText: index = line.index(after: index)
            case "\"": isInText.toggle()
            case "/" where !isInText && line[index...].hasPrefix("//"):
                return (trimmed(line[..<index]), line[index...].dropFirst(2).drop { $0 == " " })
            default: break
            }
            guard index < line.endIndex else { break }
            index = line.index(after: index)
        }
        return (trimmed(line), nil)
    }

    private static func trimmed(_ line: Substring) -> Substring {
        var line = line
        while line.last == " " { line.removeLast() }
        return line
    }
}
