/// Preparing a statement and giving it up again, for callers that keep no statements: afresh, and
/// with whatever the engine remembers. SQLite remembers nothing, so it is the same peer twice.
struct SQLPrepare: SQLWorkload {
    enum Part: String, CaseIterable {
        case select = "W17a"
        case join = "W17b"
        case insert = "W17c"
        case byKey = "W17d"
        case update = "W17e"

        var sql: String {
            switch self {
            case .select:
                "SELECT id, k, name, value, created, flag FROM t0 WHERE k = ?1 AND created > ?2 "
                    + "ORDER BY created DESC LIMIT 20"
            case .join:
                "SELECT t0.id, t1.name, t2.name, t3.name, t4.value, t5.value FROM t0 "
                    + "JOIN t1 ON t1.k = t0.id JOIN t2 ON t2.k = t1.id JOIN t3 ON t3.k = t2.id "
                    + "LEFT JOIN t4 ON t4.k = t3.id LEFT JOIN t5 ON t5.k = t4.id "
                    + "WHERE t0.flag = 1 AND t1.created > ?1 ORDER BY t0.created LIMIT 50"
            case .insert:
                "INSERT INTO t0(id, k, name, value, created, flag) VALUES(?1, ?2, ?3, ?4, ?5, ?6)"
            case .byKey: "SELECT id, k, name, value, created, flag FROM t0 WHERE id = ?1"
            case .update: "UPDATE t0 SET name = ?1 WHERE id = ?2"
            }
        }
    }

    let part: Part
    let isCached: Bool
    private var metricName: String { part.rawValue + (isCached ? "-cached" : "") }
    var name: String { "sql-" + metricName }
    let start: SQLFixture? = .six
    var question: String {
        "How long does it take to prepare and finalise, \(isCached ? "known" : "afresh"): "
            + part.sql
    }
    var metrics: [Metric] { [.sql(metricName, gate: isCached ? 8 : 0.95)] }

    func run<Session: SQLSession>(_ session: Session, _ bench: Workbench) throws -> Outcome {
        let count = bench.scaled(20_000)
        let sql = part.sql
        _ = try session.prepare(sql)
        let watch = Stopwatch()
        for _ in 0..<count {
            _ = isCached ? try session.prepare(sql) : try session.prepareAfresh(sql)
        }
        return Outcome([name: watch.nanoseconds(per: count)], check: 0)
    }
}

/// Bind, step, read and reset of the smallest query.
struct SQLRoundTrip: SQLWorkload {
    let name = "sql-W17roundtrip"
    let start: SQLFixture? = nil
    let question = "How long does a round trip of SELECT ?1 take?"
    let metrics = [Metric.sql("W17roundtrip", gate: 0.95)]

    func run<Session: SQLSession>(_ session: Session, _ bench: Workbench) throws -> Outcome {
        let count = bench.scaled(1_000_000)
        let select = try session.prepare("SELECT ?1")
        var sum: UInt64 = 0
        let watch = Stopwatch()
        for index in 0..<count {
            try select.bind(Int64(index), at: 1)
            if try select.step() { sum &+= UInt64(bitPattern: select.int(0)) }
            try select.reset()
        }
        return Outcome([name: watch.nanoseconds(per: count)], check: sum)
    }
}

/// Many tables made in one transaction, then one of them read: time per table, and per opening.
struct SQLManyTables: SQLWorkload {
    let name = "sql-W14"
    let start: SQLFixture? = nil
    let question = "How long does it take to make one of five thousand tables?"
    let metrics = [Metric.sql("W14", gate: 10)]

    func run<Session: SQLSession>(_ session: Session, _ bench: Workbench) throws -> Outcome {
        let count = bench.scaled(5_000)
        bench.settle()
        let watch = Stopwatch()
        try session.execute("BEGIN")
        for index in 0..<count {
            try session.execute(
                "CREATE TABLE IF NOT EXISTS BenchmarkObject\(index)(key INTEGER, value BLOB)")
        }
        try session.execute("COMMIT")
        let time = watch.nanoseconds(per: count)
        let check = try session.prepare("SELECT count(*) FROM sqlite_master").drain([.integer])
        return Outcome([name: time], check: check.sum)
    }
}
