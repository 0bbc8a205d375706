/// The main type of a file says what it is. The main type is the one the file is named after,
/// else the first at top level; files that only extend a type are free.
enum CommentRules {
    static func check(_ source: SwiftSource) -> [Finding] {
        guard source.isModule || source.isTool, let type = mainType(source) else { return [] }
        var line = type.line - 1
        // Attributes and modifiers may stand between the comment and the declaration.
        while line > 0, source.lines[line - 1].hasPrefix("@") { line -= 1 }
        guard line < 1 || !source.lines[line - 1].hasPrefix("///") else { return [] }
        return [
            Finding(
                rule: .undocumentedType, path: source.path, line: type.line,
                message: "\(type.name) has no documentation comment")
        ]
    }

    private static func mainType(_ source: SwiftSource) -> (name: String, line: Int)? {
        let keywords: Set = ["struct", "class", "enum", "protocol", "actor"]
        var depth = 0
        var types: [(name: String, line: Int)] = []
        for (index, token) in source.tokens.enumerated() {
            if token.text == "{" || token.text == "(" { depth += 1 }
            if token.text == "}" || token.text == ")" { depth -= 1 }
            if depth == 0, keywords.contains(token.text), index + 1 < source.tokens.count {
                types.append((source.tokens[index + 1].text, token.line))
            }
        }
        let name = source.path.split(separator: "/").last?.prefix { $0 != "." && $0 != "+" }
        return types.first { $0.name == name ?? "" } ?? types.first
    }
}
