/// A query that runs from its first row to its last, with every column read: once, or, if it takes
/// less than what a process does when it meets its pages for the first time, so often after one
/// pass that is not timed.
struct SQLReadAll: SQLWorkload {
    let part: String
    let sql: String
    let columns: [SQLColumn]
    let start: SQLFixture?
    let gate: Double?
    var warmPasses = 0

    var name: String { "sql-" + part }
    var question: String { "How long does a row take in \(sql)?" }
    var metrics: [Metric] { [.sql(part, gate: gate)] }

    func run<Session: SQLSession>(_ session: Session, _ bench: Workbench) throws -> Outcome {
        let statement = try session.prepare(sql)
        if warmPasses > 0 { _ = try statement.drain(columns) }
        let watch = Stopwatch()
        let (sum, count) = try statement.drain(columns)
        for _ in 1..<max(1, warmPasses) { _ = try statement.drain(columns) }
        let rows = (start?.rowCount(bench) ?? count) * max(1, warmPasses)
        return Outcome([name: watch.nanoseconds(per: rows)], check: sum &+ UInt64(count))
    }

    static let aggregates = [
        SQLReadAll(
            part: "W3c", sql: "SELECT count(*) FROM t", columns: [.integer], start: .t2m,
            gate: 1000, warmPasses: 20),
        SQLReadAll(
            part: "W9a", sql: "SELECT count(*) FROM g", columns: [.integer], start: .g,
            gate: 1000, warmPasses: 200),
        SQLReadAll(
            part: "W9b", sql: "SELECT sum(x),avg(y),min(x),max(x) FROM g",
            columns: [.integer, .real, .integer, .integer], start: .g, gate: 2.5),
        SQLReadAll(
            part: "W9c", sql: "SELECT grp,count(*),sum(x),avg(y) FROM g GROUP BY grp",
            columns: [.integer, .integer, .integer, .real], start: .g, gate: 8),
        SQLReadAll(
            part: "W9d", sql: "SELECT count(*) FROM g WHERE x<500000000 AND s LIKE 'a%'",
            columns: [.integer], start: .g, gate: 2),
        SQLReadAll(
            part: "W9e", sql: "SELECT count(DISTINCT s) FROM g", columns: [.integer], start: .g,
            gate: 15),
    ]

    static let orders = [
        SQLReadAll(
            part: "W10a", sql: "SELECT id,x,y,s FROM g ORDER BY x LIMIT 100",
            columns: [.integer, .integer, .real, .text], start: .g, gate: 2.5),
        SQLReadAll(
            part: "W10b", sql: "SELECT id,x,y,s FROM g ORDER BY x",
            columns: [.integer, .integer, .real, .text], start: .g, gate: 3.5),
        SQLReadAll(
            part: "W10c", sql: "SELECT id,x,y,s FROM g ORDER BY s",
            columns: [.integer, .integer, .real, .text], start: .g, gate: 3),
    ]

    static let joins = [
        SQLReadAll(
            part: "W11a", sql: "SELECT count(*),sum(a.id+b.id) FROM a JOIN b ON a.k=b.id",
            columns: [.integer, .integer], start: .j, gate: 2.5),
        SQLReadAll(
            part: "W11b", sql: "SELECT count(*),sum(a.id+c.id) FROM a JOIN c ON a.k=c.k",
            columns: [.integer, .integer], start: .j, gate: 2.5),
        SQLReadAll(
            part: "W11c",
            sql: "SELECT count(*),sum(length(a.v)+length(c.w)) FROM a JOIN c ON a.k=c.k",
            columns: [.integer, .integer], start: .j, gate: 5),
        SQLReadAll(
            part: "W11d", sql: "SELECT count(*),sum(a.id+b.id) FROM a JOIN b ON a.k=b.k",
            columns: [.integer, .integer], start: .j, gate: 8),
    ]
}
