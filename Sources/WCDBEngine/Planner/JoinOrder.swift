import WCDBSQL
import WCDBStorage

/// One loop of a join.
struct PlannedLevel {
    var source: Int
    var path: AccessPath
    /// The rows come in the opposite order.
    var isReversed = false
}

/// Chooses the order in which the sources of a join are visited, and the path to each.
///
/// A beam search: of all orders of the first n sources, the cheapest few are kept and extended.
/// Nodes and choices are plain values in one array each, and nodes point at their predecessors, so
/// that joins of 64 tables are planned in well under a millisecond. Paths are made of the choices
/// that win.
struct JoinOrder {
    /// What lists the choices for each source, and makes their paths.
    private let planners: [AccessPlanner]
    private let filters: JoinFilters
    /// For each source those that must come before it: its outer or CROSS join's left side.
    private let required: [UInt64]
    private let outerLevels: [Int?]
    private let goal: RowGoal?
    /// The parts of the goal that each node is weighed by.
    private let goalTerms: UInt64
    private let isGrouping: Bool
    private let limit: Double?
    /// The choices, source after source, and where those of each source begin.
    private var choices: ContiguousArray<PathChoice> = []
    private var firstChoice: ContiguousArray<Int> = []
    /// All nodes so far, and their weights.
    private var nodes: ContiguousArray<Node> = []
    private var weights: ContiguousArray<Double> = []
    private var beam = Beam(start: 0, width: 1)

    private struct Node {
        var parent: Int32 = -1
        var source: UInt8 = 0
        var isReversed = false
        var choice: Int32 = 0
        var bound: UInt64 = 0
        /// With what is spent before the first row.
        var cost = 0.0
        var setup = 0.0
        var rows = 1.0
        var progress = OrderProgress()
    }

    /// The nodes of one step that are kept: the last ones.
    private struct Beam {
        let start: Int
        let width: Int
        var worst = 0
        var worstWeight = -Double.infinity
    }

    struct Plan {
        var levels: [PlannedLevel] = []
        var progress = OrderProgress()
        var rows = 1.0
    }

    init(
        _ planners: [AccessPlanner], _ filters: JoinFilters, required: [UInt64],
        outerLevels: [Int?], goal: RowGoal?
    ) {
        self.planners = planners
        self.filters = filters
        self.required = required
        self.outerLevels = outerLevels
        self.goal = goal
        goalTerms = goal?.all ?? 0
        isGrouping = goal?.isGrouping ?? false
        limit = goal?.limit
        choices.reserveCapacity(4 * planners.count)
        firstChoice.reserveCapacity(planners.count + 1)
        firstChoice.append(0)
        for planner in planners {
            planner.addChoices(to: &choices)
            if planners.count > 1 { noteBeaten() }
            firstChoice.append(choices.count)
        }
    }

    /// Notes the hash tables of the last source that another way beats whenever they can be used.
    private mutating func noteBeaten() {
        let first = firstChoice[firstChoice.count - 1]
        for index in first..<choices.count where choices[index].form == .hash {
            for other in first..<index where choices[other].beats(choices[index]) {
                choices[index].isBeaten = true
                break
            }
        }
    }

    mutating func run() -> Plan {
        let count = planners.count
        if count == 1 { return single() }
        let width = count == 2 ? 8 : 16
        nodes.reserveCapacity(width * count + 1)
        weights.reserveCapacity(width * count + 1)
        nodes.append(Node())
        weights.append(0)
        for _ in 0..<count {
            let parents = beam.start..<nodes.count
            beam = Beam(start: nodes.count, width: width)
            for parent in parents {
                let bound = nodes[parent].bound
                for source in 0..<count
                where bound & (1 << UInt64(source)) == 0 && required[source] & ~bound == 0 {
                    extend(parent, with: source)
                }
            }
        }
        return result()
    }

    /// One source needs no search: its cheapest path, of equal ones the first.
    private func single() -> Plan {
        var best: (node: Node, weight: Double)?
        // There are as many rows whichever way they are found: an index may know best how many.
        let fewest = choices.reduce(Double.infinity) { min($0, estimatedRows(of: $1)) }
        for index in choices.indices where choices[index].required == 0 {
            let choice = choices[index]
            var node = Node()
            node.choice = Int32(truncatingIfNeeded: index)
            node.bound = 1
            node.cost = choice.cost + choice.setup
            node.setup = choice.setup
            node.rows = fewest
            if let goal {
                (node.progress, node.isReversed) = node.progress.extended(
                    by: choice, planners[0], goal)
            }
            let weight = weight(node)
            if let best, best.weight <= weight { continue }
            node.rows = estimatedRows(of: choice)
            best = (node, weight)
        }
        guard let node = best?.node else { return Plan() }
        return Plan(levels: [level(of: node)], progress: node.progress, rows: node.rows)
    }

    /// The rows of the only source that are left when all conditions are tested.
    private func estimatedRows(of choice: PathChoice) -> Double {
        max(outerLevels[0] != nil ? 1 : 0.02, rows(of: choice, of: 0, bound: 1))
    }

    /// The rows that a choice leaves where its source is the last one of those that are bound.
    private func rows(of choice: PathChoice, of source: Int, bound: UInt64) -> Double {
        var rows = choice.rows
        var bit: UInt64 = 1
        for number in filters.range(of: source) {
            if choice.satisfied & bit == 0, filters.all[number].mask & ~bound == 0 {
                rows *= filters.all[number].selectivity
            }
            // Those behind the first 64 have no bit.
            bit <<= 1
        }
        return rows
    }

    /// Adds the best ways to take one more source to the beam.
    private mutating func extend(_ parent: Int, with source: Int) {
        let node = nodes[parent]
        let bound = node.bound | 1 << UInt64(source)
        let fewest = outerLevels[source] != nil ? 1 : 0.02
        // As long as the order of the rows is not what counts, who is beaten is never chosen.
        let isOrdered = goal != nil && (node.progress.isOpen || satisfiesGoal(node))
        for index in firstChoice[source]..<firstChoice[source + 1]
        where choices[index].required & ~node.bound == 0 {
            if choices[index].isBeaten, !isOrdered { continue }
            let rows = rows(of: choices[index], of: source, bound: bound)
            var next = Node()
            next.parent = Int32(truncatingIfNeeded: parent)
            next.source = UInt8(truncatingIfNeeded: source)
            next.choice = Int32(truncatingIfNeeded: index)
            next.bound = bound
            next.cost = node.cost + node.rows * choices[index].cost + choices[index].setup
            next.setup = node.setup + choices[index].setup
            next.rows = node.rows * max(fewest, rows)
            next.progress = node.progress
            if node.progress.isOpen, let goal {
                (next.progress, next.isReversed) = node.progress.extended(
                    by: choices[index], planners[source], goal)
            }
            insert(next)
        }
    }

    /// Keeps the cheapest nodes, of those with the same sources and order the cheapest one.
    private mutating func insert(_ node: Node) {
        let weight = weight(node)
        let isFull = nodes.count - beam.start == beam.width
        // Most nodes end here: they are dearer than all that are kept.
        if isFull, weight >= beam.worstWeight { return }
        for index in beam.start..<nodes.count
        where nodes[index].bound == node.bound && nodes[index].progress == node.progress {
            if weight < weights[index] { replace(index, node, weight) }
            return
        }
        if isFull { return replace(beam.worst, node, weight) }
        if weight > beam.worstWeight {
            beam.worst = nodes.count
            beam.worstWeight = weight
        }
        nodes.append(node)
        weights.append(weight)
    }

    private mutating func replace(_ index: Int, _ node: Node, _ weight: Double) {
        nodes[index] = node
        weights[index] = weight
        var worst = beam.start
        for index in beam.start..<nodes.count where weights[index] > weights[worst] {
            worst = index
        }
        beam.worst = worst
        beam.worstWeight = weights[worst]
    }

    private func satisfiesGoal(_ node: Node) -> Bool {
        node.progress.isOpen || node.progress.done & goalTerms == goalTerms
    }

    /// The cost with what sorting the rows would take.
    private func weight(_ node: Node) -> Double {
        guard goal != nil else { return node.cost }
        var cost = node.cost
        var needed = limit
        if !satisfiesGoal(node) {
            if isGrouping { return cost + node.rows * CostModel.groupRow }
            let sort = CostModel.sort(node.rows, limit: limit)
            if node.progress.done == 0 { return cost + sort }
            // Rows that are equal so far are sorted, until there are enough.
            cost += sort * 0.7
            needed = limit.map { $0 + equalRows(node) }
        } else if let groups = goal?.groups, planners.count == 1 {
            return node.setup + (cost - node.setup) * share(of: groups, node)
        }
        guard let limit = needed, node.bound.nonzeroBitCount == planners.count else { return cost }
        let walk = cost - node.setup
        // Where most rows are left out, where the first good one comes is a guess: if it is wrong,
        // all are looked at.
        let doubt = node.rows * CostModel.sparseShare < walk ? CostModel.sparseRisk : 1
        let part = min(1, max(0.001, limit / max(1, node.rows)) * doubt)
        return node.setup + walk * part
    }

    /// The part of the rows that is looked at, where they come group by group.
    private func share(of groups: RowGoal.Groups, _ node: Node) -> Double {
        let choice = choices[Int(node.choice)]
        let count = goal?.terms.count ?? 0
        let rows =
            planners[0].equalRows(choice, count) ?? CostModel.rows(equals: count, of: node.rows)
        var share = 1.0
        if planners[0].endsGroups(choice, count, groups) { share = CostModel.groupEnds / rows }
        if let limit = groups.limit { share *= limit * rows / max(1, node.rows) }
        return min(1, max(0.001, share))
    }

    /// How many rows are equal by the terms that hold, as far as one can know.
    private func equalRows(_ node: Node) -> Double {
        let known =
            planners.count > 1
            ? nil : planners[0].equalRows(choices[Int(node.choice)], node.progress.doneCount)
        return known ?? node.rows * CostModel.equalShare
    }

    private func result() -> Plan {
        let last = beam.start..<nodes.count
        guard let best = last.min(by: { weights[$0] < weights[$1] }) else { return Plan() }
        var levels: [PlannedLevel] = []
        levels.reserveCapacity(planners.count)
        var index = best
        while index > 0 {
            levels.append(level(of: nodes[index]))
            index = Int(nodes[index].parent)
        }
        levels.reverse()
        return Plan(levels: levels, progress: nodes[best].progress, rows: nodes[best].rows)
    }

    private func level(of node: Node) -> PlannedLevel {
        let source = Int(node.source)
        return PlannedLevel(
            source: source, path: planners[source].path(choices[Int(node.choice)]),
            isReversed: node.isReversed)
    }
}
