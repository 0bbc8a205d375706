import WCDBSQL

/// What the form of a condition tells of another one, which is enough to know that a partial index
/// has all rows that are asked for, and of NULL, which an outer join adds.
extension Scalar {
    /// Whether `other` holds where this condition does.
    func implies(_ other: Scalar) -> Bool {
        if isSameCondition(as: other) { return true }
        return other.valueThatIsNotNull.map { rejectsNull(of: $0) } ?? false
    }

    func isSameCondition(as other: Scalar) -> Bool { isSame(as: other) || isMirrored(other) }

    /// Whether it is the same comparison, written from the other side.
    private func isMirrored(_ other: Scalar) -> Bool {
        guard case .comparison(let operation, let left, let right, let comparison) = self else {
            return false
        }
        return Scalar.comparison(operation.mirrored, right, left, comparison)
            .isSame(as: other)
    }

    /// The x of `x IS NOT NULL`.
    private var valueThatIsNotNull: Scalar? {
        switch self {
        case .isNull(let operand, isNegated: true): operand
        case .comparison(.isNot, let operand, .constant(.null), _): operand
        default: nil
        }
    }

    /// Whether the condition cannot be true if a value is NULL.
    private func rejectsNull(of value: Scalar) -> Bool { rejectsNull { $0.isSame(as: value) } }

    /// Whether the condition cannot be true if all columns of `source` are NULL.
    func rejectsNull(of source: Source) -> Bool {
        rejectsNull { if case .column(let own, _) = $0 { own === source } else { false } }
    }

    /// The same of all expressions that `isNone` says are NULL.
    private func rejectsNull(_ isNone: (Scalar) -> Bool) -> Bool {
        switch self {
        case .isNull(let operand, true), .truth(let operand, isNegated: false, _):
            operand.isNull(isNone)
        case .inSelect(let subjects, _, _, isNegated: false):
            subjects.count == 1 && subjects[0].isNull(isNone)
        case .between(let subject, let lower, _, let upper, _, let isNegated):
            subject.isNull(isNone)
                || !isNegated && (lower.isNull(isNone) || upper.isNull(isNone))
        case .and(let left, let right): left.rejectsNull(isNone) || right.rejectsNull(isNone)
        case .or(let left, let right): left.rejectsNull(isNone) && right.rejectsNull(isNone)
        default: isNull(isNone)
        }
    }

    /// Whether it is NULL where all that `isNone` tells of is.
    private func isNull(_ isNone: (Scalar) -> Bool) -> Bool {
        if isNone(self) { return true }
        switch self {
        case .comparison(let operation, let left, let right, _):
            return operation != .is && operation != .isNot
                && (left.isNull(isNone) || right.isNull(isNone))
        case .arithmetic(_, let left, let right):
            return left.isNull(isNone) || right.isNull(isNone)
        case .negate(let operand), .bitNot(let operand), .not(let operand), .plain(let operand),
            .collate(let operand, _), .cast(let operand, _):
            return operand.isNull(isNone)
        case .inList(let subject, let list, _, _):
            return !list.isEmpty && subject.isNull(isNone)
        case .firstKnown(let values): return values.allSatisfy { $0.isNull(isNone) }
        default: return false
        }
    }
}
