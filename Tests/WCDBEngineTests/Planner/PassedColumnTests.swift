import Testing

@testable import WCDBEngine

/// After ANALYZE, a column of few values in front of the one that is sought is passed by: the
/// search goes on behind each of its values.
@Suite("Columns of few values are passed by")
struct PassedColumnTests {
    static func fixture() throws -> PlanFixture {
        let fixture = try PlanFixture(
            tables: """
                CREATE TABLE t(id INTEGER PRIMARY KEY, kind, at REAL, name TEXT COLLATE NOCASE, n);
                CREATE TABLE w(shop TEXT, day INTEGER, total, PRIMARY KEY(shop, day)) WITHOUT ROWID;
                CREATE TABLE s(k)
                """,
            indexes: """
                CREATE INDEX ka ON t(kind, at);
                CREATE INDEX nn ON t(name DESC, n DESC);
                CREATE INDEX id ON t(id % 3, n) WHERE kind IS NOT NULL
                """)
        for connection in [fixture.indexed, fixture.plain] {
            try connection.execute("BEGIN")
            for i in 1...600 {
                let long = String(repeating: "k", count: 90)
                let kind = ["NULL", "1", "1.5", "'1'", "x'31'", "'\(long)'"]
                let name = ["'Ab'", "'aB'", "'b'", "NULL", "'C'"][i % 5]
                try connection.execute(
                    "INSERT INTO t VALUES(\(i), \(kind[i % 6]), \(i * 7 % 300), \(name), "
                        + "\(i % 11 == 0 ? "NULL" : "\(i * 13 % 200)")); "
                        + "INSERT INTO w VALUES('s\(i % 4)', \(i / 4), \(i % 9))")
            }
            try connection.execute(
                "INSERT INTO s VALUES(3), (NULL), (150), (9000); COMMIT; ANALYZE")
        }
        return fixture
    }

    static let plans: [ExpectedPlan] = [
        ExpectedPlan("SELECT id, kind FROM t WHERE at = 77", 3, plan: "ka (ANY(kind) AND at=?)"),
        ExpectedPlan("SELECT id FROM t WHERE at BETWEEN 20 AND 24", 20, plan: "ANY(kind)"),
        ExpectedPlan("SELECT id FROM t WHERE at IN (5, 70, 299, 5, NULL)", 10, plan: "ANY(kind)"),
        ExpectedPlan("SELECT id FROM t WHERE at > 290 AND kind IS NOT 1", 40, plan: "ANY(kind)"),
        ExpectedPlan("SELECT id FROM t WHERE at = NULL", 0, atLeast: 0),
        ExpectedPlan("SELECT id FROM t WHERE at > (SELECT max(k) FROM s)", 10, atLeast: 0),
        ExpectedPlan("SELECT id FROM t WHERE at IN (SELECT k FROM s)", 610),
        ExpectedPlan(
            "SELECT kind, at, id FROM t WHERE at > 295 ORDER BY kind, at, id", 30, ordered: true),
        ExpectedPlan(
            "SELECT kind, at, id FROM t WHERE at > 295 ORDER BY kind DESC, at DESC, id DESC", 30,
            ordered: true),
        ExpectedPlan(
            "SELECT kind, count(*), min(at) FROM t WHERE at > 280 GROUP BY kind", 60, atLeast: 6),
        ExpectedPlan("SELECT max(at) FROM t WHERE at < 50", 120),
        ExpectedPlan("SELECT name, n FROM t WHERE n = 26", 10, plan: "nn (ANY(name) AND n=?)"),
        ExpectedPlan("SELECT name, n FROM t WHERE n > 190", 40, plan: "ANY(name)"),
        ExpectedPlan(
            "SELECT name, n, id FROM t WHERE n >= 190 ORDER BY name DESC, n DESC, id", 40,
            ordered: true),
        ExpectedPlan("SELECT shop FROM w WHERE day = 77", 4, plan: "ANY(shop)", atLeast: 4),
        ExpectedPlan("SELECT * FROM w WHERE day > 147 ORDER BY shop, day", 20, ordered: true),
        ExpectedPlan("SELECT s.k, t.id FROM s LEFT JOIN t ON t.at = s.k", 610),
        ExpectedPlan("SELECT s.k, t.id FROM s JOIN t ON t.at = s.k ORDER BY t.id", 610),
        ExpectedPlan("SELECT count(*) FROM t WHERE at = 77 OR n = 26", 12),
        ExpectedPlan("SELECT id FROM t WHERE kind IS NOT NULL AND n = 39 AND id % 3 > 0", 12),
        ExpectedPlan(
            "SELECT s.k, (SELECT max(id) FROM t WHERE t.at = s.k AND +n > 0) FROM s", 2_500),
        ExpectedPlan(
            "SELECT s.k, t.id FROM s LEFT JOIN t ON t.at BETWEEN s.k AND s.k + 2", 100,
            plan: "ANY(kind)"),
        // Without few values, or with the first one given, it is as it was.
        ExpectedPlan("SELECT id FROM t WHERE kind = 1.5 AND at = 14", 3, never: "ANY"),
        ExpectedPlan("SELECT id FROM t NOT INDEXED WHERE at = 77", 600, never: "ANY"),
    ]

    @Test(arguments: plans)
    func `whatever they have, and whichever way`(_ expected: ExpectedPlan) throws {
        try PassedColumnTests.fixture().expect(expected)
    }

    @Test("changes find the same rows")
    func changes() throws {
        let fixture = try PassedColumnTests.fixture()
        for connection in [fixture.indexed, fixture.plain] {
            try connection.execute(
                """
                UPDATE t SET at = at + 40 WHERE at BETWEEN 240 AND 280;
                UPDATE t SET kind = at WHERE at = 100;
                DELETE FROM t WHERE n > 180;
                DELETE FROM w WHERE day = 30;
                UPDATE w SET day = -day WHERE day IN (31, 40)
                """)
        }
        for query in ["SELECT * FROM t ORDER BY id", "SELECT * FROM w ORDER BY shop, day"] {
            #expect(try fixture.indexed.rows(query) == fixture.plain.rows(query))
        }
        #expect(try fixture.indexed.rows("PRAGMA integrity_check") == ["ok"])
    }

    /// What a search passes by is paid: without ANALYZE nobody knows how much it is.
    @Test("nothing is passed by without statistics")
    func withoutStatistics() throws {
        let connection = try Connection.memory(
            "CREATE TABLE t(a, b); CREATE INDEX ab ON t(a, b); INSERT INTO t VALUES(1, 2)")
        let plan = try connection.rows("EXPLAIN QUERY PLAN SELECT * FROM t WHERE b = 1")
        #expect(!plan.joined().contains("ANY"))
    }
}
