/// A workload that both sides run as the same SQL.
///
/// The names begin with "sql-", so that one filter selects them all and none is taken for the
/// workload of the storage below.
protocol SQLWorkload: Workload {
    /// What the measurement starts from; nil is an empty database.
    var start: SQLFixture? { get }
    /// Whether the measurement changes the database, and hence gets a copy.
    var changesDatabase: Bool { get }

    func run<Session: SQLSession>(_ session: Session, _ bench: Workbench) throws -> Outcome
}

extension SQLWorkload {
    var changesDatabase: Bool { false }

    func prepare(_ bench: Workbench, side: Side) throws {
        try start?.build(bench, side)
    }

    func runPeer(_ bench: Workbench, _ setting: PeerSetting) throws -> Outcome {
        let path = try path(bench, .peer)
        return try run(SQLiteConnection(bench, path: path, setting: setting), bench)
    }

    func runOurs(_ bench: Workbench) throws -> Outcome {
        let session = try OurSession(bench, path: try path(bench, .ours))
        let outcome = try run(session, bench)
        try session.close()
        return outcome
    }

    private func path(_ bench: Workbench, _ side: Side) throws -> String {
        guard let start else { return try bench.scratchPath() }
        let path =
            changesDatabase
            ? try start.scratchCopy(bench, side) : start.path(bench, side)
        try bench.warm(path)
        if changesDatabase { bench.settle() }
        return path
    }
}

extension Metric {
    /// A metric of the whole engine.
    static func sql(_ name: String, gate: Double? = nil, exclusive: Double? = nil) -> Metric {
        Metric(name: "sql-" + name, gate: gate ?? 0.95, exclusiveGate: exclusive)
    }
}
