import WCDBSQL
import WCDBStorage

/// One way to find the rows of one source.
///
/// **Users.** One compilation: made by `AccessPlanner` of a choice that won, emitted by the
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
            /// Whatever there is: one value of the column after the other.
            case any
        }
        var content: Content
        /// IS: NULL is a value like others.
        var matchesNull = false
        var comparison: Comparison

        var isSingle: Bool {
            if case .value = content { return true }
            return false
        }

        var isAny: Bool {
            if case .any = content { return true }
            return false
        }

        /// Of a column of an index that is passed by.
        static func any(_ key: KeyColumn) -> Equal {
            Equal(
                content: .any, matchesNull: true,
                comparison: Comparison(affinity: .none, collation: key.collation))
        }
    }

    /// Values of an index's first columns, and a range of the next, or behind all of them of the
    /// rowid. An object, so that handing it on copies nothing.
    final class IndexRange {
        let index: IndexSchema
        let equals: [Equal]
        let lower: Bound?
        let upper: Bound?
        /// Keys whose next column is NULL are passed over.
        let skipsNulls: Bool
        /// Of an index on expressions: those that it has.
        let expressions: [KeyExpression]

        init(
            _ index: IndexSchema, _ equals: [Equal], lower: Bound?, upper: Bound?,
            skipsNulls: Bool = false, expressions: [KeyExpression] = []
        ) {
            self.expressions = expressions
            self.index = index
            self.equals = equals
            self.lower = lower
            self.upper = upper
            self.skipsNulls = skipsNulls
        }
    }

    enum Way {
        /// Every row, in the order of the table.
        case scan
        case rowid(Equal)
        indirect case rowidRange(lower: Bound?, upper: Bound?)
        case index(IndexRange)
        /// A hash table, made when the query begins: these columns have these values.
        case hash([TermUse])
        /// The rows of any of these paths, each once.
        case union([AccessPath])
    }

    let way: Way
    /// How many rows it finds, as far as one can know.
    let rows: Double
    /// The numbers of the terms that need no test any more.
    let satisfied: TermSet
    /// The index has all columns that are asked for.
    let isCovering: Bool

    init(_ way: Way, rows: Double, satisfied: TermSet = TermSet(), isCovering: Bool = false) {
        self.way = way
        self.rows = rows
        self.satisfied = satisfied
        self.isCovering = isCovering
    }

    /// Whether it goes from the keys of an index to their rows.
    var looksUpRows: Bool {
        if case .index = way { !isCovering } else { false }
    }

    /// Whether it looks for one value after the other.
    var goesThroughLists: Bool {
        switch way {
        case .rowid(let equal): !equal.isSingle
        case .index(let range): range.equals.contains { !$0.isSingle }
        default: false
        }
    }

    /// The same path, without the rows that have NULL in the first column that is free.
    func skippingNulls() -> AccessPath {
        guard case .index(let range) = way else { return self }
        let shorter = IndexRange(
            range.index, range.equals, lower: range.lower, upper: range.upper, skipsNulls: true,
            expressions: range.expressions)
        return AccessPath(
            .index(shorter), rows: rows, satisfied: satisfied, isCovering: isCovering)
    }
}
