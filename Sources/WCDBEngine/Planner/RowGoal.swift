import WCDBSQL
import WCDBStorage

/// The order in which a query would like its rows: then it need not sort, or remember groups.
struct RowGoal {
    struct Term {
        /// The source and column; nil for other expressions.
        var place: Int?
        var column: Int?
        var scalar: Scalar
        var isDescending: Bool
        var collation: Collation
        /// All rows have the same value.
        var isSettled = false
        /// No index has NULL where it is asked for.
        var isImpossible = false
    }

    /// At most 64.
    var terms: [Term]
    /// Equal rows must be neighbours, whatever the order.
    var isGrouping: Bool
    /// How many rows are asked for, if that is known.
    var limit: Double?

    var all: UInt64 { terms.count == 64 ? .max : (1 << UInt64(terms.count)) - 1 }

    /// Settles what the terms of WHERE make constant.
    mutating func settle(_ conditions: [WCDBEngine.Term]) {
        for index in terms.indices {
            if terms[index].scalar.isConstant { terms[index].isSettled = true }
            for condition in conditions where condition.joinLevel == nil {
                guard
                    case .comparison(.equal, let left, let right, let comparison) =
                        condition.scalar,
                    comparison.collation.name == terms[index].collation.name
                else { continue }
                let isFixed =
                    left.isSame(as: terms[index].scalar) && right.isConstant
                    || right.isSame(as: terms[index].scalar) && left.isConstant
                if isFixed { terms[index].isSettled = true }
            }
        }
    }

    /// Whether the order of an index may be of use.
    func concerns(
        _ index: AccessPlanner.PlannedIndex, of subject: AccessPlanner.Subject
    ) -> Bool {
        guard let first = index.schema.columns.first else { return false }
        return terms.contains { term in
            guard !term.isSettled, !term.isImpossible else { return false }
            switch first.content {
            case .column(let number):
                return term.place == subject.place && term.column == number
            case .expression:
                return index.expressions[0].map { term.scalar.isSame(as: $0) } ?? false
            }
        }
    }
}

/// How far the loops so far bring the rows in the order of a goal.
struct OrderProgress: Equatable {
    /// The terms that hold, one bit each.
    var done: UInt64 = 0
    /// No two rows so far are the same by the terms that hold: the next loop may go on.
    var isOpen = true

    /// What a further loop adds; whether it must run backwards.
    func extended(
        by path: AccessPath, of place: Int, _ goal: RowGoal
    ) -> (progress: OrderProgress, isReversed: Bool) {
        guard isOpen else { return (self, false) }
        if path.isOneRow { return (self, false) }
        var walk = OrderWalk(goal: goal, place: place, done: done)
        walk.settle(path.order)
        var consumed = 0
        for column in path.order {
            if column.isFixed {
                consumed += 1
                continue
            }
            guard walk.take(column) else { break }
            consumed += 1
        }
        walk.skipSettled()
        return (
            OrderProgress(done: walk.done, isOpen: consumed >= path.uniqueCount),
            walk.isReversed ?? false
        )
    }

    func satisfies(_ goal: RowGoal) -> Bool { isOpen || done & goal.all == goal.all }
}

/// Goes along the order of a path and ticks off the terms of a goal.
private struct OrderWalk {
    let goal: RowGoal
    let place: Int
    var done: UInt64
    var isReversed: Bool?
    private var fixed: [AccessPath.Order] = []

    init(goal: RowGoal, place: Int, done: UInt64) {
        self.goal = goal
        self.place = place
        self.done = done
    }

    /// Columns with one value only hold wherever they stand.
    mutating func settle(_ order: [AccessPath.Order]) {
        fixed = order.filter(\.isFixed)
        if goal.isGrouping {
            for index in goal.terms.indices where isSettled(index) { done |= 1 << UInt64(index) }
        }
        skipSettled()
    }

    private func isSettled(_ index: Int) -> Bool {
        goal.terms[index].isSettled || fixed.contains { isSame($0, goal.terms[index]) }
    }

    private func isSame(_ column: AccessPath.Order, _ term: RowGoal.Term) -> Bool {
        guard column.collation.name == term.collation.name else { return false }
        if let expression = column.expression { return expression.isSame(as: term.scalar) }
        return term.place == place && term.column == column.column
    }

    mutating func skipSettled() {
        for index in goal.terms.indices where done & (1 << UInt64(index)) == 0 {
            guard isSettled(index) else { return }
            done |= 1 << UInt64(index)
        }
    }

    /// Ticks off the term that an order's next column stands for; false if it is none.
    mutating func take(_ column: AccessPath.Order) -> Bool {
        skipSettled()
        for index in goal.terms.indices where done & (1 << UInt64(index)) == 0 {
            let term = goal.terms[index]
            guard isSame(column, term), !term.isImpossible else {
                if goal.isGrouping { continue }
                return false
            }
            if !goal.isGrouping {
                let reversal = term.isDescending != column.isDescending
                if let isReversed, isReversed != reversal { return false }
                isReversed = reversal
            }
            done |= 1 << UInt64(index)
            return true
        }
        return false
    }
}
