/// A kernel: lookups in a tree of a million rows of which every page is in the cache, inside of
/// one transaction. A million lookups, so that start-up costs vanish.
struct WarmLookup: Workload {
    let name = "K.lookup"
    let question = "How long does a lookup take when the whole tree is in the cache?"
    let metrics = [Metric(name: "K.lookup")]
    let fixture: Fixture? = .p

    func runPeer(_ bench: Workbench, _ setting: PeerSetting) throws -> Outcome {
        let path = bench.fixturePath(.p, .peer)
        try bench.warm(path)
        let connection = try SQLiteConnection(bench, path: path, setting: setting)
        try connection.execute("BEGIN")
        _ = try TableP.digestPeer(connection)
        let lookup = try PeerLookup(connection)
        let ids = ids(bench)
        var sum: UInt64 = 0
        let watch = Stopwatch()
        for id in ids { sum &+= try lookup.find(id) }
        let time = watch.nanoseconds(per: ids.count)
        try connection.execute("COMMIT")
        return Outcome([name: time], check: sum)
    }

    func runOurs(_ bench: Workbench) throws -> Outcome {
        let path = bench.fixturePath(.p, .ours)
        try bench.warm(path)
        let store = try OurStore(bench, path: path)
        _ = try TableP.digestOurs(store)
        let transaction = try store.beginRead()
        let lookup = try OurLookup(transaction)
        let ids = ids(bench)
        var sum: UInt64 = 0
        let watch = Stopwatch()
        for id in ids { sum &+= try lookup.find(id) }
        let time = watch.nanoseconds(per: ids.count)
        try transaction.end()
        return Outcome([name: time], check: sum)
    }

    private func ids(_ bench: Workbench) -> [Int64] {
        let rows = UInt64(TableP.rowCount(bench))
        return BenchmarkData.picks(workload: 4, count: bench.scaled(1_000_000)).map {
            Int64(1 + $0 % rows)
        }
    }
}
