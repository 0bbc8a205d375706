// A query, an update or a deletion that comes again with other constants is most often the one
// that came before: this is asked about every statement that is run, and looks where it is
// likeliest that they differ first.

extension Statement {
    /// The condition of a query's first part, an update or a deletion; nil if it has none.
    package var condition: Expression? {
        switch self {
        case .select(let select):
            if case .select(let body) = select.first { body.condition } else { nil }
        case .update(let update): update.condition
        case .delete(let delete): delete.condition
        default: nil
        }
    }

    /// Whether another statement is the same but for its condition: both have one, and `compare`
    /// says of them, this one's first, that they are alike.
    package func isLike(
        _ other: Statement, whereConditions compare: (Expression, Expression) -> Bool
    ) -> Bool {
        switch self {
        case .select(let one):
            guard case .select(let other) = other else { return false }
            return one.isLike(other, whereConditions: compare)
        case .update(let one):
            guard case .update(let other) = other else { return false }
            return one.isLike(other, whereConditions: compare)
        case .delete(let one):
            guard case .delete(let other) = other else { return false }
            return one.isLike(other, whereConditions: compare)
        default: return false
        }
    }
}

extension SelectStatement {
    fileprivate func isLike(
        _ other: SelectStatement, whereConditions compare: (Expression, Expression) -> Bool
    ) -> Bool {
        guard case .select(let left) = first, case .select(let right) = other.first else {
            return false
        }
        return left.isLike(right, whereConditions: compare) && order.isSame(as: other.order)
            && compounds.isSame(as: other.compounds) && limit == other.limit && with == other.with
    }
}

extension SelectBody {
    fileprivate func isLike(
        _ other: SelectBody, whereConditions compare: (Expression, Expression) -> Bool
    ) -> Bool {
        guard SelectBody.areSame(results, other.results), let condition,
            let otherCondition = other.condition
        else { return false }
        return isDistinct == other.isDistinct && from == other.from
            && groups.isSame(as: other.groups) && having == other.having
            && windows.isSame(as: other.windows) && compare(condition, otherCondition)
    }

    private static func areSame(_ left: [ResultColumn], _ right: [ResultColumn]) -> Bool {
        guard left.count == right.count else { return false }
        // Part by part: a result that is taken out as a whole is a copy.
        return left.withUnsafeBufferPointer { left in
            right.withUnsafeBufferPointer { right in
                // Those of a query that is kept and run again.
                if left.baseAddress == right.baseAddress { return true }
                for index in left.indices {
                    guard left[index].expression == right[index].expression else { return false }
                    if left[index].alias == nil, right[index].alias == nil { continue }
                    guard left[index].alias == right[index].alias else { return false }
                }
                return true
            }
        }
    }
}

extension UpdateStatement {
    fileprivate func isLike(
        _ other: UpdateStatement, whereConditions compare: (Expression, Expression) -> Bool
    ) -> Bool {
        guard let condition, let otherCondition = other.condition else { return false }
        return table == other.table && assignments.isSame(as: other.assignments)
            && conflict == other.conflict && from == other.from
            && returning.isSame(as: other.returning) && order.isSame(as: other.order)
            && limit == other.limit && with == other.with && compare(condition, otherCondition)
    }
}

extension DeleteStatement {
    fileprivate func isLike(
        _ other: DeleteStatement, whereConditions compare: (Expression, Expression) -> Bool
    ) -> Bool {
        guard let condition, let otherCondition = other.condition else { return false }
        return table == other.table && returning.isSame(as: other.returning)
            && order.isSame(as: other.order) && limit == other.limit && with == other.with
            && compare(condition, otherCondition)
    }
}

extension Array where Element: Equatable {
    /// Equality that sees without a call that there is nothing to compare.
    @inline(__always)
    fileprivate func isSame(as other: [Element]) -> Bool {
        count == other.count && (isEmpty || self == other)
    }
}
