import WCDBSwift

/// O3 to O7: objects one by one, each call as a program writes it.
struct ObjectSingle: Workload {
    enum Part: String, Sendable {
        case insert = "O3"
        case lookup = "O4"
        case lookupInOneRead = "O5"
        case updateInOneTransaction = "O6"
        case update = "O7"
    }

    let part: Part
    var name: String { part.rawValue }

    var question: String {
        switch part {
        case .insert: "How long does a call take that inserts one object?"
        case .lookup: "How long does a call take that reads one object by its key?"
        case .lookupInOneRead: "How long does it take inside of one transaction?"
        case .updateInOneTransaction: "How long does an update by key take in a transaction?"
        case .update: "How long does a call take that updates one object by its key?"
        }
    }

    var metrics: [Metric] {
        switch part {
        case .insert: [.object(name, gate: 5)]
        case .lookup, .update: [.object(name, gate: 3)]
        case .lookupInOneRead: [.object(name, gate: 1.7)]
        case .updateInOneTransaction: [.object(name, gate: 2)]
        }
    }

    private func count(_ bench: Workbench) -> Int {
        bench.scaled(part == .insert || part == .update ? 10_000 : 20_000)
    }

    private func ids(_ bench: Workbench) -> [Int] {
        let range = UInt64(bench.scaled(100_000))
        return BenchmarkData.picks(seed: 0x5EED_0021, count: count(bench)).map {
            1 + Int(truncatingIfNeeded: $0 % range)
        }
    }

    // MARK: Ours

    func runOurs(_ bench: Workbench) throws -> Outcome {
        if part == .insert { return try insertOurs(bench) }
        let objects = Wide.all(bench.scaled(100_000))
        let database = try ObjectTables<Wide>.createOurs(bench, objects)
        let ids = ids(bench)
        if part == .lookup || part == .lookupInOneRead { _ = try lookUp(database, ids) }
        bench.settle()
        var sum: UInt64 = 0
        let watch = Stopwatch()
        switch part {
        case .insert, .lookup: sum = try lookUp(database, ids)
        case .lookupInOneRead:
            try database.begin()
            sum = try lookUp(database, ids)
            try database.commit()
        case .update: try update(database, ids, objects)
        case .updateInOneTransaction:
            try database.run(transaction: { try update($0, ids, objects) })
        }
        let time = watch.nanoseconds(per: ids.count)
        if sum == 0 { sum = try ObjectTables<Wide>.check(database) }
        return Outcome([name: time], check: sum)
    }

    private func insertOurs(_ bench: Workbench) throws -> Outcome {
        let objects = KeyValue.all(count(bench))
        let database = try ObjectTables<KeyValue>.createOurs(bench, [])
        bench.settle()
        let watch = Stopwatch()
        for object in objects { try database.insert(object, intoTable: KeyValue.table) }
        let time = watch.nanoseconds(per: objects.count)
        return Outcome([name: time], check: try ObjectTables<KeyValue>.check(database))
    }

    private func lookUp(_ database: Database, _ ids: [Int]) throws -> UInt64 {
        var sum: UInt64 = 0
        for id in ids {
            let object: Wide? = try database.getObject(
                fromTable: Wide.table, where: Wide.Properties.id == id)
            sum &+= object?.touched ?? 0
        }
        return sum
    }

    private func update<Host: UpdateInterface>(
        _ host: Host, _ ids: [Int], _ objects: [Wide]
    ) throws {
        for (index, id) in ids.enumerated() {
            let source = objects[(id + index) % objects.count]
            try host.update(
                table: Wide.table, on: [Wide.Properties.a, Wide.Properties.c], with: source,
                where: Wide.Properties.id == id, orderBy: nil, limit: nil, offset: nil)
        }
    }

    // MARK: SQLite

    func runPeer(_ bench: Workbench, _ setting: PeerSetting) throws -> Outcome {
        if part == .insert { return try insertPeer(bench, setting) }
        let objects = Wide.all(bench.scaled(100_000))
        let connection = try ObjectTables<Wide>.createPeer(bench, setting, objects)
        let ids = ids(bench)
        if part == .lookup || part == .lookupInOneRead { _ = try lookUp(connection, ids) }
        bench.settle()
        var sum: UInt64 = 0
        let isOne = part == .lookupInOneRead || part == .updateInOneTransaction
        let watch = Stopwatch()
        if isOne { try connection.execute("BEGIN") }
        switch part {
        case .insert, .lookup, .lookupInOneRead: sum = try lookUp(connection, ids)
        case .update, .updateInOneTransaction: try update(connection, ids, objects)
        }
        if isOne { try connection.execute("COMMIT") }
        let time = watch.nanoseconds(per: ids.count)
        if sum == 0 { sum = try ObjectTables<Wide>.check(connection) }
        return Outcome([name: time], check: sum)
    }

    private func insertPeer(_ bench: Workbench, _ setting: PeerSetting) throws -> Outcome {
        let objects = KeyValue.all(count(bench))
        let connection = try ObjectTables<KeyValue>.createPeer(bench, setting, [])
        let insert = try ObjectTables<KeyValue>.insertStatement(connection)
        bench.settle()
        let watch = Stopwatch()
        for object in objects { try object.bind(insert) { try insert.run() } }
        let time = watch.nanoseconds(per: objects.count)
        return Outcome([name: time], check: try ObjectTables<KeyValue>.check(connection))
    }

    private func lookUp(_ connection: SQLiteConnection, _ ids: [Int]) throws -> UInt64 {
        let select = try connection.prepare(
            "SELECT \(Wide.columns) FROM \(Wide.table) WHERE id = ?1")
        var sum: UInt64 = 0
        for id in ids {
            try select.bind(Int64(id), at: 1)
            if try select.step() { sum &+= Wide(select).touched }
            try select.reset()
        }
        return sum
    }

    private func update(
        _ connection: SQLiteConnection, _ ids: [Int], _ objects: [Wide]
    ) throws {
        let update = try PeerUpdate(connection)
        for (index, id) in ids.enumerated() {
            try update.run(id, objects[(id + index) % objects.count])
        }
    }
}
