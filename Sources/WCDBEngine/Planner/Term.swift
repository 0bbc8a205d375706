import WCDBSQL
import WCDBStorage

/// One condition that rows have to meet, with the sources it needs.
final class Term {
    let scalar: Scalar
    /// The sources of the FROM clause that it uses, one bit each.
    let mask: UInt64
    /// Of an outer join: the level whose ON it is part of; nil for WHERE and inner joins.
    let joinLevel: Int?
    /// Derived from others: may choose an access path, needs no test.
    let isDerived: Bool

    init(_ scalar: Scalar, mask: UInt64, joinLevel: Int?, isDerived: Bool = false) {
        self.scalar = scalar
        self.mask = mask
        self.joinLevel = joinLevel
        self.isDerived = isDerived
    }

    /// The term as "column of `source` `operation` value", whichever way round it was written.
    func bound(
        on source: Source
    ) -> [(column: Int, operation: BinaryOperator, value: Scalar, comparison: Comparison)] {
        switch scalar {
        case .comparison(let operation, let left, let right, let comparison):
            var found: [(Int, BinaryOperator, Scalar, Comparison)] = []
            if let column = left.column(of: source) {
                found.append((column, operation, right, comparison))
            }
            if let column = right.column(of: source) {
                found.append((column, operation.mirrored, left, comparison))
            }
            return found
        case .between(let subject, let lower, let low, let upper, let high, false):
            guard let column = subject.column(of: source) else { return [] }
            return [(column, .greaterOrEqual, lower, low), (column, .lessOrEqual, upper, high)]
        case .isNull(let operand, false):
            guard let column = operand.column(of: source) else { return [] }
            return [
                (
                    column, .is, .constant(.null),
                    Comparison(affinity: .none, collation: source.collation(column))
                )
            ]
        default: return []
        }
    }
}

extension Scalar {
    /// The column of `source` that the value is, as it is.
    func column(of source: Source) -> Int? {
        switch self {
        case .column(let own, let column) where own === source:
            if let table = source.table, column == table.rowidColumn { return -1 }
            return column
        case .collate(let operand, _): return operand.column(of: source)
        default: return nil
        }
    }

    /// The sources in `sources` that the expression needs, one bit each.
    func mask(_ sources: [Source]) -> UInt64 {
        var mask: UInt64 = 0
        visit { scalar in
            guard case .column(let source, _) = scalar,
                let index = sources.firstIndex(where: { $0 === source })
            else { return }
            mask |= 1 << UInt64(index)
        }
        return mask
    }

    /// Whether the condition cannot be true if all columns of `source` are NULL.
    func rejectsNull(of source: Source) -> Bool {
        switch self {
        case .comparison(let operation, let left, let right, _):
            guard operation != .is, operation != .isNot else { return false }
            return left.isNull(with: source) || right.isNull(with: source)
        case .between(let subject, _, _, _, _, _): return subject.isNull(with: source)
        case .inList(let subject, let list, _, let isNegated):
            return subject.isNull(with: source) && !(isNegated && list.isEmpty)
        case .isNull(let operand, true): return operand.isNull(with: source)
        case .and(let left, let right):
            return left.rejectsNull(of: source) || right.rejectsNull(of: source)
        case .or(let left, let right):
            return left.rejectsNull(of: source) && right.rejectsNull(of: source)
        default: return false
        }
    }

    /// Whether the value is NULL if all columns of `source` are.
    private func isNull(with source: Source) -> Bool {
        switch self {
        case .column(let own, _): own === source
        case .arithmetic(_, let left, let right):
            left.isNull(with: source) || right.isNull(with: source)
        case .negate(let operand), .plain(let operand), .collate(let operand, _),
            .cast(let operand, _), .bitNot(let operand):
            operand.isNull(with: source)
        default: false
        }
    }
}

extension BinaryOperator {
    /// The operator with its sides exchanged.
    var mirrored: BinaryOperator {
        switch self {
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        default: self
        }
    }
}
