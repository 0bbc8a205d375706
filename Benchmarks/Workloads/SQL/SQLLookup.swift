/// Lookups of one row: by primary key, and by an index that leads to it.
struct SQLLookup: SQLWorkload {
    enum Part: String {
        case ownTransaction = "W4a"
        case hot = "W4b"
        case oneTransaction = "W4c"
        case indexOwn = "W5own"
        case indexOne = "W5one"

        var usesIndex: Bool { self == .indexOwn || self == .indexOne }
        var isOneTransaction: Bool { self == .oneTransaction || self == .indexOne }
    }

    let part: Part
    var name: String { "sql-" + part.rawValue }
    var start: SQLFixture? { part.usesIndex ? .pIndexed : .p }
    var question: String {
        let what = part.usesIndex ? "by an index" : "by primary key"
        let way = part.isOneTransaction ? "in one transaction" : "each a transaction of its own"
        return "How long does a lookup \(what) through SQL take, \(way)?"
    }
    var metrics: [Metric] {
        switch part {
        case .ownTransaction: [.sql("W4a", gate: 4, exclusive: 2)]
        case .hot: [.sql("W4b", gate: 4, exclusive: 1.4)]
        case .oneTransaction: [.sql("W4c", gate: 1.7)]
        case .indexOwn: [.sql("W5own", gate: 4, exclusive: 2.3)]
        case .indexOne: [.sql("W5one", gate: 2.2)]
        }
    }

    func run<Session: SQLSession>(_ session: Session, _ bench: Workbench) throws -> Outcome {
        let range = UInt64(part == .hot ? 1000 : SQLFixture.p.rowCount(bench))
        let picks = BenchmarkData.picks(
            workload: part.usesIndex ? 5 : 4, count: bench.scaled(100_000))
        let ids = picks.map { Int64(1 + $0 % range) }
        let select = try session.prepare(
            part.usesIndex ? "SELECT id,v FROM p WHERE k=?" : "SELECT k,v FROM p WHERE id=?")
        _ = try find(ids, select)
        let watch = Stopwatch()
        if part.isOneTransaction { try session.execute("BEGIN") }
        let sum = try find(ids, select)
        if part.isOneTransaction { try session.execute("COMMIT") }
        return Outcome([name: watch.nanoseconds(per: ids.count)], check: sum)
    }

    private func find<Select: SQLSessionStatement>(
        _ ids: [Int64], _ select: Select
    ) throws -> UInt64 {
        var sum: UInt64 = 0
        if part.usesIndex {
            for id in ids {
                try Text16(Int(id)).withBytes { text throws in
                    try select.bindText(text, at: 1)
                    if try select.step() {
                        sum &+= UInt64(bitPattern: select.int(0)) &+ select.blob(1).touched
                    }
                    try select.reset()
                }
            }
            return sum
        }
        for id in ids {
            try select.bind(id, at: 1)
            if try select.step() { sum &+= select.text(0).touched &+ select.blob(1).touched }
            try select.reset()
        }
        return sum
    }
}
