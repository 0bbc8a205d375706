import WCDBSQL
import WCDBStorage

/// One loop of a join.
struct PlannedLevel {
    var source: Int
    var path: AccessPath
}

/// Chooses the order in which the sources of a join are visited.
///
/// A beam search: of all orders of the first n sources, the cheapest few are kept and extended.
/// Sources from the first outer or CROSS join on stay where they were written.
struct JoinOrder {
    let planner: AccessPlanner
    /// For each source the level of its outer join, if it has one.
    let outerLevels: [Int?]
    /// From this source on the order is fixed.
    let firstFixed: Int

    private struct Candidate {
        var levels: [PlannedLevel] = []
        var bound: UInt64 = 0
        var cost = 0.0
        var rows = 1.0
    }

    func run() -> [PlannedLevel] {
        var beam = [Candidate()]
        let count = planner.sources.count
        let width = firstFixed > 10 ? 12 : 18
        for step in 0..<count {
            var next: [Candidate] = []
            for candidate in beam {
                if step >= firstFixed {
                    next.append(extend(candidate, with: step))
                    continue
                }
                for source in 0..<firstFixed where candidate.bound & 1 << UInt64(source) == 0 {
                    next.append(extend(candidate, with: source))
                }
            }
            next.sort { $0.cost < $1.cost }
            // Of candidates with the same sources only the cheapest can win.
            var seen: Set<UInt64> = []
            beam = Array(next.filter { seen.insert($0.bound).inserted }.prefix(width))
        }
        return beam.first?.levels ?? []
    }

    private func extend(_ candidate: Candidate, with source: Int) -> Candidate {
        let path = planner.best(source, bound: candidate.bound, outerLevel: outerLevels[source])
        var next = candidate
        next.levels.append(PlannedLevel(source: source, path: path))
        next.bound |= 1 << UInt64(source)
        next.cost += candidate.rows * path.cost
        if case .hash = path.way {
            next.cost += max(1, planner.rowCount(planner.sources[source])) * 2
        }
        next.rows = candidate.rows * max(0.5, path.rows)
        return next
    }
}
