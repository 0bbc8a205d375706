import Testing

@testable import WCDBEngine

/// How single tables are searched: P1 to P5, P9 and P15 of the planner's duties.
@Suite("Access paths")
struct AccessPathTests {
    static func fixture() throws -> PlanFixture {
        let fixture = try PlanFixture(
            tables: """
                CREATE TABLE t(
                    id INTEGER PRIMARY KEY, a INTEGER, b, c TEXT, n TEXT COLLATE NOCASE, r REAL);
                """,
            indexes: """
                CREATE INDEX tab ON t(a, b); CREATE INDEX tc ON t(c); CREATE INDEX tn ON t(n);
                CREATE INDEX tr ON t(r DESC);
                """)
        for connection in [fixture.indexed, fixture.plain] {
            try connection.execute("BEGIN")
            for i in 1...400 {
                let b = i % 11 == 0 ? "NULL" : "\(i % 20)"
                let c = i % 97 == 0 ? "x'6162'" : "'\(["ab", "abc", "b", "Ab"][i % 4])\(i)'"
                try connection.execute(
                    "INSERT INTO t VALUES(\(i), \(i % 40), \(b), \(c), "
                        + "'\(["Ab", "aB", "c"][i % 3])\(i % 50)', \(i) / 2.0)")
            }
            try connection.execute("COMMIT")
        }
        return fixture
    }

    static let plans: [ExpectedPlan] = [
        // P1
        ExpectedPlan("SELECT * FROM t WHERE a = 7", 10, plan: "tab (a=?)"),
        ExpectedPlan("SELECT * FROM t WHERE a = 7 AND b > 3 AND c > 'A'", 10, plan: "b>?"),
        ExpectedPlan("SELECT * FROM t WHERE id = 7", 1, plan: "rowid=?"),
        ExpectedPlan("SELECT * FROM t WHERE id BETWEEN 7 AND 9", 4),
        ExpectedPlan("SELECT * FROM t WHERE id IN (3, 9, 3, NULL, '4', 900)", 3),
        ExpectedPlan("SELECT * FROM t WHERE a IN (7, 3, 7, NULL)", 20),
        ExpectedPlan("SELECT * FROM t WHERE a IN (7, 3) AND b IN (7, 3)", 20),
        ExpectedPlan("SELECT * FROM t WHERE a = 7 AND b IS NULL", 10, atLeast: 0),
        ExpectedPlan("SELECT * FROM t WHERE a = 11 AND b IS NULL", 10),
        ExpectedPlan("SELECT * FROM t WHERE id IN (SELECT a FROM t WHERE id < 4)", 6),
        ExpectedPlan("SELECT * FROM t WHERE a = 7 AND b = NULL", 0, atLeast: 0),
        ExpectedPlan("SELECT * FROM t WHERE c = 12", 1, atLeast: 0),
        ExpectedPlan("SELECT id FROM t WHERE a = '7' OR a = 7.0", 10),
        // P2
        ExpectedPlan("SELECT a, b, id FROM t WHERE a = 7", 10, plan: "COVERING"),
        ExpectedPlan("SELECT count(a) FROM t", 400, plan: "COVERING"),
        // P3
        ExpectedPlan("SELECT * FROM t WHERE a = 7 AND id = 7", 1),
        ExpectedPlan("SELECT * FROM t WHERE a = 7 AND c > 'A'", 10, plan: "tab"),
        // P4
        ExpectedPlan("SELECT * FROM t WHERE a = 7 OR c = 'b2' OR id = 3", 14, plan: "MULTI-INDEX"),
        ExpectedPlan("SELECT * FROM t WHERE a = 7 OR a = 7 OR a = 8", 20, plan: "tab (a=?)"),
        ExpectedPlan("SELECT * FROM t WHERE (a = 7 AND b > 2) OR id BETWEEN 5 AND 9", 40),
        // P5
        ExpectedPlan("SELECT * FROM t WHERE a = 7 AND b BETWEEN 2 AND 9", 10),
        ExpectedPlan("SELECT id FROM t WHERE r > 190 AND r <= 195.5", 12, plan: "r>? AND r<?"),
        ExpectedPlan("SELECT id FROM t WHERE r < 3", 8, plan: "r<?"),
        ExpectedPlan("SELECT id FROM t WHERE (a, b) > (37, 5)", 40, plan: "a>?"),
        ExpectedPlan("SELECT id FROM t WHERE (37, 5) <= (a, b)", 40, plan: "a>?"),
        ExpectedPlan("SELECT id FROM t WHERE (a, b) < (2, 5)", 40, plan: "a<?"),
        ExpectedPlan("SELECT id FROM t WHERE (a, b, id) >= (38, NULL, 5)", 40, plan: "a>?"),
        ExpectedPlan("SELECT id FROM t WHERE (n, id) > ('c4', 9) AND n < 'd'", 140, plan: "n>?"),
        ExpectedPlan("SELECT id FROM t WHERE (id, a) > (390, 3) AND id <= 395", 7),
        ExpectedPlan("SELECT id FROM t WHERE a > 37 OR (a = 37 AND c > 'b')", 40, plan: "a>?"),
        ExpectedPlan("SELECT id FROM t WHERE a > 37 OR (a = 36 AND c > 'b')", 400),
        ExpectedPlan("SELECT id FROM t WHERE a > 37 OR a = 37 AND b > 3 OR c > 'b'", 800),
        ExpectedPlan(
            "SELECT id FROM t WHERE (a, b) > (20, 5) ORDER BY a, b, id LIMIT 5", 20, ordered: true),
        ExpectedPlan("SELECT * FROM t WHERE n LIKE 'aB1%'", 130, plan: "n>? AND n<?"),
        // There are blobs in it, which match too: the range goes on to the end.
        ExpectedPlan("SELECT * FROM t WHERE c GLOB 'abc1*'", 210, plan: "c>? AND c<?"),
        ExpectedPlan("SELECT id FROM t WHERE c GLOB 'ab' ORDER BY c DESC", 400, atLeast: 0),
        ExpectedPlan("SELECT * FROM t WHERE c LIKE 'ab%'", 400, plan: "SCAN"),
        ExpectedPlan("SELECT * FROM t WHERE n LIKE '%b1'", 400, plan: "SCAN"),
        // P9
        ExpectedPlan("SELECT max(a) FROM t", 1),
        ExpectedPlan("SELECT min(a) FROM t", 1),
        ExpectedPlan("SELECT max(id) FROM t", 1),
        ExpectedPlan("SELECT min(id) FROM t WHERE id > 100", 1),
        ExpectedPlan("SELECT min(b) FROM t WHERE a = 11", 1),
        ExpectedPlan("SELECT max(b) FROM t WHERE a = 11", 10),
        ExpectedPlan("SELECT max(a) FROM t WHERE a = 11", 10),
        ExpectedPlan("SELECT max(r), id FROM t", 1),
        ExpectedPlan("SELECT max(r) FROM t WHERE id < 0", 400),
        ExpectedPlan("SELECT count(*) FROM t", 0),
        ExpectedPlan("SELECT * FROM t ORDER BY id LIMIT 3", 3, ordered: true),
        ExpectedPlan("SELECT * FROM t WHERE a = 7 ORDER BY b LIMIT 2", 2, ordered: true),
    ]

    @Test(arguments: plans)
    func `few rows are visited, and the right ones found`(_ expected: ExpectedPlan) throws {
        try AccessPathTests.fixture().expect(expected)
    }

    @Test("a partial index serves what implies its condition, and nothing else")
    func partialIndex() throws {
        let fixture = try PlanFixture(
            tables: "CREATE TABLE t(id INTEGER PRIMARY KEY, j, st TEXT);",
            indexes: "CREATE INDEX tp ON t(j) WHERE st = 'open'; "
                + "CREATE INDEX tq ON t(st) WHERE j IS NOT NULL;")
        for connection in [fixture.indexed, fixture.plain] {
            for i in 1...200 {
                try connection.execute(
                    "INSERT INTO t VALUES(\(i), \(i % 9 == 0 ? "NULL" : "\(i % 5)"), "
                        + "'\(i % 10 == 0 ? "open" : "s\(i % 30)")')")
            }
        }
        try fixture.expect(
            ExpectedPlan("SELECT * FROM t WHERE j = 0 AND st = 'open'", 20, plan: "tp"))
        try fixture.expect(ExpectedPlan("SELECT * FROM t WHERE j = 0", 200, never: "tp"))
        try fixture.expect(
            ExpectedPlan("SELECT * FROM t WHERE j > 2 AND st = 's3'", 20, plan: "tq"))
        try fixture.expect(ExpectedPlan("SELECT * FROM t WHERE st = 's3'", 200, never: "tq"))
    }

    @Test("a range is looked up, though another index has all that is asked for")
    func rangeBesideCoveringIndex() throws {
        let fixture = try PlanFixture(
            tables: "CREATE TABLE t(id INTEGER PRIMARY KEY, who, at, b, c, d);",
            indexes: "CREATE INDEX tw ON t(who, at); CREATE INDEX ta ON t(at);")
        for connection in [fixture.indexed, fixture.plain] {
            for i in 1...200 {
                try connection.execute("INSERT INTO t VALUES(\(i), \(i % 7), \(i), 1, 2, 3)")
            }
        }
        try fixture.expect(ExpectedPlan("SELECT who FROM t WHERE at > 195", 6, plan: "ta (at>?)"))
        try fixture.expect(
            ExpectedPlan(
                "SELECT id FROM t WHERE who NOT IN (SELECT who FROM t WHERE at > 197)", 210,
                plan: "ta (at>?)"))
    }

    @Test("an index on an expression serves that expression")
    func expressionIndex() throws {
        let fixture = try PlanFixture(
            tables: "CREATE TABLE t(id INTEGER PRIMARY KEY, s TEXT, a);",
            indexes: "CREATE INDEX te ON t(lower(s)); CREATE INDEX tx ON t(a + 1, id);")
        for connection in [fixture.indexed, fixture.plain] {
            for i in 1...200 {
                try connection.execute("INSERT INTO t VALUES(\(i), 'Ab\(i % 50)', \(i))")
            }
        }
        try fixture.expect(
            ExpectedPlan("SELECT * FROM t WHERE lower(s) = 'ab3'", 4, plan: "te (<expr>=?)"))
        try fixture.expect(
            ExpectedPlan("SELECT * FROM t WHERE a + 1 BETWEEN 5 AND 7", 4, plan: "tx"))
        try fixture.expect(
            ExpectedPlan("SELECT a FROM t ORDER BY a + 1 LIMIT 3", 3, ordered: true, plan: "tx"))
        try fixture.expect(ExpectedPlan("SELECT * FROM t WHERE upper(s) = 'AB3'", 200))
    }

    @Test("without blobs a prefix is a range")
    func prefix() throws {
        let fixture = try PlanFixture(
            tables: "CREATE TABLE t(id INTEGER PRIMARY KEY, s TEXT);",
            indexes: "CREATE INDEX ts ON t(s);")
        for connection in [fixture.indexed, fixture.plain] {
            for i in 1...200 {
                try connection.execute(
                    "INSERT INTO t VALUES(\(i), '\(["ab", "Ab", "b", "a"][i % 4])\(i)')")
            }
        }
        try fixture.expect(ExpectedPlan("SELECT * FROM t WHERE s GLOB 'ab*'", 50, atLeast: 50))
        try fixture.expect(
            ExpectedPlan(
                "SELECT * FROM t WHERE s GLOB 'ab1*' ORDER BY s DESC", 50, ordered: true))
        try fixture.expect(ExpectedPlan("SELECT * FROM t WHERE s LIKE 'ab%'", 200, atLeast: 100))
    }

    @Test("hints are obeyed")
    func hints() throws {
        let fixture = try AccessPathTests.fixture()
        let free = try fixture.run("SELECT * FROM t NOT INDEXED WHERE a = 7", on: fixture.indexed)
        #expect(free.visits == 400)
        let named = try fixture.run(
            "SELECT * FROM t INDEXED BY tc WHERE a = 7 AND c > 'a'", on: fixture.indexed)
        #expect(named.plan.contains("INDEX tc"))
    }

    @Test func `an index that is named is gone through, though the rowid is known`() throws {
        let fixture = try AccessPathTests.fixture()
        for query in [
            "SELECT * FROM t INDEXED BY tc WHERE rowid = 7",
            "SELECT * FROM t INDEXED BY tc WHERE rowid > 7 AND a = 1",
            "SELECT id FROM t INDEXED BY tc WHERE id IN (7, 8)",
        ] {
            #expect(try fixture.run(query, on: fixture.indexed).plan.contains("INDEX tc"))
        }
    }

    /// The only way to the first table began at the second, so that none was left.
    @Test func `a hint leaves a way for every order of the tables`() throws {
        let connection = try Connection.memory(
            """
            CREATE TEMP TABLE t(a, b); CREATE INDEX i ON t(b); CREATE TABLE u(c);
            INSERT INTO t VALUES(5, 6), (7, 8); INSERT INTO u VALUES(2)
            """)
        let rows = try connection.rows(
            "SELECT a FROM t INDEXED BY i CROSS JOIN u ON t.rowid = u.c")
        #expect(rows == ["7"])
    }
}
