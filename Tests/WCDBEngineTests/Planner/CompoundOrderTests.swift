import Testing

@testable import WCDBEngine

/// Compounds of which only the first rows are asked for: indexes of the parts have them. Ties come
/// part by part, or, where equal rows count once, in the order of all columns.
@Suite("Order of compounds")
struct CompoundOrderTests {
    static func fixture() throws -> PlanFixture {
        let fixture = try PlanFixture(
            tables: """
                CREATE TABLE a(id INTEGER PRIMARY KEY, at INTEGER, name TEXT, x);
                CREATE TABLE b(id INTEGER PRIMARY KEY, at INTEGER, name TEXT COLLATE NOCASE, x);
                CREATE VIEW both AS SELECT id, at, name FROM a UNION ALL
                    SELECT id + 1000, at, name FROM b;
                CREATE VIEW mixed AS SELECT id, at, x FROM a UNION ALL SELECT id, at, name FROM b
                """, indexes: "CREATE INDEX aa ON a(at, name); CREATE INDEX ba ON b(at)")
        for connection in [fixture.indexed, fixture.plain] {
            try connection.execute("BEGIN")
            for i in 1...300 {
                for (table, prime) in [("a", 7), ("b", 11)] {
                    let name = "\(["N", "n"][i % 2])\(i % 40)"
                    try connection.execute(
                        "INSERT INTO \(table) VALUES(\(i), \(i * prime % 150), '\(name)', "
                            + "\(["1", "1.0", "'1'", "NULL"][i % 4]))")
                }
            }
            try connection.execute("COMMIT")
        }
        return fixture
    }

    static let plans: [ExpectedPlan] = [
        ExpectedPlan(
            "SELECT id, at FROM a UNION ALL SELECT id, at FROM b ORDER BY at, id LIMIT 7", 40,
            ordered: true, atLeast: 7),
        ExpectedPlan(
            "SELECT at, id FROM a UNION ALL SELECT at, id FROM b ORDER BY at DESC LIMIT 5 OFFSET 4",
            30, ordered: false, atLeast: 5),
        ExpectedPlan(
            "SELECT id FROM a UNION ALL SELECT id FROM b ORDER BY 1 DESC LIMIT 6", 20,
            ordered: true, atLeast: 6),
        ExpectedPlan(
            "SELECT at FROM a UNION SELECT at FROM b ORDER BY 1 LIMIT 6", 40, ordered: true,
            atLeast: 6),
        ExpectedPlan(
            "SELECT at FROM a UNION ALL SELECT at FROM a UNION SELECT at FROM b UNION ALL "
                + "SELECT at FROM b ORDER BY 1 DESC LIMIT 9", 100, ordered: true, atLeast: 9),
        ExpectedPlan(
            "SELECT at, name FROM a UNION SELECT at, name FROM a WHERE id > 9 "
                + "ORDER BY at LIMIT 5", 40, ordered: true, atLeast: 5),
        // What NOCASE takes for equal is two values for the first part.
        ExpectedPlan(
            "SELECT name FROM a UNION SELECT name FROM b ORDER BY 1 LIMIT 50", 700, ordered: true,
            atLeast: 40),
        ExpectedPlan(
            "SELECT name FROM b UNION SELECT name FROM a ORDER BY 1 LIMIT 50", 700, ordered: true,
            atLeast: 40),
        ExpectedPlan(
            "SELECT x FROM a UNION SELECT at FROM b ORDER BY 1 LIMIT 3", 700, ordered: true,
            atLeast: 3),
        ExpectedPlan(
            "SELECT at FROM a EXCEPT SELECT at FROM b WHERE at < 20 ORDER BY 1 LIMIT 3", 700,
            ordered: true, atLeast: 3),
        ExpectedPlan(
            "SELECT id FROM a UNION ALL SELECT id FROM b ORDER BY 1 LIMIT -1 OFFSET 3", 600,
            ordered: true, atLeast: 597),
        ExpectedPlan("SELECT id FROM a UNION SELECT 5 ORDER BY 1 DESC LIMIT 0", 0, atLeast: 0),
        ExpectedPlan(
            "SELECT id FROM a UNION ALL VALUES(7), (900) ORDER BY 1 DESC LIMIT 3", 10,
            ordered: true, atLeast: 3),
        // Taken apart: the rows of a view are those of its parts.
        ExpectedPlan(
            "SELECT * FROM both ORDER BY id DESC LIMIT 4", 310, ordered: true, atLeast: 4),
        ExpectedPlan(
            "SELECT name FROM both ORDER BY at DESC, id LIMIT 4", 30, ordered: true, atLeast: 4),
        ExpectedPlan(
            "SELECT name || id FROM both WHERE at = 30 ORDER BY at, id", 10, ordered: true,
            atLeast: 4),
        ExpectedPlan("SELECT id, at FROM both WHERE at BETWEEN 3 AND 4", 20, atLeast: 3),
        ExpectedPlan(
            "SELECT x, typeof(x) FROM mixed WHERE x = 1 ORDER BY at, id LIMIT 90", 1_200,
            ordered: true, atLeast: 20),
        ExpectedPlan(
            "SELECT count(*) FROM (SELECT id FROM both ORDER BY at LIMIT 8 OFFSET 2)", 60),
        ExpectedPlan(
            "SELECT id, (SELECT max(x.at) FROM both x WHERE x.at < a.at) FROM a WHERE id < 9",
            6_000, atLeast: 8),
    ]

    @Test(arguments: plans)
    func `the first rows of a compound`(_ expected: ExpectedPlan) throws {
        try CompoundOrderTests.fixture().expect(expected)
    }

    @Test("LIMIT and OFFSET may be bound, negative, and large")
    func boundLimits() throws {
        let fixture = try CompoundOrderTests.fixture()
        let query = "SELECT id, at FROM a UNION ALL SELECT id, at FROM b ORDER BY at, id"
        let all = try fixture.plain.rows(query)
        let largest = Int64.max
        for (limit, offset) in [
            (5, 3), (-1, 2), (2, -7), (largest, largest), (largest, 590), (600, 0), (0, 4),
        ] {
            let rows = try fixture.indexed.rows(
                "\(query) LIMIT abs(\(limit)) * sign(\(limit)) OFFSET \(offset)")
            let start = min(all.count, max(0, Int(offset)))
            let count = limit < 0 ? all.count : min(all.count - start, Int(limit))
            #expect(rows == Array(all[start...].prefix(count)), "LIMIT \(limit) OFFSET \(offset)")
        }
    }

    @Test("a view that is taken apart keeps its columns' names")
    func names() throws {
        let connection = try CompoundOrderTests.fixture().indexed
        let query = "SELECT name AS n, AT FROM both ORDER BY id LIMIT 1"
        let statement = try #require(try connection.prepare(query))
        #expect((0..<statement.columnCount).map(statement.columnName) == ["n", "at"])
    }
}
