import Testing

@testable import WCDBEngine

/// The same tables twice: with indexes, and without any, where every answer comes from scans.
///
/// **Users.** Tests that ask how a query finds its rows.
struct PlanFixture {
    let indexed: Connection
    let plain: Connection

    /// `tables` makes and fills the tables, `indexes` is run on one of the two databases only.
    init(tables: String, indexes: String) throws {
        indexed = try Connection.memory(tables)
        plain = try Connection.memory(tables)
        try indexed.execute(indexes)
        indexed.countsVisits = true
        plain.countsVisits = true
    }

    struct Outcome {
        var rows: [String]
        var visits: Int
        var plan: String
    }

    func run(_ sql: String, on connection: Connection) throws -> Outcome {
        let before = connection.visitCount
        let rows = try connection.rows(sql)
        let visits = connection.visitCount - before
        let plan = try connection.rows("EXPLAIN QUERY PLAN " + sql)
        return Outcome(
            rows: rows, visits: visits,
            plan: plan.map { String($0.split(separator: "|", maxSplits: 3)[3]) }
                .joined(separator: "; "))
    }

    /// Expects the rows of the database without indexes, by way of at most so many visited rows.
    func expect(_ expected: ExpectedPlan) throws {
        let fast = try run(expected.sql, on: indexed)
        let slow = try run(expected.sql, on: plain)
        if expected.isOrdered {
            #expect(fast.rows == slow.rows, "\(expected.sql)")
        } else {
            #expect(fast.rows.sorted() == slow.rows.sorted(), "\(expected.sql)")
        }
        #expect(fast.rows.count >= expected.atLeast, "\(expected.sql): no rows to compare")
        #expect(
            fast.visits <= expected.visits,
            "\(expected.sql): \(fast.visits) rows visited by \(fast.plan)")
        if let part = expected.plan {
            #expect(fast.plan.contains(part), "\(expected.sql): \(fast.plan)")
        }
        if let part = expected.never {
            #expect(!fast.plan.contains(part), "\(expected.sql): \(fast.plan)")
        }
    }
}
