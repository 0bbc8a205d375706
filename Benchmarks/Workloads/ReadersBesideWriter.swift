/// Two threads that look rows up while a third updates single rows; then the readers alone.
/// SQLite's threads have a connection each, ours share one store. Checkpoints are automatic.
struct ReadersBesideWriter: Workload {
    let name = "W13"
    let question = "How many lookups and commits do two readers and a writer get done together?"
    let metrics = [
        Metric(name: "W13.readers", gate: 3), Metric(name: "W13.writer", gate: 5),
        Metric(name: "W13.alone"),
    ]
    let fixture: Fixture? = .p
    let needsOneConnection = false

    func runPeer(_ bench: Workbench, _ setting: PeerSetting) throws -> Outcome {
        let path = try bench.scratchCopy(of: .p, .peer)
        try bench.warm(path)
        bench.settle()
        return try outcome(bench) { index, isWriter, ready, stop in
            let connection = try SQLiteConnection(
                bench, path: path, setting: setting, autocheckpoint: 1000)
            if isWriter {
                let update = try connection.prepare("UPDATE p SET v=? WHERE id=?")
                return try write(bench, ready, stop) { id, blob in
                    try update.bindBlob(blob, at: 1)
                    try update.bind(id, at: 2)
                    try update.run()
                }
            }
            let lookup = try PeerLookup(connection)
            return try read(bench, index, ready, stop) { try lookup.find($0) }
        }
    }

    func runOurs(_ bench: Workbench) throws -> Outcome {
        let path = try bench.scratchCopy(of: .p, .ours)
        try bench.warm(path)
        bench.settle()
        let store = try OurStore(bench, path: path, checkpointsByItself: true)
        return try outcome(bench) { index, isWriter, ready, stop in
            if isWriter {
                var writer = OurRecord.Writer()
                return try write(bench, ready, stop) { id, blob in
                    let transaction = try store.beginWrite()
                    try transaction.update(id, blob: blob, &writer)
                    try transaction.commit()
                }
            }
            let reader = try OurReader(store)
            return try read(bench, index, ready, stop) { try reader.find($0) }
        }
    }

    private func outcome(
        _ bench: Workbench,
        _ work:
            @escaping @Sendable (
                _ index: Int, _ isWriter: Bool, _ ready: () -> Void, _ stop: StopFlag
            ) throws -> ReadersAndWriter.Tally
    ) throws -> Outcome {
        try ReadersAndWriter(bench: bench, readers: 2, work: work).outcome(name)
    }

    private func read(
        _ bench: Workbench, _ index: Int, _ ready: () -> Void, _ stop: StopFlag,
        _ find: (Int64) throws -> UInt64
    ) throws -> ReadersAndWriter.Tally {
        let rows = UInt64(TableP.rowCount(bench))
        let picks = BenchmarkData.picks(seed: 0x5EED_000D + UInt64(index), count: 100_000)
        let ids = picks.map { Int64(1 + $0 % rows) }
        return try ReadersAndWriter.tally(ready, stop) { number in
            // Every text has a digit at both ends: a row cannot sum up to less.
            try find(ids[number % ids.count]) >= 96
        }
    }

    private func write(
        _ bench: Workbench, _ ready: () -> Void, _ stop: StopFlag,
        _ update: (Int64, UnsafeRawBufferPointer) throws -> Void
    ) throws -> ReadersAndWriter.Tally {
        let rows = UInt64(TableP.rowCount(bench))
        let data = BenchmarkData()
        let ids = BenchmarkData.picks(seed: 0x5EED_0D0D, count: 1_000_000).map {
            Int64(1 + $0 % rows)
        }
        return try ReadersAndWriter.tally(ready, stop) { number in
            try update(ids[number % ids.count], data.blob(number + 5_000_000))
            return true
        }
    }
}
