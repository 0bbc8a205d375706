import Testing

/// `Spec/limits.md` says where each limit is in the sources.
@Suite struct `The limits of the specification` {
    /// What each source declares, as a keyword and a name: `enum A`, `let b`.
    private static func declarations() throws -> [Set<String>] {
        let keywords: Set<Substring> = [
            "struct", "enum", "class", "extension", "let", "var", "func",
        ]
        return try CheckedOut.sources(below: "Sources").map { text in
            var found: Set<String> = []
            for line in text.split(separator: "\n") {
                let words = line.split { !($0.isLetter || $0.isNumber) }
                for (keyword, name) in zip(words, words.dropFirst())
                where keywords.contains(keyword) {
                    found.insert("\(keyword) \(name)")
                }
            }
            return found
        }
    }

    /// The names in the last column, each with the type that it is a member of; nil for a type.
    private static func places() throws -> [(type: String, member: String?)] {
        var type = ""
        return try CheckedOut.rows(of: "Spec/limits.md").compactMap(\.cells.last)
            .flatMap { $0.contains("`") ? $0.matches(of: /`([^`]+)`/).map(\.output.1) : [$0[...]] }
            .filter { !$0.hasSuffix(".swift") }
            .map { place in
                let words = place.split(separator: ".").map(String.init)
                // `writers` behind `DatabaseCore.readers` is of the same type.
                if words[0].first?.isUppercase == true { type = words[0] }
                return (type, words.last == type ? nil : words.last)
            }
    }

    @Test func `are where the document says`() throws {
        let declarations = try Self.declarations()
        let places = try Self.places()
        #expect(places.count > 40)
        for (type, member) in places {
            let heads = ["struct", "enum", "class", "extension"].map { "\($0) \(type)" }
            let lines = ["let", "var", "func"].map { "\($0) \(member ?? "")" }
            let isThere = declarations.contains { source in
                heads.contains(where: source.contains)
                    && (member == nil || lines.contains(where: source.contains))
            }
            #expect(isThere, "there is no \(type).\(member ?? "self")")
        }
    }
}
