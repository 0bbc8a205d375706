import WCDBSQL
import WCDBStorage

/// Gives conditions on a query of FROM alone to that query: what they refuse is never made a row.
///
/// **Users.** One compilation, before loops are planned; after `Flattening`.
///
/// **Always true.** The rows are the same. Where a query takes rows together, as DISTINCT, GROUP
/// BY, PARTITION BY and UNION do, only conditions move that are true of all of the rows taken
/// together, or of none.
struct ConditionPushDown {
    let functions: FunctionRegistry

    func run(_ core: BoundCore) {
        guard !core.condition.isEmpty, !core.joins.contains(where: { $0.kind.keepsRight }) else {
            return
        }
        for join in core.joins where !join.kind.keepsLeft {
            guard let select = join.source.query, select.limit == nil, select.offset == nil,
                select.recursion == nil
            else { continue }
            core.condition = core.condition.filter { !move($0, of: join.source, to: select) }
        }
    }

    /// Whether the condition is the query's now.
    private func move(_ condition: Scalar, of source: Source, to select: BoundSelect) -> Bool {
        guard concerns(condition, only: source), condition.isSteady(functions) else { return false }
        let combines = !select.isConcatenation
        var moved: [(core: BoundCore, condition: Scalar)] = []
        for core in select.cores {
            let hasWindows = !core.windows.isEmpty
            guard core.rows == nil,
                core.results.allSatisfy({
                    core.isAggregate || hasWindows || $0.isSteady(functions)
                })
            else { return false }
            if combines || core.isDistinct || core.isAggregate || hasWindows {
                let isExact = reads(condition, of: source, core, only: \.equalIsSame)
                guard condition.isSameForEqualValues(of: source, isExact: isExact) else {
                    return false
                }
            }
            if core.isAggregate, !isAbout(core.groups, condition, of: source, core) {
                return false
            }
            // Rows of other partitions are nothing to those that are wanted.
            for call in core.windows
            where !isAbout(call.window.partition, condition, of: source, core) { return false }
            var change = ColumnReplacement(source: source, values: core.results, room: 100)
            guard let new = change.apply([condition])?.first else { return false }
            moved.append((core, new))
        }
        for (core, condition) in moved { core.condition += condition.conjuncts }
        return !moved.isEmpty
    }

    private func concerns(_ condition: Scalar, only source: Source) -> Bool {
        guard !condition.hasQuery else { return false }
        var isFound = false
        var isOther = false
        condition.visit { part in
            guard case .column(let own, let column) = part else { return }
            // Of values that a collation takes for equal only one may be left to be tested.
            let isExact =
                own === source
                && (source.collation(column) ?? .binary).name == Collation.binary.name
            if isExact { isFound = true } else { isOther = true }
        }
        return isFound && !isOther
    }

    /// Whether it reads only results that are among the terms by which rows are put together.
    private func isAbout(
        _ terms: [Scalar], _ condition: Scalar, of source: Source, _ core: BoundCore
    ) -> Bool {
        !terms.isEmpty
            && reads(condition, of: source, core) { result in
                terms.contains { $0.isSame(as: result) }
            }
    }

    /// Whether all results that it reads are fine.
    private func reads(
        _ condition: Scalar, of source: Source, _ core: BoundCore, only isFine: (Scalar) -> Bool
    ) -> Bool {
        var allAreFine = true
        condition.visit { part in
            guard case .column(let own, let column) = part, own === source else { return }
            if !core.results.indices.contains(column) || !isFine(core.results[column]) {
                allAreFine = false
            }
        }
        return allAreFine
    }
}

extension Scalar {
    /// Whether it cannot tell values of a column apart that are equal: 1 and 1.0 are, unless no two
    /// are that are not the same (`isExact`). Nothing in it can fail: it is asked of more rows.
    fileprivate func isSameForEqualValues(of source: Source, isExact: Bool) -> Bool {
        func isColumn(_ scalar: Scalar) -> Bool {
            if case .column(let own, _) = scalar { return own === source }
            return false
        }
        func isPair(_ left: Scalar, _ right: Scalar, _ comparison: Comparison) -> Bool {
            guard isExact || comparison.affinity != .text else { return false }
            return (isColumn(left) || left.isConstant) && (isColumn(right) || right.isConstant)
        }
        switch self {
        case .comparison(_, let left, let right, let comparison):
            return isPair(left, right, comparison)
        case .between(let subject, let lower, let low, let upper, let high, _):
            return isPair(subject, lower, low) && isPair(subject, upper, high)
        case .inList(let subject, let list, let comparison, _):
            return list.allSatisfy { isPair(subject, $0, comparison) }
        case .isNull(let operand, _): return isColumn(operand)
        case .and(let left, let right), .or(let left, let right):
            return left.isSameForEqualValues(of: source, isExact: isExact)
                && right.isSameForEqualValues(of: source, isExact: isExact)
        case .not(let operand):
            return operand.isSameForEqualValues(of: source, isExact: isExact)
        default: return false
        }
    }
}
