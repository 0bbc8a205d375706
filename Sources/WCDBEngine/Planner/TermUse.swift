import WCDBSQL
import WCDBStorage

/// What a term says about one source: "its column, or an expression of it, is so and so".
///
/// **Users.** One compilation. An object, because it is sorted into many lists.
final class TermUse {
    enum Operation {
        case equal, same, less, lessOrEqual, greater, greaterOrEqual
        /// Equal to one of these.
        case list([Scalar])
        case select(BoundSelect)
    }

    /// The number of the term.
    let term: Int
    /// The column, -1 for the rowid; nil for an expression.
    let column: Int?
    /// The expression, if it is one.
    let subject: Scalar?
    let operation: Operation
    let value: Scalar
    /// The sources that the value needs.
    let mask: UInt64
    let comparison: Comparison
    /// The term says more than this.
    let isPart: Bool
    /// The upper end of a pattern's prefix.
    let isPatternEnd: Bool
    /// The bit that stands for the term among the filters of the source.
    let filter: UInt64

    init(
        term: Int, column: Int?, subject: Scalar?, operation: Operation, value: Scalar,
        mask: UInt64, comparison: Comparison, isPart: Bool, isPatternEnd: Bool, filter: UInt64
    ) {
        self.term = term
        self.column = column
        self.subject = subject
        self.operation = operation
        self.value = value
        self.mask = mask
        self.comparison = comparison
        self.isPart = isPart
        self.isPatternEnd = isPatternEnd
        self.filter = filter
    }

    var isEquality: Bool {
        switch operation {
        case .equal, .same, .list, .select: true
        case .less, .lessOrEqual, .greater, .greaterOrEqual: false
        }
    }

    var equal: AccessPath.Equal? {
        switch operation {
        case .equal: .init(content: .value(value), comparison: comparison)
        case .same: .init(content: .value(value), matchesNull: true, comparison: comparison)
        case .list(let list): .init(content: .list(list), comparison: comparison)
        case .select(let select): .init(content: .select(select), comparison: comparison)
        case .less, .lessOrEqual, .greater, .greaterOrEqual: nil
        }
    }

    var lower: AccessPath.Bound? {
        switch operation {
        case .greater: .init(value: value, isInclusive: false, comparison: comparison)
        case .greaterOrEqual: .init(value: value, isInclusive: true, comparison: comparison)
        default: nil
        }
    }

    var upper: AccessPath.Bound? {
        switch operation {
        case .less:
            .init(
                value: value, isInclusive: false, comparison: comparison,
                yieldsToBlobs: isPatternEnd)
        case .lessOrEqual: .init(value: value, isInclusive: true, comparison: comparison)
        default: nil
        }
    }

    /// Of an equality that a hash table can answer: whether NULL is equal to NULL.
    var hashesNull: Bool? {
        switch operation {
        case .equal: false
        case .same: true
        default: nil
        }
    }

    var isLower: Bool {
        switch operation {
        case .greater, .greaterOrEqual: true
        default: false
        }
    }

    var isUpper: Bool {
        switch operation {
        case .less, .lessOrEqual: true
        default: false
        }
    }

    /// Whether it is equal to one value.
    var isSingle: Bool {
        switch operation {
        case .equal, .same: true
        default: false
        }
    }

    /// How many values an equality stands for.
    var valueCount: Double {
        switch operation {
        case .list(let list): Double(list.count)
        case .select: 25
        default: 1
        }
    }
}

/// Collects, for each source of a FROM clause, what the terms say about it. Linear in the size of
/// the terms.
struct TermUses {
    private let question: PlanQuestion
    private let hasExpressionIndexes: Bool
    /// What of the terms is left to be tested where; nil if nobody asks.
    private let filters: JoinFilters?
    /// For each source the number of its outer join: other terms say nothing about it.
    private let outerLevels: [Int?]?
    private var joinLevel: Int?
    private(set) var bySource: [[TermUse]]

    init(_ question: PlanQuestion, _ filters: JoinFilters? = nil, outerLevels: [Int?]? = nil) {
        self.question = question
        self.filters = filters
        self.outerLevels = outerLevels
        hasExpressionIndexes = question.sources.contains { $0.table?.hasExpressionIndex ?? false }
        bySource = Array(repeating: [], count: question.sources.count)
    }

    mutating func add(_ term: Term, number: Int) {
        joinLevel = term.joinLevel
        add(term.scalar, number)
    }

    private mutating func add(_ scalar: Scalar, _ term: Int) {
        switch scalar {
        case .comparison(let operation, let left, let right, let comparison):
            add(left, operation, right, comparison, term)
            add(right, operation.mirrored, left, comparison, term)
        case .between(let subject, let lower, let low, let upper, let high, false):
            add(subject, .greaterOrEqual, lower, low, term, isPart: true)
            add(subject, .lessOrEqual, upper, high, term, isPart: true)
        case .isNull(let operand, false):
            add(
                operand, .is, .constant(.null),
                Comparison(affinity: .none, collation: operand.collation), term)
        case .inList(let subject, let list, let comparison, false) where !list.isEmpty:
            add(subject, .list(list), .row(list), comparison, term)
        case .inSelect(let subjects, let select, let comparisons, false)
        where subjects.count == 1 && comparisons.count == 1:
            add(subjects[0], .select(select), scalar.queryOnly, comparisons[0], term)
        case .or:
            if let list = scalar.asList { return add(list, term) }
            guard let (left, operation, right, comparison) = scalar.boundOfRows else { return }
            add(left, operation, right, comparison, term, isPart: true)
            add(right, operation.mirrored, left, comparison, term, isPart: true)
        case .function(let function, let arguments, _):
            guard let range = question.patterns.range(function, arguments) else { return }
            for (operation, value) in [
                (TermUse.Operation.greaterOrEqual, range.lower), (.less, range.upper),
            ] {
                add(
                    range.subject, operation, .constant(value),
                    Comparison(affinity: .text, collation: range.collation), term, isPart: true,
                    isPattern: true)
            }
        default: break
        }
    }

    private mutating func add(
        _ subject: Scalar, _ operation: BinaryOperator, _ value: Scalar,
        _ comparison: Comparison, _ term: Int, isPart: Bool = false
    ) {
        let use: TermUse.Operation
        switch operation {
        case .equal: use = .equal
        case .is: use = .same
        case .less: use = .less
        case .lessOrEqual: use = .lessOrEqual
        case .greater: use = .greater
        case .greaterOrEqual: use = .greaterOrEqual
        default: return
        }
        add(subject, use, value, comparison, term, isPart: isPart)
    }

    private mutating func add(
        _ subject: Scalar, _ operation: TermUse.Operation, _ value: Scalar,
        _ comparison: Comparison, _ term: Int, isPart: Bool = false, isPattern: Bool = false
    ) {
        var column: Int?
        let place: Int
        if let own = subject.ownColumn {
            guard own.source.isPlaced(in: question.sources) else { return }
            column = own.column
            place = own.source.place
        } else {
            guard let home = expressionHome(subject) else { return }
            place = home
        }
        if let outerLevels, outerLevels[place] != joinLevel { return }
        let mask = value.mask(question.sources)
        guard mask & (1 << UInt64(place)) == 0 else { return }
        // Most sources are in a few terms.
        if bySource[place].isEmpty { bySource[place].reserveCapacity(4) }
        bySource[place].append(
            TermUse(
                term: term, column: column, subject: column == nil ? subject : nil,
                operation: operation, value: value,
                mask: mask, comparison: comparison, isPart: isPart,
                isPatternEnd: isPattern, filter: filters?.bit(of: term, source: place) ?? 0))
    }

    /// The one source of an expression, if that has an index on expressions.
    private func expressionHome(_ subject: Scalar) -> Int? {
        guard hasExpressionIndexes else { return nil }
        let mask = subject.mask(question.sources)
        guard mask != 0, mask & (mask &- 1) == 0 else { return nil }
        let place = mask.trailingZeroBitCount
        return question.sources[place].table?.hasExpressionIndex ?? false ? place : nil
    }
}

extension Scalar {
    /// The query of an IN, without its left side: what it needs is what the list needs.
    fileprivate var queryOnly: Scalar {
        guard case .inSelect(_, let select, let comparisons, _) = self else { return self }
        return .inSelect([], select, comparisons, isNegated: false)
    }

    /// `a = 1 OR a = 2 OR a IN (3, 4)` as one list. All arms must compare the same column in the
    /// same way.
    var asList: Scalar? {
        var subject: Scalar?
        var comparison: Comparison?
        var list: [Scalar] = []
        for arm in disjuncts {
            let (own, values, how): (Scalar, [Scalar], Comparison)
            switch arm {
            case .comparison(.equal, let left, let right, let between):
                if left.ownColumn != nil, right.isConstant {
                    (own, values, how) = (left, [right], between)
                } else if right.ownColumn != nil, left.isConstant {
                    (own, values, how) = (right, [left], between)
                } else {
                    return nil
                }
            case .inList(let left, let elements, let between, false):
                guard left.ownColumn != nil, elements.allSatisfy(\.isConstant) else { return nil }
                (own, values, how) = (left, elements, between)
            default: return nil
            }
            if let known = subject, let comparison {
                guard known.isSame(as: own), comparison.isSame(as: how) else { return nil }
            }
            subject = own
            comparison = how
            list += values
        }
        guard let subject, let comparison else { return nil }
        return .inList(subject, list, comparison, isNegated: false)
    }

    /// What `(a, b) > (1, 2)`, which is `a > 1 OR a = 1 AND b > 2`, says of the first column.
    var boundOfRows:
        (left: Scalar, operation: BinaryOperator, right: Scalar, comparison: Comparison)?
    {
        guard case .or(let first, let rest) = self,
            case .comparison(let operation, let left, let right, let comparison) = first
        else { return nil }
        let bound: BinaryOperator
        switch operation {
        case .less, .lessOrEqual: bound = .lessOrEqual
        case .greater, .greaterOrEqual: bound = .greaterOrEqual
        default: return nil
        }
        let isBoundary = rest.conjuncts.contains { condition in
            guard case .comparison(.equal, let own, let other, let between) = condition else {
                return false
            }
            return own.isSame(as: left) && other.isSame(as: right)
                && between.isSame(as: comparison)
        }
        return isBoundary ? (left, bound, right, comparison) : nil
    }

    /// The conditions one of which must hold.
    var disjuncts: [Scalar] {
        var arms: [Scalar] = []
        var rest = [self]
        while let next = rest.popLast() {
            if case .or(let left, let right) = next {
                rest.append(right)
                rest.append(left)
            } else {
                arms.append(next)
            }
        }
        return arms
    }
}
