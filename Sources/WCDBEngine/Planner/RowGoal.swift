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
    /// Of rows that the terms put together.
    var groups: Groups?

    struct Groups {
        /// How many are asked for, if that is known.
        var limit: Double?
        /// Only the first and the last row of each are of interest.
        var areEndsEnough = false
        /// The column by which these come first and last; nil for any.
        var endColumn: Int?
    }

    var all: UInt64 { terms.count == 64 ? .max : (1 << UInt64(terms.count)) - 1 }

    /// Settles what the terms of WHERE make constant.
    mutating func settle(_ conditions: [WCDBEngine.Term]) {
        for index in terms.indices {
            if terms[index].scalar.isConstant { terms[index].isSettled = true }
            for condition in conditions where condition.joinLevel == nil {
                // What gives a column its one value is about no other source.
                if terms[index].column != nil, condition.mask.nonzeroBitCount > 1 { continue }
                guard
                    case .comparison(.equal, let left, let right, let comparison) =
                        condition.scalar,
                    comparison.collation.isSame(as: terms[index].collation)
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
        _ index: Int, of planner: AccessPlanner
    ) -> Bool {
        guard let first = planner.indexes[index].columns.first else { return false }
        for number in terms.indices
        where !terms[number].isSettled && !terms[number].isImpossible {
            switch first.content {
            case .column(let column):
                if terms[number].place == planner.place, terms[number].column == column {
                    return true
                }
            case .expression:
                guard let expression = planner.expression(index, 0) else { return false }
                if terms[number].scalar.isSame(as: expression) { return true }
            }
        }
        return false
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
        by path: PathChoice, _ planner: AccessPlanner, _ goal: RowGoal
    ) -> (progress: OrderProgress, isReversed: Bool) {
        guard isOpen, !path.isOneRow else { return (self, false) }
        var walk = OrderWalk(goal: goal, path: path, planner: planner, done: done)
        walk.settle()
        let count = path.orderCount
        var consumed = 0
        while consumed < count {
            guard path.isFixed(consumed) || walk.take(planner.order(path, consumed)) else { break }
            consumed += 1
        }
        walk.skipSettled()
        return (
            OrderProgress(done: walk.done, isOpen: consumed >= path.uniqueCount),
            walk.isReversed ?? false
        )
    }

    /// How many of the first terms hold.
    var doneCount: Int { (~done).trailingZeroBitCount }

    func satisfies(_ goal: RowGoal) -> Bool { isOpen || done & goal.all == goal.all }
}

/// Goes along the order of a path and ticks off the terms of a goal.
private struct OrderWalk {
    let goal: RowGoal
    let path: PathChoice
    let planner: AccessPlanner
    var done: UInt64
    var isReversed: Bool?

    /// Columns with one value only hold wherever they stand.
    mutating func settle() {
        if goal.isGrouping {
            for index in goal.terms.indices where isSettled(index) { done |= 1 << UInt64(index) }
        }
        skipSettled()
    }

    private func isSettled(_ index: Int) -> Bool {
        if goal.terms[index].isSettled { return true }
        var rest = path.fixed
        while rest != 0 {
            if isSame(planner.order(path, rest.trailingZeroBitCount), index) { return true }
            rest &= rest &- 1
        }
        return false
    }

    /// Whether a column of the path's order is what a term of the goal is about.
    private func isSame(_ column: OrderColumn, _ term: Int) -> Bool {
        if let expression = column.expression {
            guard expression.isSame(as: goal.terms[term].scalar) else { return false }
        } else {
            guard goal.terms[term].place == planner.place,
                goal.terms[term].column == column.column
            else { return false }
        }
        return column.collation.isSame(as: goal.terms[term].collation)
    }

    mutating func skipSettled() {
        for index in goal.terms.indices where done & (1 << UInt64(index)) == 0 {
            guard isSettled(index) else { return }
            done |= 1 << UInt64(index)
        }
    }

    /// Ticks off the term that an order's next column stands for; false if it is none.
    mutating func take(_ column: OrderColumn) -> Bool {
        skipSettled()
        for index in goal.terms.indices where done & (1 << UInt64(index)) == 0 {
            guard isSame(column, index), !goal.terms[index].isImpossible else {
                if goal.isGrouping { continue }
                return false
            }
            if !goal.isGrouping {
                let reversal = goal.terms[index].isDescending != column.isDescending
                if let isReversed, isReversed != reversal { return false }
                isReversed = reversal
            }
            done |= 1 << UInt64(index)
            return true
        }
        return false
    }
}
