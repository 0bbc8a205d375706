import WCDBSQL

/// The names that the columns of a query have for whoever reads from it: names that come again get
/// a number, and TRUE and FALSE, which would be constants, give way to the column's place.
struct DerivedNames {
    private var taken: Set<SQLText> = []
    private var count = 0

    /// The name of the next column, which calls itself so.
    mutating func next(_ name: String) -> String {
        count += 1
        let base = DerivedNames.isConstant(name) ? "column\(count)" : name
        var unique = base
        var number = 0
        while !taken.insert(FoldedName.key(unique)).inserted {
            number += 1
            unique = "\(base):\(number)"
        }
        return unique
    }

    private static func isConstant(_ name: String) -> Bool {
        FoldedName.equal(name, "true") || FoldedName.equal(name, "false")
    }
}
