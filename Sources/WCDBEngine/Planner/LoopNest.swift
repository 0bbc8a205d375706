import WCDBSQL
import WCDBStorage

/// The loops of one FROM clause: which source is visited when, how its rows are found, and which
/// condition is tested where.
final class LoopNest {
    let sources: [Source]
    let levels: [PlannedLevel]
    /// For each source the number of its outer join; nil for inner ones.
    let outerLevels: [Int?]
    let terms: [Term]
    /// Sources that are bound before each level.
    let boundBefore: [UInt64]

    init(_ core: BoundCore, rowCount: (Source) -> Double) {
        sources = core.sources
        var conditions = core.condition
        var outer: [Int?] = []
        var fixed = sources.count
        for (index, join) in core.joins.enumerated() {
            let isLeft = join.kind.keepsLeft
            // What it depends on stands before it.
            if join.source.isLateral { fixed = min(fixed, index) }
            // Who rejects the NULLs of an outer join has no need of it.
            let isReduced = isLeft && core.condition.contains { $0.rejectsNull(of: join.source) }
            if isLeft, !isReduced {
                outer.append(index)
                fixed = min(fixed, index)
            } else {
                outer.append(nil)
                conditions += join.condition
                if join.kind.kind == .cross { fixed = min(fixed, max(0, index - 1)) }
            }
        }
        outerLevels = outer
        var terms = conditions.map {
            Term($0, mask: $0.mask(core.sources), joinLevel: nil)
        }
        for (index, join) in core.joins.enumerated() where outer[index] != nil {
            for condition in join.condition {
                terms.append(
                    Term(condition, mask: condition.mask(core.sources), joinLevel: index))
            }
        }
        terms += LoopNest.transferred(terms, core.sources)
        self.terms = terms
        let sources = core.sources
        var counts: [ObjectIdentifier: Double] = [:]
        for source in sources { counts[ObjectIdentifier(source)] = rowCount(source) }
        let planner = AccessPlanner(
            sources: sources, terms: terms, rowCount: { counts[ObjectIdentifier($0)] ?? 1 },
            isRepeated: core.isRepeated)
        let order = JoinOrder(planner: planner, outerLevels: outer, firstFixed: fixed)
        levels = order.run()
        var bound: UInt64 = 0
        var before: [UInt64] = []
        for level in levels {
            before.append(bound)
            bound |= 1 << UInt64(level.source)
        }
        boundBefore = before
    }

    /// `a = b AND a = 5` says `b = 5` too.
    private static func transferred(_ terms: [Term], _ sources: [Source]) -> [Term] {
        var derived: [Term] = []
        for term in terms where term.joinLevel == nil {
            guard case .comparison(.equal, let left, let right, let comparison) = term.scalar,
                case .column = left, case .column = right
            else { continue }
            for other in terms where other.joinLevel == nil && other !== term {
                guard case .comparison(.equal, let one, let value, let second) = other.scalar,
                    value.isConstant, second.affinity == comparison.affinity,
                    second.collation.name == comparison.collation.name
                else { continue }
                let target = one.isSame(as: left) ? right : one.isSame(as: right) ? left : nil
                guard let target else { continue }
                let scalar = Scalar.comparison(.equal, target, value, second)
                derived.append(
                    Term(scalar, mask: scalar.mask(sources), joinLevel: nil, isDerived: true))
            }
        }
        return derived
    }

    /// The conditions to test at a level: those whose last source it is.
    func tests(at level: Int) -> [Term] {
        let after = boundBefore[level] | 1 << UInt64(levels[level].source)
        let satisfied = levels[level].path.satisfied
        return terms.filter { term in
            guard !term.isDerived, !satisfied.contains(ObjectIdentifier(term)) else { return false }
            if let join = term.joinLevel { return join == levels[level].source }
            return term.mask != 0 && term.mask & ~after == 0
                && term.mask & ~boundBefore[level] != 0
        }
    }

    /// Conditions that need no source at all.
    var constantTests: [Term] {
        terms.filter { !$0.isDerived && $0.joinLevel == nil && $0.mask == 0 }
    }
}
