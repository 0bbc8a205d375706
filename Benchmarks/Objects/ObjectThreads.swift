import WCDBSwift

/// Threads that read objects by key while another updates one object a transaction, each through
/// the same `Database`; SQLite's threads have a connection each.
struct ObjectThreads: Workload {
    let name: String
    let readers: Int
    let metrics: [Metric]
    let needsOneConnection = false

    /// Two readers and a writer, as in W13.
    static let many = ObjectThreads(
        name: "O-W13", readers: 2,
        metrics: [
            .object("O-W13.readers", gate: 3), .object("O-W13.writer", gate: 5),
            Metric(name: "O-W13.alone"),
        ])
    /// A core for each: the writer may cost the reader a fifth of what it does alone.
    static let two = ObjectThreads(
        name: "O-beside", readers: 1,
        metrics: ["O-beside.readers", "O-beside.writer", "O-beside.alone"].map {
            Metric(name: $0)
        })

    var question: String {
        "How many objects are read by \(readers == 1 ? "a thread" : "two threads") beside a writer?"
    }

    private func count(_ bench: Workbench) -> Int { bench.scaled(100_000) }

    private func ids(_ bench: Workbench, _ index: Int) -> [Int] {
        let range = UInt64(count(bench))
        return BenchmarkData.picks(seed: 0x5EED_0D00 + UInt64(index), count: 100_000).map {
            1 + Int(truncatingIfNeeded: $0 % range)
        }
    }

    func runOurs(_ bench: Workbench) throws -> Outcome {
        let objects = Wide.all(count(bench))
        let database = try ObjectTables<Wide>.createOurs(bench, objects)
        bench.settle()
        let crew = ReadersAndWriter(bench: bench, readers: readers) {
            index, isWriter, ready, stop in
            let ids = ids(bench, index)
            return try ReadersAndWriter.tally(ready, stop) { number in
                let id = ids[number % ids.count]
                if isWriter {
                    let source = objects[(id + number) % objects.count]
                    try database.update(
                        table: Wide.table, on: [Wide.Properties.a, Wide.Properties.c],
                        with: source, where: Wide.Properties.id == id)
                    return true
                }
                let object: Wide? = try database.getObject(
                    fromTable: Wide.table, where: Wide.Properties.id == id)
                return object?.id == id
            }
        }
        return try crew.outcome(name)
    }

    func runPeer(_ bench: Workbench, _ setting: PeerSetting) throws -> Outcome {
        let objects = Wide.all(count(bench))
        let path = try bench.scratchPath()
        let first = try SQLiteConnection(bench, path: path, setting: setting)
        try first.execute(Wide.definition)
        try ObjectTables<Wide>.insertPeer(first, objects)
        try first.checkpoint()
        bench.settle()
        let crew = ReadersAndWriter(bench: bench, readers: readers) {
            index, isWriter, ready, stop in
            let connection = try SQLiteConnection(
                bench, path: path, setting: setting, autocheckpoint: 1000)
            let ids = ids(bench, index)
            if isWriter {
                let update = try PeerUpdate(connection)
                return try ReadersAndWriter.tally(ready, stop) { number in
                    let id = ids[number % ids.count]
                    try update.run(id, objects[(id + number) % objects.count])
                    return true
                }
            }
            let select = try connection.prepare(
                "SELECT \(Wide.columns) FROM \(Wide.table) WHERE id = ?1")
            return try ReadersAndWriter.tally(ready, stop) { number in
                let id = ids[number % ids.count]
                try select.bind(Int64(id), at: 1)
                let isThere = try select.step() && Wide(select).id == id
                try select.reset()
                return isThere
            }
        }
        return try crew.outcome(name)
    }
}

/// Two columns of one object, by key.
struct PeerUpdate {
    private let statement: SQLiteStatement

    init(_ connection: SQLiteConnection) throws {
        statement = try connection.prepare(
            "UPDATE \(Wide.table) SET a = ?1, c = ?2 WHERE id = ?3")
    }

    func run(_ id: Int, _ source: Wide) throws {
        var text = source.c
        try statement.bind(source.a, at: 1)
        try statement.bind(Int64(id), at: 3)
        try text.withUTF8 { bytes in
            try statement.bindText(UnsafeRawBufferPointer(bytes), at: 2)
            try statement.run()
        }
    }
}
