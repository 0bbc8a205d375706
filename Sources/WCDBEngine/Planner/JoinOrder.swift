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
/// Nodes are plain values that point at their predecessors, and what is needed of a path lies in
/// one array, so that joins of 64 tables are planned in well under a millisecond.
struct JoinOrder {
    /// The paths to each source.
    let paths: [[AccessPath]]
    let terms: [Term]
    /// For each source those that must come before it: its outer or CROSS join's left side.
    let required: [UInt64]
    let isOuter: [Bool]
    let goal: RowGoal?
    /// What the search needs of the paths and of the terms, source after source, and where those
    /// of each source begin.
    private var choices: [Choice] = []
    private var firstChoice: [Int] = [0]
    private var filters: [Filter] = []
    private var firstFilter: [Int] = [0]

    private struct Choice {
        var required: UInt64
        var cost: Double
        var setup: Double
        var rows: Double
        /// Of the source's filters, those that the path satisfies.
        var satisfied: UInt64
    }

    private struct Filter {
        var mask: UInt64
        var selectivity: Double
    }

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

    /// The nodes of one step that are kept.
    private struct Beam {
        let width: Int
        var nodes: [Node] = []
        var weights: [Double] = []
        var worst = 0
        var worstWeight = -Double.infinity

        init(width: Int) {
            self.width = width
            nodes.reserveCapacity(width)
            weights.reserveCapacity(width)
        }

        mutating func append(_ node: Node, _ weight: Double) {
            if weight > worstWeight {
                worst = nodes.count
                worstWeight = weight
            }
            nodes.append(node)
            weights.append(weight)
        }

        mutating func replace(_ index: Int, _ node: Node, _ weight: Double) {
            nodes[index] = node
            weights[index] = weight
            worst = 0
            for index in weights.indices where weights[index] > weights[worst] { worst = index }
            worstWeight = weights[worst]
        }
    }

    struct Plan {
        var levels: [PlannedLevel]
        var progress: OrderProgress
        var rows: Double
    }

    init(
        paths: [[AccessPath]], terms: [Term], required: [UInt64], isOuter: [Bool], goal: RowGoal?
    ) {
        self.paths = paths
        self.terms = terms
        self.required = required
        self.isOuter = isOuter
        self.goal = goal
        guard paths.count > 1 else { return }
        choices.reserveCapacity(paths.reduce(0) { $0 + $1.count })
        filters.reserveCapacity(terms.count)
        firstChoice.reserveCapacity(paths.count + 1)
        firstFilter.reserveCapacity(paths.count + 1)
        for source in paths.indices {
            let numbers = terms.indices.filter { isFilter($0, of: source) }
            for number in numbers {
                filters.append(
                    Filter(mask: terms[number].mask, selectivity: terms[number].selectivity))
            }
            for path in paths[source] { choices.append(JoinOrder.choice(path, numbers)) }
            firstFilter.append(filters.count)
            firstChoice.append(choices.count)
        }
    }

    func run() -> Plan {
        let count = paths.count
        if count == 1 { return single() }
        let width = count == 2 ? 8 : 16
        var nodes = [Node()]
        var beam = [0]
        for _ in 0..<count {
            var next = Beam(width: width)
            for parent in beam {
                for source in 0..<count
                where nodes[parent].bound & (1 << UInt64(source)) == 0
                    && required[source] & ~nodes[parent].bound == 0
                {
                    extend(parent, nodes[parent], with: source, &next)
                }
            }
            beam = Array(nodes.count..<nodes.count + next.nodes.count)
            nodes += next.nodes
        }
        return result(beam, nodes)
    }

    /// One source needs no search: its cheapest path, of equal ones the first.
    private func single() -> Plan {
        var best: (node: Node, weight: Double)?
        // There are as many rows whichever way they are found: an index may know best how many.
        let rows = paths[0].map { estimatedRows(of: $0) }
        let fewest = rows.min() ?? 0
        for (index, path) in paths[0].enumerated() where path.required == 0 {
            var node = Node()
            node.choice = Int32(truncatingIfNeeded: index)
            node.bound = 1
            node.cost = path.cost + path.setup
            node.setup = path.setup
            node.rows = fewest
            if let goal {
                (node.progress, node.isReversed) = node.progress.extended(by: path, of: 0, goal)
            }
            let weight = weight(node)
            if let best, best.weight <= weight { continue }
            node.rows = rows[index]
            best = (node, weight)
        }
        guard let node = best?.node else {
            return Plan(levels: [], progress: OrderProgress(), rows: 1)
        }
        let level = PlannedLevel(
            source: 0, path: paths[0][Int(node.choice)], isReversed: node.isReversed)
        return Plan(levels: [level], progress: node.progress, rows: node.rows)
    }

    /// The rows of the only source that are left when all conditions are tested.
    private func estimatedRows(of path: AccessPath) -> Double {
        var rows = path.rows
        for number in terms.indices
        where isFilter(number, of: 0) && !path.satisfied.contains(number) {
            rows *= terms[number].selectivity
        }
        return max(isOuter[0] ? 1 : 0.02, rows)
    }

    /// Adds the best ways to take one more source to the beam.
    private func extend(
        _ parent: Int, _ node: Node, with source: Int, _ beam: inout Beam
    ) {
        let bit: UInt64 = 1 << UInt64(source)
        let (first, base) = (firstChoice[source], firstFilter[source])
        for index in first..<firstChoice[source + 1]
        where choices[index].required & ~node.bound == 0 {
            let choice = choices[index]
            var rows = choice.rows
            for number in base..<firstFilter[source + 1]
            where filters[number].mask & ~(node.bound | bit) == 0
                && (number - base > 63 || choice.satisfied & (1 << UInt64(number - base)) == 0)
            {
                rows *= filters[number].selectivity
            }
            var next = Node()
            next.parent = Int32(truncatingIfNeeded: parent)
            next.source = UInt8(truncatingIfNeeded: source)
            next.choice = Int32(truncatingIfNeeded: index)
            next.bound = node.bound | bit
            next.cost = node.cost + node.rows * choice.cost + choice.setup
            next.setup = node.setup + choice.setup
            next.rows = node.rows * max(isOuter[source] ? 1 : 0.02, rows)
            next.progress = node.progress
            if node.progress.isOpen, let goal {
                (next.progress, next.isReversed) = node.progress.extended(
                    by: paths[source][index - first], of: source, goal)
            }
            insert(next, into: &beam)
        }
    }

    /// Keeps the cheapest nodes, of those with the same sources and order the cheapest one.
    private func insert(_ node: Node, into beam: inout Beam) {
        let weight = weight(node)
        let isFull = beam.nodes.count == beam.width
        // Most nodes end here: they are dearer than all that are kept.
        if isFull, weight >= beam.worstWeight { return }
        for index in beam.nodes.indices
        where beam.nodes[index].bound == node.bound
            && beam.nodes[index].progress == node.progress
        {
            if weight < beam.weights[index] { beam.replace(index, node, weight) }
            return
        }
        if isFull {
            beam.replace(beam.worst, node, weight)
        } else {
            beam.append(node, weight)
        }
    }

    /// The cost with what sorting the rows would take.
    private func weight(_ node: Node) -> Double {
        guard let goal else { return node.cost }
        if !node.progress.satisfies(goal) {
            if goal.isGrouping { return node.cost + node.rows * CostModel.groupRow }
            let sort = CostModel.sort(node.rows, limit: goal.limit)
            return node.cost + (node.progress.done == 0 ? sort : sort * 0.7)
        }
        guard let limit = goal.limit, node.bound.nonzeroBitCount == paths.count else {
            return node.cost
        }
        let walk = node.cost - node.setup
        // Where most rows are left out, where the first good one comes is a guess: if it is wrong,
        // all are looked at.
        let doubt = node.rows * CostModel.sparseShare < walk ? CostModel.doubt : 1
        let part = min(1, max(0.01, limit / max(1, node.rows)) * doubt)
        return node.setup + walk * part
    }

    private func result(_ beam: [Int], _ nodes: [Node]) -> Plan {
        guard let best = beam.min(by: { weight(nodes[$0]) < weight(nodes[$1]) }) else {
            return Plan(levels: [], progress: OrderProgress(), rows: 1)
        }
        var levels: [PlannedLevel] = []
        var index = best
        while index > 0 {
            let node = nodes[index]
            let source = Int(node.source)
            levels.append(
                PlannedLevel(
                    source: source, path: paths[source][Int(node.choice) - firstChoice[source]],
                    isReversed: node.isReversed))
            index = Int(node.parent)
        }
        levels.reverse()
        return Plan(
            levels: levels, progress: nodes[best].progress, rows: nodes[best].rows)
    }

    // MARK: Plain copies

    /// Whether a term can be tested only when a source has a row.
    private func isFilter(_ number: Int, of source: Int) -> Bool {
        let term = terms[number]
        guard !term.isDerived, term.mask & (1 << UInt64(source)) != 0 else { return false }
        return isOuter[source] ? term.joinLevel == source : term.joinLevel == nil
    }

    private static func choice(_ path: AccessPath, _ filterTerms: [Int]) -> Choice {
        var satisfied: UInt64 = 0
        if !path.satisfied.isEmpty {
            for (index, number) in filterTerms.enumerated() where index < 64 {
                if path.satisfied.contains(number) { satisfied |= 1 << UInt64(index) }
            }
        }
        return Choice(
            required: path.required, cost: path.cost, setup: path.setup, rows: path.rows,
            satisfied: satisfied)
    }
}
