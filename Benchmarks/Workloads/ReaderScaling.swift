/// A kernel: the same lookups, each its own transaction, on one thread and on two at once. The
/// time is per lookup of all threads together: with no shared lock it is halved by the second.
struct ReaderScaling: Workload {
    let name = "K.readers"
    let question = "What does a second reading thread add?"
    let metrics = [Metric(name: "K.readers.1"), Metric(name: "K.readers.2")]
    let fixture: Fixture? = .p
    let needsOneConnection = false

    func runPeer(_ bench: Workbench, _ setting: PeerSetting) throws -> Outcome {
        let path = bench.fixturePath(.p, .peer)
        try bench.warm(path)
        return try outcome(bench) { ids, ready in
            let connection = try SQLiteConnection(bench, path: path, setting: setting)
            let lookup = try PeerLookup(connection)
            return try measure(ids, ready) { try lookup.find($0) }
        }
    }

    func runOurs(_ bench: Workbench) throws -> Outcome {
        let path = bench.fixturePath(.p, .ours)
        try bench.warm(path)
        let store = try OurStore(bench, path: path)
        return try outcome(bench) { ids, ready in
            let reader = try OurReader(store)
            return try measure(ids, ready) { try reader.find($0) }
        }
    }

    /// The sum of what was found, and lookups per nanosecond, of one thread.
    private struct Tally {
        var sum: UInt64
        var speed: Double
    }

    private func outcome(
        _ bench: Workbench,
        _ work: @escaping @Sendable (_ ids: [Int64], _ ready: () -> Void) throws -> Tally
    ) throws -> Outcome {
        let rows = UInt64(TableP.rowCount(bench))
        let count = bench.scaled(500_000)
        var check: UInt64 = 0
        func run(_ threads: Int) throws -> Double {
            let tallies = try Crew.run(threads) { index, ready in
                let seed = 0x5EED_000D + UInt64(index)
                let picks = BenchmarkData.picks(seed: seed, count: count)
                return try work(picks.map { Int64(1 + $0 % rows) }, ready)
            }
            for tally in tallies { check &+= tally.sum }
            return 1 / tallies.reduce(0) { $0 + $1.speed }
        }
        let one = try run(1)
        let two = try run(2)
        return Outcome(["K.readers.1": one, "K.readers.2": two], check: check)
    }

    private func measure(
        _ ids: [Int64], _ ready: () -> Void, _ find: (Int64) throws -> UInt64
    ) throws -> Tally {
        for id in ids { _ = try find(id) }
        ready()
        var sum: UInt64 = 0
        let watch = Stopwatch()
        for id in ids { sum &+= try find(id) }
        return Tally(sum: sum, speed: Double(ids.count) / watch.nanoseconds)
    }
}
