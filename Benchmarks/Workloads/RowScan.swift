/// All two million rows of a table, both columns read, the blob's first and last byte touched.
struct RowScan: Workload {
    let name = "W3a"
    let question = "How long does a row take in a scan that reads both columns?"
    let metrics = [Metric(name: "W3a", gate: 3)]
    let fixture: Fixture? = .t2m

    func runPeer(_ bench: Workbench, _ setting: PeerSetting) throws -> Outcome {
        let path = bench.fixturePath(.t2m, .peer)
        try bench.warm(path)
        let connection = try SQLiteConnection(bench, path: path, setting: setting)
        let select = try connection.prepare("SELECT key,value FROM t")
        var (sum, count): (UInt64, Int) = (0, 0)
        let watch = Stopwatch()
        while try select.step() {
            sum &+= UInt64(bitPattern: select.int(0)) &+ select.blob(1).touched
            count += 1
        }
        return Outcome(["W3a": watch.nanoseconds(per: count)], check: sum &+ UInt64(count))
    }

    func runOurs(_ bench: Workbench) throws -> Outcome {
        let path = bench.fixturePath(.t2m, .ours)
        try bench.warm(path)
        let store = try OurStore(bench, path: path)
        var (sum, count): (UInt64, Int) = (0, 0)
        let watch = Stopwatch()
        let transaction = try store.beginRead()
        let cursor = try transaction.cursor()
        var isRow = try cursor.first()
        while isRow {
            let (key, blob) = OurRecord.readKeyed(try cursor.payload())
            sum &+= UInt64(bitPattern: key) &+ blob.touched
            count += 1
            isRow = try cursor.next()
        }
        try transaction.end()
        return Outcome(["W3a": watch.nanoseconds(per: count)], check: sum &+ UInt64(count))
    }
}
