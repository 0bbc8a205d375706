import Testing

@testable import WCDBEngine

/// What an index spares a query: the conditions that are its own, the columns that only these
/// read, and expressions of which it has the values.
@Suite("What an index has is not looked up")
struct SparedColumnTests {
    static func fixture() throws -> PlanFixture {
        let fixture = try PlanFixture(
            tables: """
                CREATE TABLE t(id INTEGER PRIMARY KEY, folder TEXT, title TEXT COLLATE NOCASE,
                    gone INTEGER, w INTEGER, h INTEGER, area INTEGER AS (coalesce(w, 5) * h),
                    j TEXT);
                CREATE TABLE s(k, name TEXT)
                """,
            indexes: """
                CREATE INDEX active ON t(folder, title) WHERE gone = 0;
                CREATE INDEX areas ON t(area);
                CREATE INDEX lowered ON t(lower(title), w);
                CREATE INDEX users ON t(j ->> '$.user');
                CREATE INDEX tags ON t(json_extract(j, '$.tags'));
                CREATE INDEX sums ON t(w + h, gone)
                """)
        for connection in [fixture.indexed, fixture.plain] {
            try connection.execute("BEGIN")
            for i in 1...400 {
                let width = i % 9 == 0 ? "NULL" : "\(i % 20)"
                try connection.execute(
                    "INSERT INTO t(id, folder, title, gone, w, h, j) VALUES(\(i), "
                        + "'f\(i % 7)', '\(["T", "t"][i % 2])\(i % 31)', "
                        + "\(["0", "1", "0", "NULL"][i % 4]), \(width), \(i % 13), "
                        + "json_object('user', \(i % 50), 'tags', json_array('a\(i % 3)')))")
                try connection.execute("INSERT INTO s VALUES(\(i % 40), 'T\(i % 35)')")
            }
            try connection.execute("COMMIT")
        }
        return fixture
    }

    static let plans: [ExpectedPlan] = [
        // Conditions.
        ExpectedPlan(
            "SELECT count(*) FROM t WHERE folder = 'f3' AND gone = 0", 40, plan: "COVERING"),
        ExpectedPlan(
            "SELECT folder, count(*), max(title) FROM t WHERE 0 = gone GROUP BY folder", 200,
            plan: "COVERING INDEX active"),
        ExpectedPlan(
            "SELECT title, gone FROM t WHERE folder = 'f3' AND gone = 0", 40, plan: "active",
            never: "COVERING"),
        ExpectedPlan(
            "SELECT id FROM t WHERE folder = 'f3' AND gone = 0 AND gone < 1", 40,
            plan: "active", never: "COVERING"),
        ExpectedPlan(
            "SELECT id FROM t WHERE folder = 'f3' AND gone = 0 ORDER BY gone, title, id", 40,
            ordered: true, never: "COVERING"),
        ExpectedPlan(
            "SELECT id, (SELECT count(*) FROM s WHERE k = t.gone) FROM t "
                + "WHERE folder = 'f3' AND gone = 0 AND title > 't2'", 20_000, never: "COVERING"),
        ExpectedPlan(
            "SELECT sum(x.id) FROM (SELECT * FROM t WHERE gone = 0) x WHERE x.folder = 'f2'", 40,
            plan: "COVERING"),
        ExpectedPlan(
            "SELECT sum(x.gone + x.id) FROM (SELECT * FROM t WHERE gone = 0) x "
                + "WHERE x.folder = 'f2'", 40, never: "COVERING"),
        ExpectedPlan(
            "SELECT s.name, t.title FROM s LEFT JOIN t ON t.gone = 0 AND t.folder = 'f' || s.k",
            3_000, plan: "LEFT-JOIN"),
        ExpectedPlan(
            "SELECT s.name, t.title FROM s LEFT JOIN t ON t.gone = 0 AND t.folder = 'f' || s.k "
                + "WHERE t.gone IS NULL", 3_000),
        ExpectedPlan(
            "SELECT x.k, t.title FROM s x CROSS JOIN t ON t.gone = 0 AND t.folder = 'f' || x.k "
                + "WHERE x.rowid < 9", 300, plan: "COVERING INDEX active"),
        ExpectedPlan(
            "SELECT row_number() OVER (ORDER BY title, id), title FROM t "
                + "WHERE folder = 'f3' AND gone = 0", 40),
        // Columns that are computed.
        ExpectedPlan("SELECT count(*) FROM t WHERE area BETWEEN 10 AND 30", 120, plan: "COVERING"),
        ExpectedPlan(
            "SELECT area, id FROM t WHERE area > 90 ORDER BY area, id", 200,
            ordered: true, plan: "COVERING"),
        ExpectedPlan("SELECT area, h FROM t WHERE area > 90", 200, never: "COVERING"),
        ExpectedPlan("SELECT s.k, t.area FROM s LEFT JOIN t ON t.area = s.k + 1", 9_000),
        // Expressions.
        ExpectedPlan(
            "SELECT lower(title), count(*), sum(w) FROM t GROUP BY lower(title)", 400,
            plan: "COVERING INDEX lowered"),
        ExpectedPlan(
            "SELECT lower(title) || 'x', id FROM t WHERE lower(title) > 't25'", 160,
            plan: "COVERING INDEX lowered"),
        ExpectedPlan(
            "SELECT lower(title), title FROM t WHERE lower(title) > 't25'", 160, plan: "lowered",
            never: "COVERING"),
        ExpectedPlan(
            "SELECT s.k, lower(t.title), coalesce(lower(t.title), 'none') FROM s "
                + "LEFT JOIN t ON lower(t.title) = lower(s.name)", 8_000),
        ExpectedPlan(
            "SELECT count(*), max(w + h), sum((w + h) * 2) FROM t WHERE w + h > 20", 120,
            plan: "COVERING INDEX sums"),
        ExpectedPlan(
            "SELECT (w + h) IS NULL, w + h, count(*) FROM t GROUP BY w + h HAVING w + h > 3 "
                + "OR w + h IS NULL", 400, plan: "COVERING INDEX sums"),
        ExpectedPlan(
            "SELECT j ->> '$.user' u, count(*) FROM t GROUP BY u", 400, plan: "COVERING"),
        ExpectedPlan(
            "SELECT json_extract(j, '$.tags') x, count(*) FROM t GROUP BY x", 400,
            plan: "COVERING"),
        ExpectedPlan(
            "SELECT json_array(json_extract(j, '$.tags')) FROM t "
                + "WHERE json_extract(j, '$.tags') > '[\"a1\"]'", 400, never: "COVERING"),
        ExpectedPlan(
            "SELECT json_array(x) FROM (SELECT json_extract(j, '$.tags') x FROM t "
                + "WHERE json_extract(j, '$.tags') > '[\"a1\"]' LIMIT 200)", 400,
            never: "COVERING"),
        ExpectedPlan(
            "SELECT json_extract(j, '$.tags') FROM t WHERE json_extract(j, '$.tags') > '[\"a1\"]'",
            400, plan: "COVERING"),
    ]

    @Test(arguments: plans)
    func `of a table with partial indexes and such on expressions`(
        _ expected: ExpectedPlan
    ) throws {
        try SparedColumnTests.fixture().expect(expected)
    }

    /// The row that is changed is read whole, whichever index found it.
    @Test("a change reads what it needs")
    func changes() throws {
        let fixture = try SparedColumnTests.fixture()
        for connection in [fixture.indexed, fixture.plain] {
            try connection.execute(
                """
                UPDATE t SET title = title || gone || lower(title)
                    WHERE folder = 'f3' AND gone = 0;
                UPDATE t SET h = h + 1 WHERE w + h > 20;
                DELETE FROM t WHERE lower(title) BETWEEN 't20' AND 't22' AND area > 3;
                INSERT INTO t(id, folder, title, gone) SELECT id + 1000, folder, lower(title), gone
                    FROM t WHERE folder = 'f2' AND gone = 0
                """)
        }
        let query = "SELECT * FROM t ORDER BY id"
        #expect(try fixture.indexed.rows(query) == fixture.plain.rows(query))
        #expect(try fixture.indexed.rows("PRAGMA integrity_check") == ["ok"])
    }
}
