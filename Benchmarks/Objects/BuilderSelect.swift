import WCDBSwift

/// From the query builder to the first row of a lookup by key, beside SQLite preparing, binding,
/// stepping and finalizing the same text: what a program pays that keeps no statement.
struct BuilderSelect: Workload {
    let name = "WINQ-select"
    let question = "How long does it take from building a lookup by key to its row?"
    let metrics = [Metric.object("WINQ-select", gate: 1.5)]

    private func ids(_ bench: Workbench) -> [Int] {
        let range = UInt64(bench.scaled(100_000))
        return BenchmarkData.picks(seed: 0x5EED_0021, count: bench.scaled(20_000)).map {
            1 + Int(truncatingIfNeeded: $0 % range)
        }
    }

    func runOurs(_ bench: Workbench) throws -> Outcome {
        let database = try ObjectTables<Wide>.createOurs(bench, Wide.all(bench.scaled(100_000)))
        let ids = ids(bench)
        try database.begin()
        _ = try lookUp(database, ids)
        bench.settle()
        let watch = Stopwatch()
        let sum = try lookUp(database, ids)
        let time = watch.nanoseconds(per: ids.count)
        try database.commit()
        return Outcome([name: time], check: sum)
    }

    private func lookUp(_ database: Database, _ ids: [Int]) throws -> UInt64 {
        var sum: UInt64 = 0
        for id in ids {
            let select = StatementSelect().select(Wide.Properties.a, Wide.Properties.c)
                .from(Wide.table).where(Wide.Properties.id == id)
            guard let row = try database.getRow(from: select) else { continue }
            sum &+= UInt64(bitPattern: row[0].int64Value) &+ UInt64(row[1].stringValue.utf8.count)
        }
        return sum
    }

    func runPeer(_ bench: Workbench, _ setting: PeerSetting) throws -> Outcome {
        let connection = try ObjectTables<Wide>.createPeer(
            bench, setting, Wide.all(bench.scaled(100_000)))
        let ids = ids(bench)
        try connection.execute("BEGIN")
        _ = try lookUp(connection, ids)
        bench.settle()
        let watch = Stopwatch()
        let sum = try lookUp(connection, ids)
        let time = watch.nanoseconds(per: ids.count)
        try connection.execute("COMMIT")
        return Outcome([name: time], check: sum)
    }

    private func lookUp(_ connection: SQLiteConnection, _ ids: [Int]) throws -> UInt64 {
        var sum: UInt64 = 0
        for id in ids {
            // Finalized at the end of its scope.
            let select = try connection.prepare("SELECT a, c FROM \(Wide.table) WHERE id = ?1")
            try select.bind(Int64(id), at: 1)
            guard try select.step() else { continue }
            sum &+= UInt64(bitPattern: select.int(0)) &+ UInt64(select.string(1).utf8.count)
        }
        return sum
    }
}
