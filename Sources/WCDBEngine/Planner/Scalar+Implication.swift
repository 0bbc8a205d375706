import WCDBSQL

/// What the form of a condition tells of another one, which is enough to know that a partial index
/// has all rows that are asked for.
extension Scalar {
    /// Whether `other` holds where this condition does.
    func implies(_ other: Scalar) -> Bool {
        if isSame(as: other) || isMirrored(other) { return true }
        return other.valueThatIsNotNull.map { rejectsNull(of: $0) } ?? false
    }

    /// Whether it is the same comparison, written from the other side.
    private func isMirrored(_ other: Scalar) -> Bool {
        guard case .comparison(let operation, let left, let right, let comparison) = self else {
            return false
        }
        let mirrored: BinaryOperator
        switch operation {
        case .less: mirrored = .greater
        case .lessOrEqual: mirrored = .greaterOrEqual
        case .greater: mirrored = .less
        case .greaterOrEqual: mirrored = .lessOrEqual
        case .equal, .notEqual: mirrored = operation
        default: return false
        }
        return Scalar.comparison(mirrored, right, left, comparison).isSame(as: other)
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
    func rejectsNull(of value: Scalar) -> Bool {
        switch self {
        case .isNull(let operand, true): operand.isNull(with: value)
        case .truth(let operand, isNegated: false, _): operand.isNull(with: value)
        case .inSelect(let subjects, _, _, isNegated: false):
            subjects.count == 1 && subjects[0].isNull(with: value)
        case .between(let subject, let lower, _, let upper, _, false):
            [subject, lower, upper].contains { $0.isNull(with: value) }
        default: isNull(with: value)
        }
    }

    /// Whether it is NULL where a value of it is.
    private func isNull(with value: Scalar) -> Bool {
        if isSame(as: value) { return true }
        switch self {
        case .comparison(let operation, let left, let right, _):
            return operation != .is && operation != .isNot
                && (left.isNull(with: value) || right.isNull(with: value))
        case .arithmetic(_, let left, let right):
            return left.isNull(with: value) || right.isNull(with: value)
        case .negate(let operand), .bitNot(let operand), .not(let operand), .plain(let operand),
            .collate(let operand, _):
            return operand.isNull(with: value)
        case .inList(let subject, let list, _, _):
            return !list.isEmpty && subject.isNull(with: value)
        default: return false
        }
    }
}
