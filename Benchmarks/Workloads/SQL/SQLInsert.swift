/// Inserting rows: a million in one transaction, and each in its own.
struct SQLInsert: SQLWorkload {
    let isBulk: Bool
    var name: String { isBulk ? "sql-W1" : "sql-W2" }
    let start: SQLFixture? = nil
    var question: String {
        isBulk
            ? "How long does a row take through SQL when a million are inserted at once?"
            : "How long does a transaction of one INSERT take?"
    }
    var metrics: [Metric] {
        isBulk
            ? [.sql("W1", gate: 2), .sql("W1+checkpoint", gate: 3.5)]
            : [.sql("W2", gate: 5, exclusive: 2.8)]
    }

    func run<Session: SQLSession>(_ session: Session, _ bench: Workbench) throws -> Outcome {
        try session.execute("CREATE TABLE t(key INTEGER, value BLOB)")
        let rows = FixtureRows(count: bench.scaled(isBulk ? 1_000_000 : 100_000))
        bench.settle()
        let watch = Stopwatch()
        if isBulk { try session.execute("BEGIN") }
        try rows.insertT(session)
        if isBulk { try session.execute("COMMIT") }
        var times = [name: watch.nanoseconds(per: rows.count)]
        if isBulk {
            try session.checkpoint()
            times[name + "+checkpoint"] = watch.nanoseconds(per: rows.count)
        }
        let check = try session.prepare("SELECT key,value FROM t").drain([.integer, .blob])
        return Outcome(times, check: check.sum &+ UInt64(check.count))
    }
}

/// Rows in random order into a table with three indexes, in one transaction.
struct SQLInsertIndexed: SQLWorkload {
    let name = "sql-W18"
    let start: SQLFixture? = nil
    let question = "How long does a row take that goes into a table with three indexes?"
    let metrics = [Metric.sql("W18", gate: 2), Metric.sql("W18+checkpoint", gate: 2)]

    func run<Session: SQLSession>(_ session: Session, _ bench: Workbench) throws -> Outcome {
        try session.execute(
            "CREATE TABLE s(id INTEGER PRIMARY KEY, a INTEGER, b TEXT, c REAL, v BLOB)")
        for column in ["a", "b", "c"] {
            try session.execute("CREATE INDEX s_\(column) ON s(\(column))")
        }
        let (count, data) = (bench.scaled(200_000), BenchmarkData())
        let draws = BenchmarkData.picks(workload: 0x18, count: 2 * count)
        bench.settle()
        let watch = Stopwatch()
        try session.execute("BEGIN")
        let insert = try session.prepare("INSERT INTO s(id,a,b,c,v) VALUES(?,?,?,?,?)")
        for index in 0..<count {
            try insert.bind(Int64(BenchmarkData.mixed(index + 77) >> 1), at: 1)
            try insert.bind(Int64(draws[2 * index] % 1_000_000_000), at: 2)
            try insert.bind(Double(draws[2 * index + 1] >> 11) * 0x1p-53, at: 4)
            try Text16(index).withBytes { text throws in
                try insert.bindText(text, at: 3)
                try insert.bindBlob(data.blob(index), at: 5)
                try insert.run()
            }
        }
        try session.execute("COMMIT")
        let commit = watch.nanoseconds(per: count)
        try session.checkpoint()
        let all = watch.nanoseconds(per: count)
        let check = try session.prepare("SELECT a,b FROM s ORDER BY b").drain([.integer, .text])
        return Outcome(
            [name: commit, name + "+checkpoint": all], check: check.sum &+ UInt64(check.count))
    }
}
