import WCDBSQL
import WCDBStorage

/// A column that rows can be found by: what a use must be about, and how compared, to be served
/// by it.
struct UseTarget {
    /// -1 is the rowid; nil an expression.
    private let column: Int?
    private let expression: Scalar?
    private let affinity: Affinity
    private let collation: Collation
    private let isDescending: Bool
    private let isRowid: Bool

    /// The rowid, as the key of its table.
    static var rowid: UseTarget { UseTarget() }

    private init() {
        column = -1
        expression = nil
        affinity = .integer
        collation = .binary
        isDescending = false
        isRowid = true
    }

    init(_ index: PlannedIndex, _ position: Int, of source: Source) {
        let schema = index.schema.columns[position]
        column = index.column(position)
        expression = index.expression(position)
        affinity = column.map(source.affinity) ?? .none
        collation = schema.collation
        isDescending = schema.key.isDescending
        isRowid = false
    }

    /// Same collation, and values that the comparison leaves as they are stored.
    func isServed(by use: TermUse) -> Bool {
        guard use.column == column else { return false }
        if isRowid { return true }
        if column == nil {
            guard let expression, use.subject.isSame(as: expression) else { return false }
        }
        // The end of a pattern's prefix looks for blobs behind it, so it needs them there.
        if use.isPatternEnd, isDescending { return false }
        let compared = use.comparison.affinity
        let isFitting =
            compared == .none || compared == .blob || compared == affinity
            || (compared.isNumeric && affinity.isNumeric)
        return isFitting && use.comparison.collation.isSame(as: collation)
    }
}

/// The first lower and the first upper bound among the uses of a column.
struct UseBounds {
    private(set) var lower: TermUse?
    private(set) var upper: TermUse?
    /// The sources that they need.
    private(set) var mask: UInt64 = 0
    /// What they leave nothing of to test: as filters of the source, as numbers of terms, and as
    /// numbers of uses.
    private(set) var satisfied: UInt64 = 0
    private(set) var terms = TermSet()
    private(set) var key: UInt64 = 0
    private var parts = TermSet()

    var isEmpty: Bool { lower == nil && upper == nil }

    mutating func add(_ use: TermUse, _ number: Int) {
        if lower == nil, use.isLower {
            lower = use
        } else if upper == nil, use.isUpper {
            upper = use
        } else {
            return
        }
        mask |= use.mask
        // Of a BETWEEN both ends.
        if !use.isPart || !use.isPatternEnd && parts.contains(use.term) {
            terms.insert(use.term)
            satisfied |= use.filter
            if number < 64 { key |= 1 << UInt64(number) }
        }
        if use.isPart, !use.isPatternEnd { parts.insert(use.term) }
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
