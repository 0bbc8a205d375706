import WCDBStorage

/// A million rows in one transaction into an empty table, then a full checkpoint.
struct BulkInsert: Workload {
    let name = "W1"
    let question = "How long does a row take when a million are inserted in one transaction?"
    let metrics = [
        Metric(name: "W1", gate: 2), Metric(name: "W1+checkpoint", gate: 3.5),
    ]

    func runPeer(_ bench: Workbench, _ setting: PeerSetting) throws -> Outcome {
        let (path, data, count) = (try bench.scratchPath(), BenchmarkData(), rowCount(bench))
        let connection = try SQLiteConnection(bench, path: path, setting: setting)
        try TableT.createPeer(connection)
        bench.settle()
        let watch = Stopwatch()
        try TableT.fillPeer(connection, count: count, data)
        let commit = watch.nanoseconds(per: count)
        let log = bench.size(path + "-wal")
        let checkpointWatch = Stopwatch()
        try connection.checkpoint()
        let sum = commit + checkpointWatch.nanoseconds(per: count)
        return Outcome(
            ["W1": commit, "W1+checkpoint": sum], check: try TableT.digestPeer(connection),
            fileBytes: bench.size(path), logBytes: log)
    }

    func runOurs(_ bench: Workbench) throws -> Outcome {
        let (path, data, count) = (try bench.scratchPath(), BenchmarkData(), rowCount(bench))
        let store = try OurStore(bench, path: path)
        try store.createTree()
        bench.settle()
        let watch = Stopwatch()
        try TableT.fillOurs(store, count: count, data)
        let commit = watch.nanoseconds(per: count)
        let log = bench.size(StoreFiles.log(path))
        let checkpointWatch = Stopwatch()
        try store.checkpoint()
        let sum = commit + checkpointWatch.nanoseconds(per: count)
        return Outcome(
            ["W1": commit, "W1+checkpoint": sum], check: try TableT.digestOurs(store),
            fileBytes: bench.size(path), logBytes: log)
    }

    private func rowCount(_ bench: Workbench) -> Int { bench.scaled(1_000_000) }
}
