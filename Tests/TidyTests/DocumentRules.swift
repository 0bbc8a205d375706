/// Documents have one title, and their relative links lead somewhere.
enum DocumentRules {
    static func titles(_ document: Document) -> [Finding] {
        let titles = document.prose.indices.filter { document.prose[$0].hasPrefix("# ") }
        guard titles.count != 1 else { return [] }
        return [
            Finding(
                rule: .documentTitle, path: document.path,
                line: (titles.dropFirst().first ?? 0) + 1,
                message: "the document has \(titles.count) titles")
        ]
    }

    static func links(_ document: Document, among all: [Document]) -> [Finding] {
        document.links.compactMap { target, line in
            guard !target.contains("://"), !target.hasPrefix("mailto:") else { return nil }
            let parts = target.split(separator: "#", omittingEmptySubsequences: false)
            let path = parts[0].isEmpty ? document.path : resolve(parts[0], from: document.path)
            let problem: String
            if !Repository.exists(path) {
                problem = "there is no \(path)"
            } else if parts.count > 1, let other = all.first(where: { $0.path == path }),
                !other.anchors.contains(String(parts[1]))
            {
                problem = "\(path) has no section #\(parts[1])"
            } else {
                return nil
            }
            return Finding(
                rule: .brokenLink, path: document.path, line: line, message: problem)
        }
    }

    /// `target` relative to the folder of `path`, with `..` worked out.
    static func resolve(_ target: Substring, from path: String) -> String {
        var parts = path.split(separator: "/").dropLast().map(String.init)
        for part in target.split(separator: "/") where part != "." {
            if part == "..", !parts.isEmpty {
                parts.removeLast()
            } else {
                parts.append(String(part))
            }
        }
        return parts.joined(separator: "/")
    }
}
