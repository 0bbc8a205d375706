import Foundation

/// Two threads that look rows up while a third updates single rows; then the readers alone.
/// SQLite's threads have a connection each, ours share one store. Checkpoints are automatic.
struct W13ReadersAndWriter: Workload {
    let name = "W13"
    let question = "How many lookups and commits do two readers and a writer get done together?"
    let metrics = [
        Metric(name: "W13.readers", gate: 3), Metric(name: "W13.writer", gate: 5),
        Metric(name: "W13.alone"),
    ]
    let fixture: Fixture? = .p
    let needsOneConnection = false

    private static let readerCount = 2

    /// What a thread did, and how often the database gave a wrong answer.
    private struct Tally {
        var operations = 0
        var seconds = 0.0
        var mistakes: UInt64 = 0
    }

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

    /// Readers and the writer for three seconds, then the readers for two.
    private func outcome(
        _ bench: Workbench,
        _ work:
            @escaping @Sendable (
                _ index: Int, _ isWriter: Bool, _ ready: () -> Void, _ stop: StopFlag
            ) throws -> Tally
    ) throws -> Outcome {
        let readers = Self.readerCount
        func run(_ count: Int, seconds: Double) throws -> [Tally] {
            let stop = StopFlag()
            Thread.detachNewThread {
                Thread.sleep(forTimeInterval: max(0.2, seconds * min(1, bench.scale)))
                stop.raise()
            }
            return try Crew.run(count) { index, ready in
                try work(index, index == readers, ready, stop)
            }
        }
        let together = try run(readers + 1, seconds: 3)
        let alone = try run(readers, seconds: 2)
        let mistakes = (together + alone).reduce(0) { $0 + $1.mistakes }
        return Outcome(
            [
                "W13.readers": nanoseconds(together.prefix(readers)),
                "W13.writer": nanoseconds(together.dropFirst(readers)),
                "W13.alone": nanoseconds(alone[...]),
            ], check: mistakes)
    }

    /// The time per operation of all threads together.
    private func nanoseconds(_ tallies: ArraySlice<Tally>) -> Double {
        1e9 / tallies.reduce(0) { $0 + Double($1.operations) / $1.seconds }
    }

    private func read(
        _ bench: Workbench, _ index: Int, _ ready: () -> Void, _ stop: StopFlag,
        _ find: (Int64) throws -> UInt64
    ) throws -> Tally {
        let rows = UInt64(TableP.rowCount(bench))
        let picks = BenchmarkData.picks(seed: 0x5EED_000D + UInt64(index), count: 100_000)
        let ids = picks.map { Int64(1 + $0 % rows) }
        var tally = Tally()
        ready()
        let watch = Stopwatch()
        while !stop.isRaised {
            let id = ids[tally.operations % ids.count]
            // Every text has a digit at both ends: a row cannot sum up to less.
            if try find(id) < 96 { tally.mistakes += 1 }
            tally.operations += 1
        }
        tally.seconds = watch.nanoseconds / 1e9
        return tally
    }

    private func write(
        _ bench: Workbench, _ ready: () -> Void, _ stop: StopFlag,
        _ update: (Int64, UnsafeRawBufferPointer) throws -> Void
    ) throws -> Tally {
        let rows = UInt64(TableP.rowCount(bench))
        let data = BenchmarkData()
        let ids = BenchmarkData.picks(seed: 0x5EED_0D0D, count: 1_000_000).map {
            Int64(1 + $0 % rows)
        }
        var tally = Tally()
        ready()
        let watch = Stopwatch()
        while !stop.isRaised {
            let id = ids[tally.operations % ids.count]
            try update(id, data.blob(tally.operations + 5_000_000))
            tally.operations += 1
        }
        tally.seconds = watch.nanoseconds / 1e9
        return tally
    }
}
