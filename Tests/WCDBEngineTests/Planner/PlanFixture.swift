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
    func expect(_ question: PlanQuestion) throws {
        let fast = try run(question.sql, on: indexed)
        let slow = try run(question.sql, on: plain)
        if question.isOrdered {
            #expect(fast.rows == slow.rows, "\(question.sql)")
        } else {
            #expect(fast.rows.sorted() == slow.rows.sorted(), "\(question.sql)")
        }
        #expect(fast.rows.count >= question.atLeast, "\(question.sql): no rows to compare")
        #expect(
            fast.visits <= question.visits,
            "\(question.sql): \(fast.visits) rows visited by \(fast.plan)")
        if let part = question.plan {
            #expect(fast.plan.contains(part), "\(question.sql): \(fast.plan)")
        }
        if let part = question.never {
            #expect(!fast.plan.contains(part), "\(question.sql): \(fast.plan)")
        }
    }
}

/// A query, and what its plan must achieve.
struct PlanQuestion: Sendable, CustomTestStringConvertible {
    var sql: String
    /// At most so many rows may be visited.
    var visits: Int
    var isOrdered = false
    /// What the plan says.
    var plan: String?
    /// What it must not say.
    var never: String?
    /// So many rows must come, lest nothing is compared.
    var atLeast = 1

    init(
        _ sql: String, _ visits: Int, ordered: Bool = false, plan: String? = nil,
        never: String? = nil, atLeast: Int = 1
    ) {
        self.sql = sql
        self.visits = visits
        isOrdered = ordered
        self.plan = plan
        self.never = never
        self.atLeast = atLeast
    }

    var testDescription: String { sql }
}
