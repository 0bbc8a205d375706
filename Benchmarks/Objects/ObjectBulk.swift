import WCDBSwift

/// O1 and O2: a hundred thousand objects in one call, into a table and out of it.
struct ObjectBulk<Object: BenchmarkObject>: Workload {
    enum Direction: Sendable { case insert, fetch }

    let direction: Direction
    let name: String
    let gate: Double
    let make: @Sendable (Int) -> [Object]

    var question: String {
        direction == .insert
            ? "How long does an object take that is inserted with many in one call?"
            : "How long does an object take that is read with all others into an array?"
    }
    var metrics: [Metric] { [.object(name, gate: gate)] }

    func runPeer(_ bench: Workbench, _ setting: PeerSetting) throws -> Outcome {
        let objects = make(bench.scaled(100_000))
        switch direction {
        case .insert:
            let connection = try ObjectTables<Object>.createPeer(bench, setting, [])
            bench.settle()
            let watch = Stopwatch()
            try ObjectTables.insertPeer(connection, objects)
            let time = watch.nanoseconds(per: objects.count)
            return Outcome([name: time], check: try ObjectTables<Object>.check(connection))
        case .fetch:
            let connection = try ObjectTables<Object>.createPeer(bench, setting, objects)
            let before = try ObjectTables<Object>.check(connection)
            let watch = Stopwatch()
            let found = try ObjectTables<Object>.allPeer(connection)
            return Outcome([name: watch.nanoseconds(per: found.count)], check: before)
        }
    }

    func runOurs(_ bench: Workbench) throws -> Outcome {
        let objects = make(bench.scaled(100_000))
        switch direction {
        case .insert:
            let database = try ObjectTables<Object>.createOurs(bench, [])
            bench.settle()
            let watch = Stopwatch()
            try database.insert(objects, intoTable: Object.table)
            let time = watch.nanoseconds(per: objects.count)
            return Outcome([name: time], check: try ObjectTables<Object>.check(database))
        case .fetch:
            let database = try ObjectTables<Object>.createOurs(bench, objects)
            let before = try ObjectTables<Object>.check(database)
            let watch = Stopwatch()
            let found: [Object] = try database.getObjects(fromTable: Object.table)
            return Outcome([name: watch.nanoseconds(per: found.count)], check: before)
        }
    }
}
