import WCDBStorage

/// A hundred thousand random rows of a million deleted inside one transaction.
struct BulkDelete: Workload {
    let name = "W8a"
    let question = "How long does it take to delete a random row in one transaction?"
    let metrics = [Metric(name: "W8a", gate: 3)]
    let fixture: Fixture? = .p

    func runPeer(_ bench: Workbench, _ setting: PeerSetting) throws -> Outcome {
        let path = try bench.scratchCopy(of: .p, .peer)
        try bench.warm(path)
        let connection = try SQLiteConnection(bench, path: path, setting: setting)
        let delete = try connection.prepare("DELETE FROM p WHERE id=?")
        let ids = ids(bench)
        bench.settle()
        let watch = Stopwatch()
        try connection.execute("BEGIN")
        for id in ids {
            try delete.bind(id, at: 1)
            try delete.run()
        }
        try connection.execute("COMMIT")
        let time = watch.nanoseconds(per: ids.count)
        return Outcome(
            ["W8a": time], check: try TableP.digestPeer(connection),
            logBytes: bench.size(path + "-wal"))
    }

    func runOurs(_ bench: Workbench) throws -> Outcome {
        let path = try bench.scratchCopy(of: .p, .ours)
        try bench.warm(path)
        let store = try OurStore(bench, path: path)
        let ids = ids(bench)
        bench.settle()
        let watch = Stopwatch()
        let transaction = try store.beginWrite()
        for id in ids { _ = try transaction.delete(id) }
        try transaction.commit()
        let time = watch.nanoseconds(per: ids.count)
        return Outcome(
            ["W8a": time], check: try TableP.digestOurs(store),
            logBytes: bench.size(StoreFiles.log(path)))
    }

    private func ids(_ bench: Workbench) -> [Int64] {
        let rows = TableP.rowCount(bench)
        return (0..<bench.scaled(100_000)).map {
            Int64(1 + BenchmarkData.permuted($0, count: rows))
        }
    }
}
