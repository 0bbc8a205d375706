import WCDBStorage

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
