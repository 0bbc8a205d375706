import WCDBStorage

/// A hundred thousand rows of a million replaced inside one transaction, then a full checkpoint.
struct BulkUpdate: Workload {
    /// Which rows are replaced.
    enum Order: String {
        /// Scattered: nearly every change is on a page of its own.
        case random = "W7a"
        /// The first ones: neighbours share their page.
        case sequential = "W7b"
    }

    let order: Order
    var name: String { order.rawValue }
    let fixture: Fixture? = .p

    var question: String {
        switch order {
        case .random: "How long does an update of a random row take in one transaction?"
        case .sequential: "How long does an update take when rows are updated in their order?"
        }
    }

    var metrics: [Metric] {
        switch order {
        case .random:
            [Metric(name: "W7a", gate: 3), Metric(name: "W7a+checkpoint", gate: 3)]
        case .sequential:
            [Metric(name: "W7b", gate: 3)]
        }
    }

    func runPeer(_ bench: Workbench, _ setting: PeerSetting) throws -> Outcome {
        let (path, data) = (try bench.scratchCopy(of: .p, .peer), BenchmarkData())
        try bench.warm(path)
        let connection = try SQLiteConnection(bench, path: path, setting: setting)
        let update = try connection.prepare("UPDATE p SET v=? WHERE id=?")
        let ids = ids(bench)
        bench.settle()
        let watch = Stopwatch()
        try connection.execute("BEGIN")
        for (index, id) in ids.enumerated() {
            try update.bindBlob(newBlob(data, index), at: 1)
            try update.bind(Int64(id), at: 2)
            try update.run()
        }
        try connection.execute("COMMIT")
        let commit = watch.nanoseconds(per: ids.count)
        let log = bench.size(path + "-wal")
        let checkpointWatch = Stopwatch()
        try connection.checkpoint()
        let sum = commit + checkpointWatch.nanoseconds(per: ids.count)
        return outcome(
            commit, sum, check: try TableP.digestPeer(connection), file: bench.size(path), log: log)
    }

    func runOurs(_ bench: Workbench) throws -> Outcome {
        let (path, data) = (try bench.scratchCopy(of: .p, .ours), BenchmarkData())
        try bench.warm(path)
        let store = try OurStore(bench, path: path)
        var writer = OurRecord.Writer()
        let ids = ids(bench)
        bench.settle()
        let watch = Stopwatch()
        let transaction = try store.beginWrite()
        for (index, id) in ids.enumerated() {
            try transaction.update(Int64(id), blob: newBlob(data, index), &writer)
        }
        try transaction.commit()
        let commit = watch.nanoseconds(per: ids.count)
        let log = bench.size(StoreFiles.log(path))
        let checkpointWatch = Stopwatch()
        try store.checkpoint()
        let sum = commit + checkpointWatch.nanoseconds(per: ids.count)
        return outcome(
            commit, sum, check: try TableP.digestOurs(store), file: bench.size(path), log: log)
    }

    private func outcome(
        _ commit: Double, _ sum: Double, check: UInt64, file: Int64?, log: Int64?
    ) -> Outcome {
        Outcome(
            [name: commit, name + "+checkpoint": sum], check: check, fileBytes: file, logBytes: log)
    }

    private func newBlob(_ data: BenchmarkData, _ index: Int) -> UnsafeRawBufferPointer {
        data.blob(index + 5_000_000)
    }

    private func ids(_ bench: Workbench) -> [Int] {
        let rows = TableP.rowCount(bench)
        return (0..<bench.scaled(100_000)).map { index in
            switch order {
            case .random: 1 + BenchmarkData.permuted(index, count: rows)
            case .sequential: 1 + index
            }
        }
    }
}
