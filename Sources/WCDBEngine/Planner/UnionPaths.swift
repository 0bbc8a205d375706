import WCDBSQL
import WCDBStorage

/// Conditions with OR: the rows that any of several indexes finds.
extension AccessPlanner {
    /// More arms are not looked at: a scan is as good then.
    private static let maxArms = 1_000

    func addUnionPaths(to paths: inout [AccessPath]) {
        guard source.table?.isWithoutRowid == false else { return }
        var count = 0
        for term in terms where !term.isDerived && term.joinLevel == subject.outerLevel {
            guard case .or = term.scalar, term.mask & (1 << UInt64(subject.place)) != 0,
                count < 4, let path = unionPath(term)
            else { continue }
            paths.append(path)
            count += 1
        }
    }

    private func unionPath(_ term: Term) -> AccessPath? {
        let arms = term.scalar.disjuncts
        guard arms.count <= AccessPlanner.maxArms else { return nil }
        var paths: [AccessPath] = []
        var cost = 0.0
        var rows = 0.0
        var required: UInt64 = 0
        for arm in arms {
            guard let path = armPath(arm) else { return nil }
            paths.append(path)
            cost += path.cost + path.rows * 0.5
            rows += path.rows
            required |= path.required
        }
        let path = AccessPath(.union(paths), cost: cost, rows: min(rows, subject.rows))
        path.required = required
        return path
    }

    /// The cheapest way to the rows of one arm that is not a scan.
    private func armPath(_ arm: Scalar) -> AccessPath? {
        let conditions = arm.conjuncts.map {
            Term($0, mask: 0, joinLevel: subject.outerLevel)
        }
        var found = TermUses(sources, patterns: patterns)
        for (number, term) in conditions.enumerated() { found.add(term, number: number) }
        let own = found.bySource[subject.place]
        guard !own.isEmpty else { return nil }
        let planner = AccessPlanner(
            subject, sources: sources, patterns: patterns, terms: conditions, uses: own, goal: nil)
        return planner.searches().min { $0.cost < $1.cost }
    }
}
