/// A place where a rule does not hold, with the reason. `path` is a file, or a folder if it ends
/// with a slash. An exception that nothing needs any more fails the test: the list may only shrink.
struct Exception: Sendable {
    let rule: Rule
    let path: String
    let reason: String

    init(_ rule: Rule, _ path: String, _ reason: String) {
        self.rule = rule
        self.path = path
        self.reason = reason
    }

    func covers(_ finding: Finding) -> Bool {
        rule == finding.rule
            && (path.hasSuffix("/") ? finding.path.hasPrefix(path) : finding.path == path)
    }

    static let all: [Exception] = [
        Exception(
            .memoryAccess, "Sources/WCDBStorage/Pager/MutablePage.swift",
            "the one way to change a page: each store marks the line it touches")
    ]
}
