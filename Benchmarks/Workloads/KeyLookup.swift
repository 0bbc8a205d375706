/// A hundred thousand lookups by primary key among a million rows, after one warm pass.
struct KeyLookup: Workload {
    /// Which rows, and how many transactions.
    enum Part: String {
        case ownTransaction = "W4a"
        /// Ids of the first thousand rows only.
        case hot = "W4b"
        case oneTransaction = "W4c"
    }

    let part: Part
    var name: String { part.rawValue }
    let fixture: Fixture? = .p

    var question: String {
        switch part {
        case .ownTransaction: "How long does a lookup take that is a transaction of its own?"
        case .hot: "How long does such a lookup take among a thousand hot rows?"
        case .oneTransaction: "How long does a lookup take inside of one long transaction?"
        }
    }

    var metrics: [Metric] {
        switch part {
        case .ownTransaction: [Metric(name: name, gate: 4, exclusiveGate: 2)]
        case .hot: [Metric(name: name, gate: 4, exclusiveGate: 1.4)]
        case .oneTransaction: [Metric(name: name, gate: 1.7)]
        }
    }

    func runPeer(_ bench: Workbench, _ setting: PeerSetting) throws -> Outcome {
        let path = bench.fixturePath(.p, .peer)
        try bench.warm(path)
        let connection = try SQLiteConnection(bench, path: path, setting: setting)
        let lookup = try PeerLookup(connection)
        let ids = ids(bench)
        for id in ids { _ = try lookup.find(id) }
        var sum: UInt64 = 0
        let watch = Stopwatch()
        if part == .oneTransaction { try connection.execute("BEGIN") }
        for id in ids { sum &+= try lookup.find(id) }
        if part == .oneTransaction { try connection.execute("COMMIT") }
        return Outcome([name: watch.nanoseconds(per: ids.count)], check: sum)
    }

    func runOurs(_ bench: Workbench) throws -> Outcome {
        let path = bench.fixturePath(.p, .ours)
        try bench.warm(path)
        let store = try OurStore(bench, path: path)
        let ids = ids(bench)
        _ = try findOurs(store, ids)
        let watch = Stopwatch()
        let sum = try findOurs(store, ids)
        return Outcome([name: watch.nanoseconds(per: ids.count)], check: sum)
    }

    private func findOurs(_ store: OurStore, _ ids: [Int64]) throws -> UInt64 {
        var sum: UInt64 = 0
        if part == .oneTransaction {
            let transaction = try store.beginRead()
            let lookup = try OurLookup(transaction)
            for id in ids { sum &+= try lookup.find(id) }
            try transaction.end()
        } else {
            let reader = try OurReader(store)
            for id in ids { sum &+= try reader.find(id) }
        }
        return sum
    }

    private func ids(_ bench: Workbench) -> [Int64] {
        let range = UInt64(part == .hot ? 1000 : TableP.rowCount(bench))
        return BenchmarkData.picks(workload: 4, count: bench.scaled(100_000)).map {
            Int64(1 + $0 % range)
        }
    }
}
