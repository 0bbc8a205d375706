import WCDBSwift

/// Many tables made from a model in one transaction.
struct ObjectManyTables: Workload {
    let name = "O-W14"
    let question = "How long does it take to make one of five thousand tables of objects?"
    let metrics = [Metric.object("O-W14", gate: 10)]

    private func names(_ bench: Workbench) -> [String] {
        (0..<bench.scaled(5_000)).map { "BenchmarkObject\($0)" }
    }

    func runOurs(_ bench: Workbench) throws -> Outcome {
        let names = names(bench)
        let database = Database(at: try bench.scratchPath())
        bench.settle()
        let watch = Stopwatch()
        try database.run(transaction: { handle in
            for name in names { try handle.create(table: name, of: KeyValue.self) }
        })
        let time = watch.nanoseconds(per: names.count)
        let count = try database.getValue(on: Column.all().count(), fromTable: "sqlite_master")
        return Outcome([name: time], check: UInt64(count.int64Value))
    }

    func runPeer(_ bench: Workbench, _ setting: PeerSetting) throws -> Outcome {
        let names = names(bench)
        let connection = try SQLiteConnection(
            bench, path: try bench.scratchPath(), setting: setting)
        bench.settle()
        let watch = Stopwatch()
        try connection.execute("BEGIN")
        for name in names {
            try connection.execute(
                "CREATE TABLE IF NOT EXISTS \(name)(key INTEGER, value BLOB)")
        }
        try connection.execute("COMMIT")
        let time = watch.nanoseconds(per: names.count)
        let count = try connection.prepare("SELECT count(*) FROM sqlite_master")
        _ = try count.step()
        return Outcome([name: time], check: UInt64(count.int(0)))
    }
}
