/// Changes of rows that are there, in one transaction: by primary key, and as one statement.
struct SQLChange: SQLWorkload {
    enum Part: String {
        case randomUpdates = "W7a"
        case sequentialUpdates = "W7b"
        case updateStatement = "W7c"
        case deletes = "W8a"
        case indexedDeletes = "W8b"

        var isDelete: Bool { self == .deletes || self == .indexedDeletes }
    }

    let part: Part
    var name: String { "sql-" + part.rawValue }
    var start: SQLFixture? { part == .indexedDeletes ? .pIndexed : .p }
    let changesDatabase = true
    var question: String { "How long does a row take in \(sql)?" }
    var metrics: [Metric] {
        [.sql(part.rawValue, gate: part == .updateStatement ? 2.5 : 3)]
    }

    private var sql: String {
        switch part {
        case .randomUpdates, .sequentialUpdates: "UPDATE p SET v=? WHERE id=?"
        case .updateStatement: "UPDATE p SET v=zeroblob(100) WHERE id<=?"
        case .deletes, .indexedDeletes: "DELETE FROM p WHERE id=?"
        }
    }

    func run<Session: SQLSession>(_ session: Session, _ bench: Workbench) throws -> Outcome {
        let (count, data) = (bench.scaled(100_000), BenchmarkData())
        let rowCount = SQLFixture.p.rowCount(bench)
        let watch = Stopwatch()
        try session.execute("BEGIN")
        let change = try session.prepare(sql)
        if part == .updateStatement {
            try change.bind(Int64(count), at: 1)
            try change.run()
        } else {
            for index in 0..<count {
                let id =
                    part == .sequentialUpdates
                    ? index : BenchmarkData.permuted(index, count: rowCount)
                if !part.isDelete { try change.bindBlob(data.blob(index + 5_000_000), at: 1) }
                try change.bind(Int64(1 + id), at: part.isDelete ? 1 : 2)
                try change.run()
            }
        }
        try session.execute("COMMIT")
        let time = watch.nanoseconds(per: count)
        let check = try session.prepare("SELECT id,v FROM p").drain([.integer, .blob])
        return Outcome([name: time], check: check.sum &+ UInt64(check.count))
    }
}

/// CREATE INDEX over a million rows.
struct SQLCreateIndex: SQLWorkload {
    let name = "sql-W12"
    let start: SQLFixture? = .p
    let changesDatabase = true
    let question = "How long does a row take when an index is made over a million?"
    let metrics = [Metric.sql("W12", gate: 4)]

    func run<Session: SQLSession>(_ session: Session, _ bench: Workbench) throws -> Outcome {
        let watch = Stopwatch()
        try session.execute("CREATE INDEX p_k ON p(k)")
        let time = watch.nanoseconds(per: SQLFixture.p.rowCount(bench))
        let check = try session.prepare("SELECT id FROM p WHERE k>='8' ORDER BY k LIMIT 1000")
            .drain([.integer])
        return Outcome([name: time], check: check.sum &+ UInt64(check.count))
    }
}
