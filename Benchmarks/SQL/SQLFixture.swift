import Foundation

/// A database that SQL workloads start from, filled through SQL on both sides.
enum SQLFixture: String, Sendable {
    /// `t(key INTEGER, value BLOB)`, two million rows.
    case t2m = "T2M"
    /// `p(id INTEGER PRIMARY KEY, k TEXT, v BLOB)`, a million rows.
    case p = "P"
    /// The same with an index on `k`.
    case pIndexed = "PX"
    /// `r(id INTEGER PRIMARY KEY, n INTEGER, v BLOB)` with an index on `n`, a permutation.
    case r = "R"
    /// `g(id INTEGER PRIMARY KEY, grp INTEGER, x INTEGER, y REAL, s TEXT)`, a million rows.
    case g = "G"
    /// Three tables of a hundred thousand rows that join with each other.
    case j = "J"
    /// Six empty tables with an index each.
    case six = "S6"

    func rowCount(_ bench: Workbench) -> Int {
        switch self {
        case .t2m: bench.scaled(2_000_000)
        case .p, .pIndexed, .r, .g: bench.scaled(1_000_000)
        case .j: bench.scaled(100_000)
        case .six: 0
        }
    }

    func path(_ bench: Workbench, _ side: Side) -> String {
        bench.directory + "/sql-\(rawValue)-\(rowCount(bench)).\(side.rawValue).db"
    }

    func scratchCopy(_ bench: Workbench, _ side: Side) throws -> String {
        let copy = try bench.scratchPath()
        try FileManager.default.copyItem(atPath: path(bench, side), toPath: copy)
        return copy
    }

    func build(_ bench: Workbench, _ side: Side) throws {
        let path = path(bench, side)
        guard !FileManager.default.fileExists(atPath: path) else { return }
        switch side {
        case .ours: try fill(OurSession(bench, path: path), bench)
        case .peer: try fill(SQLiteConnection(bench, path: path, setting: .plain), bench)
        }
    }

    private func fill<Session: SQLSession>(_ session: Session, _ bench: Workbench) throws {
        let rows = FixtureRows(count: rowCount(bench))
        try session.execute("BEGIN")
        switch self {
        case .t2m: try rows.fillT(session)
        case .p, .pIndexed: try rows.fillP(session)
        case .r: try rows.fillR(session)
        case .g: try rows.fillG(session)
        case .j: try rows.fillJ(session)
        case .six: try rows.makeSix(session)
        }
        try session.execute("COMMIT")
        switch self {
        case .pIndexed: try session.execute("CREATE INDEX p_k ON p(k)")
        case .r: try session.execute("CREATE INDEX r_n ON r(n)")
        case .j:
            try session.execute("CREATE INDEX c_k ON c(k)")
            try session.execute("ANALYZE")
        case .t2m, .p, .g, .six: break
        }
        try session.checkpoint()
        try session.close()
    }
}
