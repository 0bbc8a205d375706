/// A program that meets a name finds out how it is used: each public member of the library has an
/// example in its comment. `Tests/examples` compiles and runs them.
///
/// Three things are shown by the example of something else: an initialiser without arguments, and
/// what a protocol of the standard library demands, by that of their type; what a protocol of the
/// library demands, by that of one member with this signature in the folder.
enum ExampleRules {
    private static let library = "Sources/WCDBSwift/"

    static func check(_ sources: [SwiftSource]) -> [Finding] {
        let members = sources.filter { $0.path.hasPrefix(library) }.flatMap(PublicMember.all)
        let required = Set(members.filter(\.isRequirement).map(\.signature))
        let shown = Set(members.filter(\.hasExample).map(Place.init))
        return members.compactMap { member in
            if member.hasExample || isShownByItsType(member) { return nil }
            if required.contains(member.signature), shown.contains(Place(member)) { return nil }
            return Finding(
                rule: .missingExample, path: member.path, line: member.line,
                message: "\(member.signature) has no example in its comment")
        }
    }

    /// A signature in a folder of the library.
    private struct Place: Hashable {
        let folder: Substring
        let signature: String

        init(_ member: PublicMember) {
            folder = member.path.dropFirst(library.count).prefix { $0 != "/" }
            signature = member.signature
        }
    }

    private static func isShownByItsType(_ member: PublicMember) -> Bool {
        member.signature == "init()" || demandedByTheStandardLibrary.contains(member.signature)
    }

    private static let demandedByTheStandardLibrary: Set = [
        "description", "debugDescription", "errorDescription", "hash(into:)", "encode(to:)",
        "init(from:)", "rawValue", "init(rawValue:)", "stringValue", "init(stringValue:)",
        "intValue", "init(intValue:)", "init(nilLiteral:)", "init(booleanLiteral:)",
        "init(integerLiteral:)", "init(floatLiteral:)", "init(stringLiteral:)",
        "init(literalCapacity:interpolationCount:)", "appendLiteral(_:)",
        "makeAsyncIterator()", "next()", "next(isolation:)", "AsyncIterator", "Element",
    ]
}
