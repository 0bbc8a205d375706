import WCDBSQL
import WCDBStorage

/// What order a query would like its rows in.
extension Compiler {
    /// For ORDER BY; without one, for DISTINCT, or to be done early.
    func rowGoal(_ select: BoundSelect, _ core: BoundCore) -> RowGoal? {
        if !select.order.isEmpty {
            guard select.order.count <= 64, !core.joins.isEmpty else { return nil }
            return RowGoal(
                terms: select.order.map { goalTerm($0, core) }, isGrouping: false,
                limit: limit(of: select))
        }
        guard core.isDistinct else {
            // What runs again and again may well prepare for it.
            guard core.joins.count > 1, !isRepeated else { return nil }
            return limit(of: select).map { RowGoal(terms: [], isGrouping: false, limit: $0) }
        }
        guard core.results.count <= 64, !core.joins.isEmpty else { return nil }
        return RowGoal(
            terms: core.results.map { goalTerm($0, core) }, isGrouping: true,
            limit: limit(of: select))
    }

    func limit(of select: BoundSelect) -> Double? {
        switch select.limit {
        case nil: nil
        case .constant(.integer(let value)): value < 0 ? nil : Double(value)
        default: 100
        }
    }

    private func goalTerm(_ term: BoundSelect.OrderTerm, _ core: BoundCore) -> RowGoal.Term {
        var goal = goalTerm(term.scalar, core)
        goal.isDescending = term.isDescending
        // Keys have NULL first when they ascend.
        if let nullsFirst = term.nullsFirst, nullsFirst == term.isDescending {
            goal.isImpossible = true
        }
        return goal
    }

    func goalTerm(_ scalar: Scalar, _ core: BoundCore) -> RowGoal.Term {
        let own = scalar.ownColumn
        let place = own.flatMap { own in
            core.joins.indices.first { core.joins[$0].source === own.source }
        }
        return RowGoal.Term(
            place: place, column: own?.column, scalar: scalar, isDescending: false,
            collation: scalar.collation)
    }

    /// For GROUP BY: in the order that ORDER BY asks for, if groups were arranged so.
    func groupGoal(_ core: BoundCore) -> RowGoal? {
        guard !core.groups.isEmpty, core.groups.count <= 64, !core.joins.isEmpty else { return nil }
        var groups = RowGoal.Groups(limit: core.having == nil ? core.groupLimit : nil)
        let column = core.extremeColumn
        groups.areEndsEnough = core.aggregates.isEmpty || column != nil && core.condition.isEmpty
        groups.endColumn = column?.ownColumn?.column
        return RowGoal(
            terms: core.groups.enumerated().map { index, group in
                var term = goalTerm(group, core)
                term.isDescending = core.descendingGroups.contains(index)
                return term
            }, isGrouping: !core.isArranged, groups: groups)
    }

    /// Groups come out in the order of their values: if ORDER BY names only them, they are
    /// brought into its order, and nothing is left to sort.
    func arrangeGroups(_ core: BoundCore, _ order: [BoundSelect.OrderTerm]) -> Bool {
        var rest = core.groups
        var arranged: [Scalar] = []
        var descending: Set<Int> = []
        for term in order {
            guard term.nullsFirst == nil || term.nullsFirst == !term.isDescending else {
                return false
            }
            if arranged.contains(where: { $0.isSame(as: term.scalar) }) { continue }
            guard let index = rest.firstIndex(where: { $0.isSame(as: term.scalar) }),
                rest[index].collation.name == term.scalar.collation.name
            else { return false }
            if term.isDescending { descending.insert(arranged.count) }
            arranged.append(rest.remove(at: index))
        }
        core.groups = arranged + rest
        core.descendingGroups = descending
        core.isArranged = true
        return true
    }
}
