import Testing

@testable import WCDBEngine

/// What comes in order needs no sorting: P8 of the planner's duties.
@Suite("Orders of rows")
struct RowOrderTests {
    static func fixture() throws -> PlanFixture {
        let fixture = try PlanFixture(
            tables: """
                CREATE TABLE t(id INTEGER PRIMARY KEY, a, b, c); CREATE TABLE u(k INTEGER, x);
                """,
            indexes: "CREATE INDEX tab ON t(a, b DESC); CREATE INDEX uk ON u(k, x);")
        for connection in [fixture.indexed, fixture.plain] {
            try connection.execute("BEGIN")
            for i in 1...200 {
                let a = i % 13 == 0 ? "NULL" : "\(i % 8)"
                try connection.execute(
                    "INSERT INTO t VALUES(\(i), \(a), \((i * 7) % 23), \((i * 5) % 31)); "
                        + "INSERT INTO u VALUES(\(i % 50), \((i * 3) % 17));")
            }
            try connection.execute("COMMIT")
        }
        return fixture
    }

    static let sorter = "USE TEMP B-TREE FOR ORDER BY"

    static let plans: [ExpectedPlan] = [
        ExpectedPlan("SELECT a, b FROM t ORDER BY a, b DESC", 200, ordered: true, never: sorter),
        ExpectedPlan("SELECT a, b FROM t ORDER BY a DESC, b", 200, ordered: true, never: sorter),
        ExpectedPlan(
            "SELECT a, b, id FROM t ORDER BY a, b DESC, id", 200, ordered: true,
            never: sorter),
        ExpectedPlan("SELECT a, b FROM t ORDER BY a, b", 200, ordered: true, plan: "RIGHT PART"),
        ExpectedPlan("SELECT a, b FROM t ORDER BY a, b, id DESC LIMIT 7", 40, ordered: true),
        ExpectedPlan(
            "SELECT * FROM t ORDER BY a, c, id LIMIT 4", 40, ordered: true, plan: "RIGHT PART"),
        ExpectedPlan(
            "SELECT * FROM t ORDER BY a DESC, c DESC, id LIMIT 4 OFFSET 2", 40, ordered: true,
            plan: "RIGHT PART"),
        ExpectedPlan("SELECT a, b FROM t ORDER BY a, b, id LIMIT 5 OFFSET 30", 80, ordered: true),
        ExpectedPlan(
            "SELECT * FROM t WHERE a = 3 ORDER BY b DESC, id", 30, ordered: true,
            never: sorter),
        ExpectedPlan(
            "SELECT * FROM t WHERE a = 3 AND b > 5 ORDER BY b, id DESC", 30, ordered: true,
            never: sorter),
        ExpectedPlan(
            "SELECT * FROM t WHERE a IN (5, 2, NULL) ORDER BY a, b DESC, id", 60,
            ordered: true, never: sorter),
        ExpectedPlan(
            "SELECT * FROM t WHERE a IN (5, 2) ORDER BY a DESC, b, id DESC", 60,
            ordered: true, never: sorter),
        ExpectedPlan("SELECT * FROM t WHERE a > 3 ORDER BY a DESC, b, id DESC", 150, ordered: true),
        ExpectedPlan("SELECT * FROM t ORDER BY id DESC", 200, ordered: true, never: sorter),
        ExpectedPlan(
            "SELECT * FROM t WHERE id < 50 ORDER BY id DESC LIMIT 4", 4, ordered: true,
            never: sorter),
        ExpectedPlan(
            "SELECT * FROM t WHERE id > 50 ORDER BY id DESC LIMIT 4", 4, ordered: true,
            never: sorter),
        ExpectedPlan("SELECT a FROM t ORDER BY a NULLS LAST", 200, ordered: true, plan: sorter),
        ExpectedPlan("SELECT a FROM t ORDER BY a NULLS FIRST", 200, ordered: true, never: sorter),
        ExpectedPlan("SELECT a FROM t ORDER BY a COLLATE NOCASE", 200, ordered: true, plan: sorter),
        // Across a join, when the outer loop has a row once.
        ExpectedPlan(
            "SELECT t.id, u.x FROM t JOIN u ON u.k = t.id WHERE t.id < 30 ORDER BY t.id, u.x", 160,
            ordered: true, never: sorter),
        ExpectedPlan("SELECT DISTINCT a FROM t", 200, plan: "COVERING", never: "DISTINCT"),
        ExpectedPlan("SELECT DISTINCT b, a FROM t", 200, plan: "COVERING", never: "DISTINCT"),
        ExpectedPlan("SELECT DISTINCT c FROM t", 200, plan: "DISTINCT"),
        ExpectedPlan(
            "SELECT a, count(*), sum(b) FROM t GROUP BY a", 200, ordered: true,
            never: "GROUP BY"),
        ExpectedPlan("SELECT b, a, count(*) FROM t GROUP BY b, a", 200, never: "GROUP BY"),
        ExpectedPlan(
            "SELECT a, count(*) FROM t GROUP BY a ORDER BY a DESC", 200, ordered: true,
            never: "B-TREE"),
        ExpectedPlan(
            "SELECT a, count(*) FROM t GROUP BY a ORDER BY a LIMIT 2", 60, ordered: true,
            never: "B-TREE"),
        ExpectedPlan(
            "SELECT c, count(*) FROM t GROUP BY c ORDER BY c DESC", 200, ordered: true,
            plan: "GROUP BY", never: sorter),
        ExpectedPlan(
            "SELECT c, b, max(a), id FROM t GROUP BY c, b ORDER BY b DESC, c", 200,
            ordered: true, plan: "GROUP BY", never: sorter),
        ExpectedPlan(
            "SELECT c, count(*) AS n FROM t GROUP BY c ORDER BY n, c", 200, ordered: true,
            plan: sorter),
        ExpectedPlan("SELECT a, max(b), id FROM t GROUP BY a HAVING count(*) > 20", 200),
    ]

    @Test(arguments: plans)
    func `rows come in the order that was asked for`(_ expected: ExpectedPlan) throws {
        try RowOrderTests.fixture().expect(expected)
    }

    @Test("windows over groups leave ORDER BY to a sorter")
    func windowsOverGroups() throws {
        let connection = try Connection.memory(
            "CREATE TABLE t(g, v); INSERT INTO t VALUES(1, 30), (2, 20), (3, 10), (1, 5)")
        let rows = try connection.rows(
            "SELECT g, row_number() OVER (ORDER BY sum(v)) FROM t GROUP BY g ORDER BY g")
        #expect(rows == ["1|3", "2|2", "3|1"])
    }
}
