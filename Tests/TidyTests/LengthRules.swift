/// Bounds on lines, files and functions: what a reader can hold in the head.
enum LengthRules {
    static let columns = 100
    static let linesOfFile = 500
    static let linesOfFunction = 60

    static func lines(_ source: SwiftSource) -> [Finding] {
        longLines(source.lines, of: source.path)
    }

    /// Of a document, its prose: a row of a table cannot be broken, and grammar need not be.
    static func lines(_ document: Document) -> [Finding] {
        longLines(document.prose.map { $0.hasPrefix("|") ? "" : $0 }, of: document.path)
    }

    private static func longLines(_ lines: [Substring], of path: String) -> [Finding] {
        lines.enumerated().compactMap { index, line in
            guard line.count > columns else { return nil }
            return Finding(
                rule: .lineLength, path: path, line: index + 1,
                message: "the line has \(line.count) columns")
        }
    }

    static func files(_ source: SwiftSource) -> [Finding] {
        let count = source.lines.count - (source.lines.last?.isEmpty == true ? 1 : 0)
        guard count > linesOfFile else { return [] }
        return [
            Finding(
                rule: .fileLength, path: source.path, line: count,
                message: "the file has \(count) lines")
        ]
    }

    static func functions(_ source: SwiftSource) -> [Finding] {
        source.tokens.indices.compactMap { index in
            guard isFunction(source, at: index),
                let opening = bodyStart(source, after: index),
                let end = closingLine(source, opening)
            else { return nil }
            let start = source.tokens[index].line
            guard end - start + 1 > linesOfFunction else { return nil }
            return Finding(
                rule: .functionLength, path: source.path, line: start,
                message: "the function has \(end - start + 1) lines")
        }
    }

    private static func isFunction(_ source: SwiftSource, at index: Int) -> Bool {
        switch source.tokens[index].text {
        case "func":
            return true
        case "init", "deinit", "subscript":
            let before = index > 0 ? source.tokens[index - 1].text : ""
            let after = index + 1 < source.tokens.count ? source.tokens[index + 1].text : ""
            return before != "." && ["(", "<", "?", "!", "{"].contains(after)
        default:
            return false
        }
    }

    /// The index of the brace that opens the body; nil for a requirement of a protocol.
    private static func bodyStart(_ source: SwiftSource, after index: Int) -> Int? {
        let continuations: Set = ["-", ">", "throws", "rethrows", "async", "where", "{", ")", "("]
        var depth = 0
        var line = source.tokens[index].line
        for position in (index + 1)..<source.tokens.count {
            let token = source.tokens[position]
            if depth == 0, token.text == "{" { return position }
            if depth == 0, token.line > line, !continuations.contains(token.text) { return nil }
            if depth == 0, token.text == "}" { return nil }
            if token.text == "(" { depth += 1 }
            if token.text == ")" { depth -= 1 }
            line = token.line
        }
        return nil
    }

    private static func closingLine(_ source: SwiftSource, _ opening: Int) -> Int? {
        var depth = 0
        for token in source.tokens[opening...] {
            if token.text == "{" { depth += 1 }
            if token.text == "}" { depth -= 1 }
            if depth == 0 { return token.line }
        }
        return nil
    }
}
