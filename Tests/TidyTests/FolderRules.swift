/// The order of the folders of a module: a folder may use the ones before it, never those after.
///
/// The compiler does not see folders, so the check goes by names: a file may not mention a type
/// that is declared at top level in a later folder only. Members and nested types escape it.
/// Files at the root of a module (errors, limits) belong to no folder and are not checked.
enum FolderRules {
    static let order: [String: [String]] = [
        "WCDBStorage": [
            "Bytes", "Memory", "Threads", "File", "Record", "Cipher", "Page", "WAL", "Pager",
            "BTree", "Check", "Maintenance",
        ],
        "WCDBSQL": ["AST", "Lexer", "Parser", "Rendering", "Rewriting"],
        "WCDBEngine": [
            "Values", "Scratch", "Functions", "Schema", "Binding", "Program", "Planner",
            "Compiler", "Machine", "Connection", "Pragmas",
        ],
        "WCDBSwift": [
            "WINQ", "ORM", "Database", "Interfaces", "Calls", "Async", "Observation",
            "Compatibility",
        ],
    ]

    static func check(_ sources: [SwiftSource]) -> [Finding] {
        order.keys.sorted().flatMap { module in
            check(sources.filter { $0.place.module == module }, order: order[module] ?? [])
        }
    }

    private static func check(_ sources: [SwiftSource], order: [String]) -> [Finding] {
        var firstRank: [String: Int] = [:]
        for source in sources {
            let rank = order.firstIndex(of: source.place.folder) ?? -1
            for name in declaredTypes(source) {
                firstRank[name] = min(firstRank[name] ?? rank, rank)
            }
        }
        return sources.flatMap { source -> [Finding] in
            let folder = source.place.folder
            guard !folder.isEmpty else { return [] }
            guard let rank = order.firstIndex(of: folder) else {
                return [
                    Finding(
                        rule: .folderOrder, path: source.path, line: 1,
                        message: "the folder \(folder) has no place in the order")
                ]
            }
            return laterNames(source, rank: rank, firstRank: firstRank, order: order)
        }
    }

    private static func laterNames(
        _ source: SwiftSource, rank: Int, firstRank: [String: Int], order: [String]
    ) -> [Finding] {
        var reported: Set<String> = []
        return source.tokens.compactMap { token in
            guard let declared = firstRank[token.text], declared > rank,
                reported.insert(token.text).inserted
            else { return nil }
            return Finding(
                rule: .folderOrder, path: source.path, line: token.line,
                message: "\(order[rank]) mentions \(token.text), which lies in \(order[declared])")
        }
    }

    /// The names of all types declared in the file, nested ones included: a nested name in an
    /// earlier folder makes the name ambiguous, and ambiguous names are not reported.
    private static func declaredTypes(_ source: SwiftSource) -> [String] {
        let keywords: Set = ["struct", "class", "enum", "protocol", "actor", "typealias"]
        return source.tokens.indices.compactMap { index in
            guard keywords.contains(source.tokens[index].text), index + 1 < source.tokens.count,
                let first = source.tokens[index + 1].text.unicodeScalars.first,
                first.properties.isUppercase
            else { return nil }
            return source.tokens[index + 1].text
        }
    }
}
