/// Five hundred commits of one row, each safe from power loss when it returns: first into a
/// fresh log, then into one that a checkpoint gave free for use.
struct SyncedCommits: Workload {
    let name = "W15"
    let question = "How long does a commit take that survives power loss?"
    /// Nearly all of the time belongs to the device.
    let metrics = [Metric(name: "W15a", gate: 1.7), Metric(name: "W15b", gate: 1)]

    func runPeer(_ bench: Workbench, _ setting: PeerSetting) throws -> Outcome {
        let (path, data, count) = (try bench.scratchPath(), BenchmarkData(), bench.scaled(500))
        let connection = try SQLiteConnection(
            bench, path: path, setting: setting, synchronous: "FULL")
        try TableT.createPeer(connection)
        try connection.checkpoint()
        let insert = try TableT.peerInsert(connection)
        func insertAll(from start: Int) throws -> Double {
            bench.settle()
            let watch = Stopwatch()
            for index in start..<start + count {
                try insert.bind(Int64(index), at: 1)
                try insert.bindBlob(data.blob(index), at: 2)
                try insert.run()
            }
            return watch.nanoseconds(per: count)
        }
        let fresh = try insertAll(from: 0)
        try connection.checkpoint(truncatesLog: false)
        let recycled = try insertAll(from: count)
        let check = try TableT.digestPeer(connection)
        return Outcome(["W15a": fresh, "W15b": recycled], check: check)
    }

    func runOurs(_ bench: Workbench) throws -> Outcome {
        let (path, data, count) = (try bench.scratchPath(), BenchmarkData(), bench.scaled(500))
        let store = try OurStore(bench, path: path, durability: .full)
        try store.createTree()
        try store.checkpoint()
        var writer = OurRecord.Writer()
        func insertAll(from start: Int, _ writer: inout OurRecord.Writer) throws -> Double {
            bench.settle()
            let watch = Stopwatch()
            for index in start..<start + count {
                let transaction = try store.beginWrite()
                let record = writer.keyed(Int64(index), data.blob(index))
                try transaction.append(Int64(index + 1), record)
                try transaction.commit()
            }
            return watch.nanoseconds(per: count)
        }
        let fresh = try insertAll(from: 0, &writer)
        try store.checkpoint(truncatesLog: false)
        let recycled = try insertAll(from: count, &writer)
        let check = try TableT.digestOurs(store)
        return Outcome(["W15a": fresh, "W15b": recycled], check: check)
    }
}
