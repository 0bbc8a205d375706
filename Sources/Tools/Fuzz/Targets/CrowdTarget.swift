import ObjectSimulation

/// Threads beside each other, as an app has them.
struct CrowdTarget: FuzzTarget {
    let name = "crowd"
    let summary = "16 threads use one database through the API; effort = operations of each"
    var defaultEffort: Int { 500 }
    /// Less to do is another race.
    var shrinks: Bool { false }

    func run(seed: UInt64, effort: Int) throws -> FuzzCount {
        let file = TemporaryFile(name, seed: seed)
        defer { file.remove() }
        let outcome = try CrowdCheck(path: file.path, seed: seed).run(operations: effort)
        return FuzzCount(
            cycles: outcome.operations,
            notes: ["entries": outcome.entries, "transfers": outcome.transfers])
    }
}
