/// Something that a program can name: a public declaration, or a requirement of a public protocol.
/// Cases of enumerations are none, and neither are constants of types, which are listed like cases.
struct PublicMember {
    let path: String
    let line: Int
    /// The name and the labels, `limit(from:to:)`; the name alone for what has no parentheses.
    let signature: String
    let isRequirement: Bool
    /// Whether there is Swift in the comment above.
    let hasExample: Bool

    private static let keywords: Set = [
        "func", "init", "subscript", "var", "let", "struct", "class", "enum", "protocol", "actor",
        "typealias", "associatedtype",
    ]

    /// The members that a file declares, in their order.
    static func all(in source: SwiftSource) -> [PublicMember] {
        var members: [PublicMember] = []
        var braces = 0
        var parentheses = 0
        /// How many braces are open where the requirements of the current protocol stand.
        var protocolBody: Int?
        for (index, token) in source.tokens.enumerated() {
            switch token.text {
            case "{": braces += 1
            case "}":
                braces -= 1
                if let body = protocolBody, braces < body { protocolBody = nil }
            case "(": parentheses += 1
            case ")": parentheses -= 1
            case "public":
                guard let keyword = declaration(after: index, in: source) else { break }
                if source.tokens[keyword].text == "protocol" { protocolBody = braces + 1 }
                members.append(PublicMember(source, keyword, line: token.line))
            case _ where keywords.contains(token.text):
                guard protocolBody == braces, parentheses == 0 else { break }
                members.append(PublicMember(source, index, line: token.line, isRequirement: true))
            default: break
            }
        }
        return members
    }

    /// The keyword of the declaration whose modifiers begin at `index`; nil for an import and a
    /// constant of a type.
    private static func declaration(after index: Int, in source: SwiftSource) -> Int? {
        let words = source.tokens[index...].prefix(12)
        guard let keyword = words.firstIndex(where: { keywords.contains($0.text) }),
            !source.tokens[index..<keyword].contains(where: { $0.text == "import" })
        else { return nil }
        let isConstant = source.tokens[keyword].text == "let"
        let isOfType = source.tokens[index..<keyword].contains { $0.text == "static" }
        return isConstant && isOfType ? nil : keyword
    }

    private init(
        _ source: SwiftSource, _ keyword: Int, line: Int, isRequirement: Bool = false
    ) {
        path = source.path
        self.line = line
        self.isRequirement = isRequirement
        signature = PublicMember.signature(at: keyword, in: source)
        hasExample = PublicMember.hasExample(source.lines[..<(line - 1)])
    }

    private static func signature(at keyword: Int, in source: SwiftSource) -> String {
        let word = source.tokens[keyword]
        let line = source.lines[word.line - 1]
        let name = ["init", "subscript"].contains(word.text) ? word.text : name(in: line)
        guard ["func", "init", "subscript"].contains(word.text) else { return name }
        let rest = source.tokens[keyword...]
        let parenthesis = rest.firstIndex { $0.text == "(" } ?? rest.endIndex
        let labels = labels(from: parenthesis, in: source).map { $0 + ":" }
        return name + "(" + labels.joined() + ")"
    }

    /// The name behind the keyword: of the line, since tokens cut operators and quoted names.
    private static func name(in line: Substring) -> String {
        let words = line.split(separator: " ")
        guard let keyword = words.firstIndex(where: { keywords.contains(String($0)) }),
            keyword + 1 < words.count
        else { return "" }
        let name = words[keyword + 1]
        let isOperator = name.first.map { !$0.isLetter && $0 != "`" && $0 != "_" } ?? false
        return String(name.prefix { isOperator ? $0 != "(" : !"(<:,{=".contains($0) })
            .filter { $0 != "`" }
    }

    /// The labels of the parameters behind the parenthesis at `index`.
    private static func labels(from index: Int, in source: SwiftSource) -> [String] {
        var labels: [String] = []
        var depth = 0
        for (position, token) in source.tokens.enumerated().dropFirst(index) {
            if ["(", "[", "{"].contains(token.text) { depth += 1 }
            if [")", "]", "}"].contains(token.text) { depth -= 1 }
            if depth == 0 { break }
            guard depth == 1, token.text == "(" || token.text == "," else { continue }
            // One or two names stand before the colon of a parameter.
            let words = source.tokens[position...].dropFirst().prefix(3).map(\.text)
            guard let colon = words.firstIndex(of: ":"), colon > 0, words[0] != ")" else {
                continue
            }
            labels.append(words[0])
        }
        return labels
    }

    private static func hasExample(_ lines: ArraySlice<Substring>) -> Bool {
        var rest = lines.map { $0.drop { $0 == " " } }
        // Attributes and notes to the formatter may stand between the comment and the declaration.
        while let last = rest.last, last.hasPrefix("@") || last.hasPrefix("// swift-format") {
            rest.removeLast()
        }
        while let line = rest.popLast(), line.hasPrefix("///") {
            if line.hasSuffix("```swift") || line.contains("```swift nocompile") { return true }
        }
        return false
    }
}
