import WCDBSQL
import WCDBStorage

/// One way to find the rows of one source: what it needs, what it costs, in which order the rows
/// come.
///
/// **Users.** One compilation: made by `AccessPlanner`, weighed by `JoinOrder`, emitted by the
/// compiler.
final class AccessPath {
    struct Bound {
        var value: Scalar
        var isInclusive: Bool
        /// How the column is compared with the value.
        var comparison: Comparison
        /// The end of a pattern's prefix: blobs, which lie above all texts, match patterns too.
        var yieldsToBlobs = false
    }

    /// What a column must be equal to.
    struct Equal {
        enum Content {
            case value(Scalar)
            case list([Scalar])
            case select(BoundSelect)
        }
        var content: Content
        /// IS: NULL is a value like others.
        var matchesNull = false
        var comparison: Comparison

        var isSingle: Bool {
            if case .value = content { return true }
            return false
        }
    }

    /// Values of an index's first columns, and a range of the next.
    struct IndexRange {
        var index: IndexSchema
        var equals: [Equal] = []
        var lower: Bound?
        var upper: Bound?
        /// Keys whose next column is NULL are passed over.
        var skipsNulls = false
    }

    enum Way {
        /// Every row, in the order of the table.
        case scan
        case rowid(Equal)
        case rowidRange(lower: Bound?, upper: Bound?)
        case index(IndexRange)
        /// A hash table, made when the query begins: these columns have these values.
        case hash([HashColumn])
        /// The rows of any of these paths, each once.
        case union([AccessPath])
    }

    /// A column by whose value rows are found in a hash table.
    struct HashColumn {
        var column: Int
        var value: Scalar
        /// NULL is a value like others: the operator is IS.
        var matchesNull: Bool
        var comparison: Comparison
    }

    /// By what the rows come ordered.
    enum Ordering {
        case none
        case rowid
        /// By the columns of an index, and by the rowid behind them.
        case index(PlannedIndex)
    }

    /// One column by which the rows come ordered.
    struct Order {
        /// -1 is the rowid; nil an expression.
        var column: Int?
        var expression: Scalar?
        var isDescending = false
        var collation: Collation
    }

    let way: Way
    /// What finding the rows costs, in units of a row visited in order.
    let cost: Double
    /// How many rows it finds, as far as one can know.
    let rows: Double
    /// What is paid once, before the first row.
    var setup = 0.0
    /// The sources that must have a current row.
    var required: UInt64 = 0
    /// The numbers of the terms that need no test any more.
    var satisfied: [Int] = []
    /// At most one row.
    var isOneRow = false
    var ordering = Ordering.none
    /// Which of the first columns of the order have one value only, for a row of the sources
    /// before: one bit each.
    var fixed: UInt64 = 0
    /// With so many columns of the order given there is at most one row.
    var uniqueCount = Int.max
    /// The index has all columns that are asked for.
    var isCovering = false

    /// The same path, without the rows that have NULL in the first column that is free.
    func skippingNulls() -> AccessPath {
        guard case .index(var range) = way else { return self }
        range.skipsNulls = true
        let path = AccessPath(.index(range), cost: cost, rows: rows)
        path.required = required
        path.satisfied = satisfied
        path.ordering = ordering
        path.fixed = fixed
        path.uniqueCount = uniqueCount
        path.isCovering = isCovering
        return path
    }

    init(_ way: Way, cost: Double, rows: Double) {
        self.way = way
        self.cost = cost
        self.rows = rows
    }

    /// How many columns the order has.
    var orderCount: Int {
        switch ordering {
        case .none: 0
        case .rowid: 1
        case .index(let index): index.schema.columns.count + 1
        }
    }

    /// A column of the order.
    func order(_ position: Int) -> Order {
        guard case .index(let index) = ordering, position < index.schema.columns.count else {
            return Order(column: -1, collation: .binary)
        }
        let key = index.schema.keys[position]
        return Order(
            column: index.column(position), expression: index.expression(position),
            isDescending: key.isDescending, collation: key.collation)
    }

    func isFixed(_ position: Int) -> Bool { position < 64 && fixed & (1 << UInt64(position)) != 0 }
}
