import WCDBStorage

/// A hundred thousand rows, each in a transaction of its own.
struct SingleInserts: Workload {
    let name = "W2"
    let question = "How long does a transaction of one inserted row take?"
    let metrics = [Metric(name: "W2", gate: 5, exclusiveGate: 2.8)]

    func runPeer(_ bench: Workbench, _ setting: PeerSetting) throws -> Outcome {
        let (path, data, count) = (try bench.scratchPath(), BenchmarkData(), rowCount(bench))
        let connection = try SQLiteConnection(bench, path: path, setting: setting)
        try TableT.createPeer(connection)
        let insert = try TableT.peerInsert(connection)
        bench.settle()
        let watch = Stopwatch()
        for index in 0..<count {
            try insert.bind(Int64(index), at: 1)
            try insert.bindBlob(data.blob(index), at: 2)
            try insert.run()
        }
        let time = watch.nanoseconds(per: count)
        return Outcome(
            ["W2": time], check: try TableT.digestPeer(connection), fileBytes: bench.size(path),
            logBytes: bench.size(path + "-wal"))
    }

    func runOurs(_ bench: Workbench) throws -> Outcome {
        let (path, data, count) = (try bench.scratchPath(), BenchmarkData(), rowCount(bench))
        let store = try OurStore(bench, path: path)
        try store.createTree()
        var writer = OurRecord.Writer()
        bench.settle()
        let watch = Stopwatch()
        for index in 0..<count {
            let transaction = try store.beginWrite()
            let record = writer.keyed(Int64(index), data.blob(index))
            try transaction.append(Int64(index + 1), record)
            try transaction.commit()
        }
        let time = watch.nanoseconds(per: count)
        return Outcome(
            ["W2": time], check: try TableT.digestOurs(store), fileBytes: bench.size(path),
            logBytes: bench.size(StoreFiles.log(path)))
    }

    private func rowCount(_ bench: Workbench) -> Int { bench.scaled(100_000) }
}
