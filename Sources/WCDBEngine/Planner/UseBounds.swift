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
