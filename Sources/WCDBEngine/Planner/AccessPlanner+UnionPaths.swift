import WCDBSQL
import WCDBStorage

/// Conditions with OR: the rows that any of several indexes finds.
extension AccessPlanner {
    /// More arms are not looked at: a scan is as good then.
    private static let maxArms = 1_000

    func addUnions(to list: inout ContiguousArray<PathChoice>) {
        guard source.table?.isWithoutRowid == false else { return }
        var count = 0
        for term in question.terms where !term.isDerived && term.joinLevel == outerLevel {
            guard case .or = term.scalar, term.mask & (1 << UInt64(place)) != 0,
                count < 4, let choice = union(term)
            else { continue }
            list.append(choice)
            count += 1
        }
    }

    private func union(_ term: Term) -> PathChoice? {
        let arms = term.scalar.disjuncts
        guard arms.count <= AccessPlanner.maxArms else { return nil }
        var paths: [AccessPath] = []
        var cost = 0.0
        var rows = 0.0
        var required: UInt64 = 0
        for arm in arms {
            guard let (planner, choice) = search(arm) else { return nil }
            paths.append(planner.path(choice))
            cost += choice.cost + choice.rows * 0.5
            rows += choice.rows
            required |= choice.required
        }
        var choice = PathChoice(.union, cost: cost, rows: min(rows, self.rows))
        choice.number = unions.count
        choice.required = required
        unions.append(AccessPath(.union(paths), rows: choice.rows))
        return choice
    }

    /// The cheapest way to the rows of one arm that is not a scan.
    private func search(_ arm: Scalar) -> (planner: AccessPlanner, choice: PathChoice)? {
        let conditions = arm.conjuncts.map { Term($0, mask: 0, joinLevel: outerLevel) }
        let own = PlanQuestion(
            question.sources, conditions, question.patterns, goal: nil,
            isRepeated: question.isRepeated, expectedRuns: question.expectedRuns)
        var found = TermUses(own)
        for (number, term) in conditions.enumerated() { found.add(term, number: number) }
        guard !found.bySource[place].isEmpty else { return nil }
        let planner = AccessPlanner(own, as: self, uses: found.bySource[place])
        guard let choice = planner.searches().min(by: { $0.cost < $1.cost }) else { return nil }
        return (planner, choice)
    }
}
