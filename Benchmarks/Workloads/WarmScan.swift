/// A kernel: a third scan over a million rows, with every page in the cache (we keep pages of so
/// large a table when it is scanned again), touching the row only at its last byte. What a row
/// costs before anybody looks at its columns.
struct WarmScan: Workload {
    let name = "K.scan"
    let question = "How long does a row of 100 bytes take in a scan of cached pages?"
    let metrics = [Metric(name: "K.scan")]
    let fixture: Fixture? = .p

    func runPeer(_ bench: Workbench, _ setting: PeerSetting) throws -> Outcome {
        let path = bench.fixturePath(.p, .peer)
        try bench.warm(path)
        let connection = try SQLiteConnection(bench, path: path, setting: setting)
        try connection.execute("BEGIN")
        for _ in 0..<2 { _ = try TableP.digestPeer(connection) }
        let select = try connection.prepare("SELECT v FROM p")
        var (sum, count): (UInt64, UInt64) = (0, 0)
        let watch = Stopwatch()
        while try select.step() {
            sum &+= select.blob(0).lastByte
            count += 1
        }
        let time = watch.nanoseconds(per: Int(count))
        try connection.execute("COMMIT")
        return Outcome([name: time], check: sum &+ count)
    }

    func runOurs(_ bench: Workbench) throws -> Outcome {
        let path = bench.fixturePath(.p, .ours)
        try bench.warm(path)
        let store = try OurStore(bench, path: path)
        for _ in 0..<2 { _ = try TableP.digestOurs(store) }
        let transaction = try store.beginRead()
        let cursor = try transaction.cursor()
        var (sum, count): (UInt64, UInt64) = (0, 0)
        let watch = Stopwatch()
        var isRow = try cursor.first()
        while isRow {
            sum &+= try cursor.payload().lastByte
            count += 1
            isRow = try cursor.next()
        }
        let time = watch.nanoseconds(per: Int(count))
        try transaction.end()
        return Outcome([name: time], check: sum &+ count)
    }
}
