import WCDBSQL
import WCDBStorage

/// The first lower and the first upper bound among the uses of a column, as their numbers.
struct UseBounds {
    var lower: Int?
    var upper: Int?
    /// The sources that they need.
    var mask: UInt64 = 0

    var isEmpty: Bool { lower == nil && upper == nil }
}

extension PlannedIndex {
    /// Whether a use can be served by a column of the index: same collation, and values that the
    /// comparison leaves as they are stored.
    func serves(_ use: TermUse, _ position: Int) -> Bool {
        let number = column(position)
        guard use.column == number else { return false }
        if number == nil {
            guard let expression = expression(position), let subject = use.subject,
                subject.isSame(as: expression)
            else { return false }
        }
        let key = schema.keys[position]
        // The end of a pattern's prefix looks for blobs behind it, so it needs them there.
        if use.isPatternEnd, key.isDescending { return false }
        let compared = use.comparison.affinity
        if compared != .none, compared != .blob {
            let affinity = number.map(affinity(of:)) ?? .none
            guard compared == affinity || compared.isNumeric && affinity.isNumeric else {
                return false
            }
        }
        return use.comparison.collation.isSame(as: schema.columns[position].collation)
    }
}

/// One column by which rows come ordered.
struct OrderColumn {
    /// -1 is the rowid; nil an expression.
    var column: Int?
    var expression: Scalar?
    var isDescending = false
    var collation: Collation

    static var rowid: OrderColumn { OrderColumn(column: -1, collation: .binary) }
}

extension Collation {
    /// Whether both have one name: then they compare alike.
    func isSame(as other: Collation) -> Bool {
        switch (self, other) {
        case (.binary, .binary), (.nocase, .nocase), (.rtrim, .rtrim): true
        case (.custom, _), (_, .custom): name == other.name
        default: false
        }
    }
}
