import WCDBSQL
import WCDBStorage

/// The loops of one FROM clause: which source is visited when, how its rows are found, and which
/// condition is tested where.
///
/// **Users.** One compilation.
final class LoopNest {
    let sources: [Source]
    @exclusivity(unchecked) private(set) var levels: [PlannedLevel]
    /// For each source the number of its outer join; nil for inner ones.
    let outerLevels: [Int?]
    let terms: [Term]
    /// Sources that are bound before each level.
    let boundBefore: [UInt64]
    /// How many of the first terms of the goal the rows are ordered by; for a goal of grouping,
    /// all or none.
    let orderedCount: Int
    /// How many rows there are, as far as one can know.
    let rows: Double

    /// The sorter with a limit that rows go to, when there is but one loop.
    @exclusivity(unchecked) var admission: SortAdmission?
    /// The register that counts the rows of OFFSET, which the only loop passes over before it looks
    /// at them.
    @exclusivity(unchecked) var skipping: Int?

    /// RIGHT and FULL JOIN are not loops in loops: which FROM clause it is, and the last of them.
    let outerJoins: (core: BoundCore, last: Int)?

    convenience init(outerJoins core: BoundCore, last: Int, _ context: PlanContext) {
        self.init(BoundCore(), goal: nil, context, outerJoins: (core, last))
    }

    init(
        _ core: BoundCore, goal: RowGoal?, _ context: PlanContext,
        outerJoins: (core: BoundCore, last: Int)? = nil
    ) {
        self.outerJoins = outerJoins
        let sources = core.sources
        self.sources = sources
        for index in sources.indices { sources[index].place = index }
        var terms = LoopNest.terms(core, sources)
        let joins = Joins(core, terms)
        outerLevels = joins.outer
        LoopNest.addTerms(of: core, joins, to: &terms, sources)
        self.terms = terms
        if let lookup = RowLookup(in: sources, terms: terms), outerLevels[0] == nil {
            levels = [PlannedLevel(source: 0, path: lookup.path)]
            boundBefore = [0]
            // One row is in any order.
            orderedCount = goal?.terms.count ?? 0
            rows = lookup.rows
            return
        }
        var goal = goal
        goal?.settle(terms)
        let question = PlanQuestion(
            sources, terms, PatternPrefix(functions: context.functions), goal: goal,
            isRepeated: core.isRepeated, expectedRuns: core.expectedRuns)
        let filters = JoinFilters(terms, outerLevels: joins.outer)
        question.filters = filters
        if core.order != nil, core.windows.isEmpty { question.reader = core }
        var uses = TermUses(question, filters, outerLevels: joins.outer)
        for number in terms.indices { uses.add(terms[number], number: number) }
        var planners: [AccessPlanner] = []
        planners.reserveCapacity(sources.count)
        for index in sources.indices {
            planners.append(
                AccessPlanner(
                    question, place: index, outerLevel: joins.outer[index],
                    uses: uses.bySource[index], context))
        }
        var order = JoinOrder(
            planners, filters, required: joins.required, outerLevels: joins.outer, goal: goal)
        let result = order.run()
        levels = result.levels
        rows = result.rows
        orderedCount = LoopNest.orderedCount(result.progress, goal)
        boundBefore = LoopNest.boundBefore(result.levels)
    }

    private static func boundBefore(_ levels: [PlannedLevel]) -> [UInt64] {
        var bound: UInt64 = 0
        var before: [UInt64] = []
        before.reserveCapacity(levels.count)
        for index in levels.indices {
            before.append(bound)
            bound |= 1 << UInt64(levels[index].source)
        }
        return before
    }

    /// Which joins are outer ones, and what must come before what.
    private struct Joins {
        /// For each source the number of its outer join; nil for inner ones.
        private(set) var outer: [Int?] = []
        private(set) var required: [UInt64] = []

        /// `terms`: those of WHERE.
        init(_ core: BoundCore, _ terms: [Term]) {
            outer.reserveCapacity(core.joins.count)
            required.reserveCapacity(core.joins.count)
            for index in core.joins.indices {
                let (kind, source) = (core.joins[index].kind, core.joins[index].source)
                let bit: UInt64 = 1 << UInt64(index)
                // Where a test rejects the NULLs of an outer join, an inner one will do.
                if kind.keepsLeft,
                    !terms.contains(where: {
                        $0.mask & bit != 0 && $0.scalar.rejectsNull(of: source)
                    })
                {
                    outer.append(index)
                    required.append(bit - 1)
                } else {
                    outer.append(nil)
                    // What a function depends on stands before it.
                    let isFixed = kind.kind == .cross || source.isLateral
                    required.append(isFixed ? bit - 1 : 0)
                }
            }
        }
    }

    /// The terms of WHERE.
    private static func terms(_ core: BoundCore, _ sources: [Source]) -> [Term] {
        var terms: [Term] = []
        terms.reserveCapacity(2 * core.joins.count + core.condition.count)
        add(core.condition, joinLevel: nil, to: &terms, sources)
        return terms
    }

    /// Behind them those of inner joins, then those of outer joins, then what follows.
    private static func addTerms(
        of core: BoundCore, _ joins: Joins, to terms: inout [Term], _ sources: [Source]
    ) {
        for index in core.joins.indices where joins.outer[index] == nil {
            add(core.joins[index].condition, joinLevel: nil, to: &terms, sources)
        }
        for index in core.joins.indices where joins.outer[index] != nil {
            add(core.joins[index].condition, joinLevel: index, to: &terms, sources)
        }
        if sources.count > 1 { terms += transferred(terms, sources) }
    }

    private static func add(
        _ conditions: [Scalar], joinLevel: Int?, to terms: inout [Term], _ sources: [Source]
    ) {
        for condition in conditions {
            terms.append(Term(condition, mask: condition.mask(sources), joinLevel: joinLevel))
        }
    }

    private static func orderedCount(_ progress: OrderProgress, _ goal: RowGoal?) -> Int {
        guard let goal else { return 0 }
        if progress.satisfies(goal) { return goal.terms.count }
        return goal.isGrouping ? 0 : progress.doneCount
    }

    /// `a = b AND a = 5` says `b = 5` too.
    private static func transferred(_ terms: [Term], _ sources: [Source]) -> [Term] {
        var derived: [Term] = []
        for number in terms.indices where terms[number].joinLevel == nil {
            // Most terms of one source are about no two columns.
            guard
                case .comparison(.equal, let left, let right, let comparison) =
                    terms[number].scalar, left.isColumn, right.isColumn
            else { continue }
            for other in terms where other.joinLevel == nil && other.mask.nonzeroBitCount < 2 {
                guard case .comparison(.equal, let one, let value, let second) = other.scalar,
                    one.ownColumn != nil, value.isConstant,
                    second.affinity == comparison.affinity,
                    second.collation.isSame(as: comparison.collation)
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
        let source = levels[level].source
        let after = boundBefore[level] | 1 << UInt64(source)
        let satisfied = levels[level].path.satisfied
        var tests: [Term] = []
        for number in terms.indices {
            let term = terms[number]
            if term.isDerived || satisfied.contains(number) { continue }
            if let join = term.joinLevel {
                if join == source { tests.append(term) }
            } else if term.mask & ~after == 0, term.mask & ~boundBefore[level] != 0 {
                tests.append(term)
            }
        }
        return tests
    }

    /// Whether it is one loop in which all rows that are found count.
    var countsAllRows: Bool {
        guard levels.count == 1, outerJoins == nil, tests(at: 0).isEmpty else { return false }
        if case .union = levels[0].path.way { return false }
        return true
    }

    /// Rows with NULL in this column, by which they come ordered, are not asked for.
    func skipNulls(of column: Int?) {
        guard levels.count == 1, let column, case .index(let range) = levels[0].path.way,
            range.equals.count < range.index.columns.count,
            case .column(let free) = range.index.columns[range.equals.count].content,
            free == column
        else { return }
        levels[0].path = levels[0].path.skippingNulls()
    }

    /// Conditions on one source alone that may be tested whenever it has a row. What comes from
    /// outside of the loops has no bit in a mask, and may differ when the rows are used.
    func ownTests(of source: Source) -> [Term] {
        terms.filter { term in
            !term.isDerived && term.mask == 1 << UInt64(source.place)
                && term.joinLevel == outerLevels[source.place]
                && !term.scalar.hasQuery && !term.scalar.reachesBeyond(source)
        }
    }

    /// Conditions that need no source at all.
    var constantTests: [Term] {
        terms.filter { !$0.isDerived && $0.joinLevel == nil && $0.mask == 0 }
    }
}
