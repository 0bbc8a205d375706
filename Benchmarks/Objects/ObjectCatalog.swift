/// The workloads of objects.
enum ObjectCatalog {
    static let all: [any Workload] = [
        ObjectBulk(direction: .insert, name: "O1-KV", gate: 2) { KeyValue.all($0) },
        ObjectBulk(direction: .insert, name: "O1-Wide", gate: 2) { Wide.all($0) },
        ObjectBulk(direction: .fetch, name: "O2-KV", gate: 1) { KeyValue.all($0) },
        ObjectBulk(direction: .fetch, name: "O2-Wide", gate: 1) { Wide.all($0) },
        ObjectBulk(direction: .fetch, name: "O2-Wide-direct", gate: 1.5) { DirectWide.all($0) },
        ObjectSingle(part: .insert),
        ObjectSingle(part: .lookup),
        ObjectSingle(part: .lookupInOneRead),
        ObjectSingle(part: .updateInOneTransaction),
        ObjectSingle(part: .update),
        ObjectThreads.many,
        ObjectThreads.two,
        MainThreadWait(),
        ObjectManyTables(),
        BuilderSelect(),
        BuilderPrepare(query: .lookup),
        BuilderPrepare(query: .join),
    ]
}

extension Metric {
    /// A metric of the library as its users have it.
    static func object(_ name: String, gate: Double) -> Metric {
        Metric(name: name, gate: gate)
    }
}
