/// Ten thousand ranges of a hundred rows: from an index alone, through an index, by primary key.
struct SQLRange: SQLWorkload {
    enum Part: String { case covering = "W6a", fetching = "W6b", byKey = "W6c" }

    let part: Part
    var name: String { "sql-" + part.rawValue }
    let start: SQLFixture? = .r
    var question: String { "How long does a row of a range take in \(sql)?" }
    var metrics: [Metric] { [.sql(part.rawValue, gate: part == .covering ? 2.5 : 3)] }

    private var sql: String {
        switch part {
        case .covering: "SELECT n,id FROM r WHERE n BETWEEN ? AND ? ORDER BY n"
        case .fetching: "SELECT n,v FROM r WHERE n BETWEEN ? AND ? ORDER BY n"
        case .byKey: "SELECT id,v FROM r WHERE id BETWEEN ? AND ?"
        }
    }

    func run<Session: SQLSession>(_ session: Session, _ bench: Workbench) throws -> Outcome {
        let rowCount = SQLFixture.r.rowCount(bench)
        let picks = BenchmarkData.picks(workload: 6, count: bench.scaled(10_000))
        let lows = picks.map { Int64($0 % UInt64(max(1, rowCount - 100))) }
        let select = try session.prepare(sql)
        let columns: [SQLColumn] = [.integer, part == .covering ? .integer : .blob]
        var (sum, count): (UInt64, Int) = (0, 0)
        let watch = Stopwatch()
        for low in lows {
            try select.bind(low, at: 1)
            try select.bind(low + 99, at: 2)
            let found = try select.drain(columns)
            sum &+= found.sum
            count += found.count
        }
        return Outcome(
            [name: watch.nanoseconds(per: max(1, count))], check: sum &+ UInt64(count))
    }
}
