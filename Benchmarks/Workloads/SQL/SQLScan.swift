/// All rows of a table, both columns read: W3a touches them, W3b keeps a copy of each.
struct SQLScan: SQLWorkload {
    let keepsRows: Bool
    var name: String { keepsRows ? "sql-W3b" : "sql-W3a" }
    let start: SQLFixture? = .t2m
    var question: String {
        keepsRows
            ? "How long does a row take in a scan that keeps key and blob of each?"
            : "How long does a row take in a scan through SQL that reads both columns?"
    }
    var metrics: [Metric] { [keepsRows ? .sql("W3b", gate: 1) : .sql("W3a", gate: 3)] }

    func run<Session: SQLSession>(_ session: Session, _ bench: Workbench) throws -> Outcome {
        let select = try session.prepare("SELECT key,value FROM t")
        let watch = Stopwatch()
        let sum = keepsRows ? try keep(select) : try touch(select)
        let time = watch.nanoseconds(per: SQLFixture.t2m.rowCount(bench))
        return Outcome([name: time], check: sum)
    }

    private func touch<Select: SQLSessionStatement>(_ select: Select) throws -> UInt64 {
        var sum: UInt64 = 0
        while try select.step() {
            sum &+= UInt64(bitPattern: select.int(0)) &+ select.blob(1).touched &+ 1
        }
        return sum
    }

    private func keep<Select: SQLSessionStatement>(_ select: Select) throws -> UInt64 {
        var rows: [(key: Int64, value: [UInt8])] = []
        while try select.step() { rows.append((select.int(0), Array(select.blob(1)))) }
        return rows.reduce(UInt64(rows.count)) { $0 &+ UInt64(bitPattern: $1.key) }
    }
}
