import WCDBSQL
package import WCDBStorage

/// The collations that a connection knows, by name.
package struct CollationRegistry: Sendable {
    private var custom: [SQLText: Collation] = [:]

    package init() {}

    package mutating func register(_ collation: CustomCollation) {
        custom[FoldedName.key(collation.name)] = .custom(collation)
    }

    /// Registered ones first, as the newest; then those that are always there.
    var names: [String] {
        custom.values.map(\.name).sorted() + ["RTRIM", "NOCASE", "BINARY"]
    }

    package func find(_ name: String) throws(EngineError) -> Collation {
        let folded = FoldedName.fold(name)
        if let collation = custom[SQLText(folded)] { return collation }
        switch folded {
        case "binary": return .binary
        case "nocase": return .nocase
        case "rtrim": return .rtrim
        default:
            throw .sql(.missingCollation, "no such collation sequence: \(name)")
        }
    }
}
