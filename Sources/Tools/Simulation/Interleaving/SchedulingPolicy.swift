/// How a simulated scheduler chooses among the tasks that could go on.
package enum SchedulingPolicy: Equatable, Sendable {
    /// At each point another task may take over with a chance of one in `oneIn`, all alike.
    case uniform(oneIn: Int)
    /// The task with the highest priority runs; at `changes` random points among the first
    /// `horizon` the running one becomes the lowest. Few switches in the right places find what
    /// many random ones miss.
    case priorities(changes: Int, horizon: Int)

    /// A policy for a seed: each kind gets its share.
    package static func random(_ random: inout SeededRandom) -> SchedulingPolicy {
        switch random.below(6) {
        case 0: .uniform(oneIn: 2)
        case 1: .uniform(oneIn: 6)
        case 2: .uniform(oneIn: 20)
        case 3: .uniform(oneIn: 60)
        case 4: .priorities(changes: 1 + random.below(4), horizon: 2_000)
        default: .priorities(changes: 4 + random.below(12), horizon: 4_000)
        }
    }
}
