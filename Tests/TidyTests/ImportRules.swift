/// Which module may import what. The compiler would accept more; the architecture does not.
enum ImportRules {
    private static let systemLibrary: Set = [
        "Glibc", "Darwin", "Musl", "Android", "Bionic", "os", "WinSDK", "ucrt",
    ]

    /// The permitted imports of each module beside the C library. Tools and tests are free.
    private static let permitted: [String: Set<String>] = [
        "WCDBStorage": ["Synchronization"],
        "WCDBSQL": ["Synchronization"],
        "WCDBEngine": ["WCDBStorage", "WCDBSQL", "Synchronization"],
        // Rows reach the models in the form in which storage hands them out, and locks are ours.
        "WCDBSwift": ["WCDBEngine", "WCDBSQL", "WCDBStorage", "Synchronization", "Foundation"],
    ]

    /// The folders that may call the C library: system calls, locks, `memcmp`, mathematics.
    private static let systemFolders: Set = [
        "WCDBStorage/Bytes", "WCDBStorage/Memory", "WCDBStorage/Threads", "WCDBStorage/File",
        "WCDBEngine/Functions",
    ]

    static func check(_ source: SwiftSource) -> [Finding] {
        guard source.isModule else { return [] }
        let (module, folder) = source.place
        return imports(of: source).compactMap { name, line in
            let isAllowed =
                systemLibrary.contains(name)
                ? systemFolders.contains(module + "/" + folder)
                : permitted[module]?.contains(name) ?? false
            guard !isAllowed else { return nil }
            return Finding(
                rule: .importEdge, path: source.path, line: line,
                message: "\(module)/\(folder) may not import \(name)")
        }
    }

    private static func imports(of source: SwiftSource) -> [(name: String, line: Int)] {
        let kinds: Set = ["struct", "class", "enum", "protocol", "typealias", "func", "var", "let"]
        return source.tokens.indices.compactMap { index in
            guard source.tokens[index].text == "import" else { return nil }
            let rest = source.tokens[(index + 1)...].prefix(2)
            guard let name = rest.first(where: { !kinds.contains($0.text) }) else { return nil }
            return (name.text, name.line)
        }
    }
}
