import StorageSimulation
import WCDBStorage

/// Something that can be fuzzed: one run from one seed.
protocol FuzzTarget: Sendable {
    var name: String { get }
    /// One line for `--list`.
    var summary: String { get }
    /// One run. Throws a `Contradiction` (or what the engine threw) when something is wrong.
    /// `effort` bounds how much one run does; shrinking lowers it.
    func run(seed: UInt64, effort: Int) throws -> FuzzCount
    /// The effort of an ordinary run.
    var defaultEffort: Int { get }
    /// Less effort is a smaller run of the same kind, so a failure can be shrunk by it.
    var shrinks: Bool { get }
    /// What is wrong with all runs together, though each was fine.
    func objection(to total: FuzzCount) -> String?
    /// What all runs together have reached; nil if that is not counted.
    func report(of total: FuzzCount) -> String?
    /// Parts of a run (its threads) that can be left out one by one to shrink a failure.
    var partCount: Int { get }
    func run(seed: UInt64, effort: Int, omitting parts: Set<Int>) throws -> FuzzCount
}

extension FuzzTarget {
    var defaultEffort: Int { 40 }
    var shrinks: Bool { true }
    func objection(to total: FuzzCount) -> String? { nil }
    func report(of total: FuzzCount) -> String? { nil }
    var partCount: Int { 0 }

    func run(seed: UInt64, effort: Int, omitting parts: Set<Int>) throws -> FuzzCount {
        try run(seed: seed, effort: effort)
    }
}

/// What a run did.
struct FuzzCount: Sendable {
    var cycles = 0
    var notes: [String: Int] = [:]
    /// What was reached, for a report of its own.
    var hits: [String: Int] = [:]

    static func + (left: FuzzCount, right: FuzzCount) -> FuzzCount {
        FuzzCount(
            cycles: left.cycles + right.cycles,
            notes: left.notes.merging(right.notes, uniquingKeysWith: +),
            hits: left.hits.merging(right.hits, uniquingKeysWith: +))
    }
}
