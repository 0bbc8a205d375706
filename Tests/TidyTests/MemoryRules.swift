/// Where raw memory may be dereferenced: in a few folders, behind small types that state why it
/// is safe. Other code may hold and pass `Unsafe…` types.
///
/// The check knows the calls below. It cannot see a subscript on a pointer; reviewers do.
enum MemoryRules {
    private static let folders: Set = [
        "Sources/WCDBStorage/Bytes",
        "Sources/WCDBStorage/Memory",
        "Sources/WCDBStorage/Threads",
        "Sources/WCDBStorage/File",
        // Pages are bytes: layouts, log frames and versions live in raw memory, validated once
        // when they come from the disk (Spec/decisions/0001-raw-memory-in-storage.md).
        "Sources/WCDBStorage/Record",
        "Sources/WCDBStorage/Page",
        "Sources/WCDBStorage/WAL",
        "Sources/WCDBStorage/Pager",
        "Sources/WCDBStorage/BTree",
        "Sources/WCDBStorage/Maintenance",
        // Rows and keys of a statement, one call each per row: arenas instead of objects.
        "Sources/WCDBEngine/Scratch",
        "Sources/WCDBEngine/Machine",
        // Instructions and constants lie where the machine's loop reads them without an array.
        "Sources/WCDBEngine/Program",
        "Sources/WCDBSwift/ORM",
    ]

    private static let accesses: Set = [
        "pointee", "loadUnaligned", "storeBytes", "copyMemory", "initializeMemory",
        "assumingMemoryBound", "bindMemory", "withMemoryRebound", "unsafeBitCast",
        "memcpy", "memmove", "memcmp", "memset",
    ]

    static func check(_ source: SwiftSource) -> [Finding] {
        guard source.isModule, !folders.contains(where: source.isIn) else { return [] }
        return source.tokens.indices.compactMap { index in
            let token = source.tokens[index]
            let isLoad = source.matches(["load", "(", "fromByteOffset"], at: index)
            guard accesses.contains(token.text) || isLoad else { return nil }
            return Finding(
                rule: .memoryAccess, path: source.path, line: token.line,
                message: "'\(token.text)' reaches into raw memory")
        }
    }
}
