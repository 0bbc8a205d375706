import WCDBSwift

/// From a query that is built already, values and all, to its program with the values bound, beside
/// SQLite preparing and finalising the same text without its values: what is left of preparing when
/// the plan of a query is found by its structure.
struct BuilderPrepare: Workload {
    /// Of the two that a gate is set for.
    enum Query: String { case lookup = "W17a", join = "W17b" }

    let query: Query

    var name: String { "WINQ-" + query.rawValue }
    let question = "How long does it take from a query that is built to its bound program?"
    var metrics: [Metric] { [.object(name, gate: 8)] }

    private var sql: String {
        query == .lookup ? SQLPrepare.Part.select.sql : SQLPrepare.Part.join.sql
    }
    private var select: StatementSelect { query == .lookup ? Self.lookup : Self.join }

    func prepare(_ bench: Workbench, side: Side) throws {
        try SQLFixture.six.build(bench, side)
    }

    func runOurs(_ bench: Workbench) throws -> Outcome {
        let database = Database(at: try SQLFixture.six.scratchCopy(bench, .ours))
        let handle = try database.getHandle()
        let count = bench.scaled(20_000)
        let select = select
        try handle.prepare(select)
        handle.finalize()
        let watch = Stopwatch()
        for _ in 0..<count {
            try handle.prepare(select)
            handle.finalize()
        }
        return Outcome([name: watch.nanoseconds(per: count)], check: 0)
    }

    func runPeer(_ bench: Workbench, _ setting: PeerSetting) throws -> Outcome {
        let path = try SQLFixture.six.scratchCopy(bench, .peer)
        let connection = try SQLiteConnection(bench, path: path, setting: setting)
        let count = bench.scaled(20_000)
        let sql = sql
        _ = try connection.prepare(sql)
        let watch = Stopwatch()
        for _ in 0..<count { _ = try connection.prepare(sql) }
        return Outcome([name: watch.nanoseconds(per: count)], check: 0)
    }

    private static var lookup: StatementSelect {
        let columns = ["id", "k", "name", "value", "created", "flag"].map { Column(named: $0) }
        return StatementSelect().select(columns).from("t0")
            .where(columns[1] == 5 && columns[4] > 2.5)
            .order(by: columns[4].order(.descending)).limit(20)
    }

    private static var join: StatementSelect {
        func column(_ name: String, _ table: Int) -> Column {
            Column(named: name).in(table: "t\(table)")
        }
        let join = JoinClause(with: "t0")
            .join("t1").on(column("k", 1) == column("id", 0))
            .join("t2").on(column("k", 2) == column("id", 1))
            .join("t3").on(column("k", 3) == column("id", 2))
            .leftJoin("t4").on(column("k", 4) == column("id", 3))
            .leftJoin("t5").on(column("k", 5) == column("id", 4))
        return StatementSelect()
            .select(
                column("id", 0), column("name", 1), column("name", 2), column("name", 3),
                column("value", 4), column("value", 5)
            )
            .from(join)
            .where(column("flag", 0) == 1 && column("created", 1) > 2.5)
            .order(by: column("created", 0)).limit(50)
    }
}
