/// A Markdown document: its lines with code blanked out, and its headings.
struct Document {
    let path: String
    let lines: [Substring]
    /// Lines of prose; those of code blocks are empty.
    let prose: [Substring]

    init(path: String, text: String) {
        self.path = path
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        var isCode = false
        prose = lines.map { line in
            let isFence = line.drop { $0 == " " }.hasPrefix("```")
            if isFence { isCode.toggle() }
            return isCode || isFence ? "" : line
        }
    }

    /// The anchors that links may name, made from headings the way hosting sites do.
    var anchors: Set<String> {
        Set(
            prose.filter { $0.hasPrefix("#") }.map { heading in
                let title = heading.drop { $0 == "#" || $0 == " " }.lowercased()
                let kept = title.filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
                return String(kept.map { $0 == " " ? "-" : $0 })
            })
    }

    /// The targets of `[text](target)` outside of code, with their lines.
    var links: [(target: String, line: Int)] {
        prose.enumerated().flatMap { index, line -> [(target: String, line: Int)] in
            let text = line.split(separator: "`", omittingEmptySubsequences: false)
                .enumerated().filter { $0.offset % 2 == 0 }.map { String($0.element) }
                .joined(separator: "code")
            return text.split(separator: "](").dropFirst().compactMap { rest in
                rest.firstIndex(of: ")").map { (String(rest[..<$0]), index + 1) }
            }
        }
    }
}
