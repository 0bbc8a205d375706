import Testing

@testable import WCDBEngine

/// The order of joins and what is done once: P6, P7, P10, P12, P13 and P16 of the planner's duties.
@Suite("Plans of joins")
struct JoinPlanTests {
    static func fixture() throws -> PlanFixture {
        let fixture = try PlanFixture(
            tables: """
                CREATE TABLE o(id INTEGER PRIMARY KEY, cust INTEGER, total);
                CREATE TABLE cu(id INTEGER PRIMARY KEY, name, city);
                CREATE TABLE x(k, v); CREATE TABLE y(k, w);
                """, indexes: "CREATE INDEX oc ON o(cust);")
        for connection in [fixture.indexed, fixture.plain] {
            try connection.execute("BEGIN")
            for i in 1...300 {
                try connection.execute(
                    "INSERT INTO o VALUES(\(i), \(i % 70), \(i % 9)); "
                        + "INSERT INTO x VALUES(\(i), \(i % 7)); "
                        + "INSERT INTO y VALUES('\(i * 2)', \(i % 5));")
                if i <= 60 {
                    try connection.execute("INSERT INTO cu VALUES(\(i), 'n\(i)', 'c\(i % 4)')")
                }
            }
            try connection.execute("COMMIT")
        }
        return fixture
    }

    /// What ANALYZE knows of a column counts for both ways to find its values; and a LIMIT makes
    /// what comes before the first row no cheaper.
    @Test func `a hash table is made for many rows, not for few`() throws {
        let connection = try Connection.memory(
            """
            CREATE TABLE a(id INTEGER PRIMARY KEY, k, v); CREATE TABLE c(k, w);
            CREATE INDEX ck ON c(k);
            WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
                INSERT INTO a SELECT i, i * 79 % 5000, i FROM n;
            INSERT INTO c SELECT k, v FROM a;
            ANALYZE;
            """)
        let join = "SELECT a.v, c.w FROM a JOIN c ON a.k = c.k"
        func usesHash(_ sql: String) throws -> Bool {
            try connection.rows("EXPLAIN QUERY PLAN \(sql)").contains { $0.contains("AUTOMATIC") }
        }
        #expect(try usesHash(join))
        #expect(try usesHash("\(join) LIMIT 10") == false)
        #expect(try usesHash("\(join) WHERE a.id = 7") == false)
        #expect(try connection.rows("\(join) LIMIT 3") == Array(connection.rows(join).prefix(3)))
    }

    static let plans: [ExpectedPlan] = [
        ExpectedPlan("SELECT o.id, cu.name FROM o JOIN cu ON o.cust = cu.id WHERE o.id = 5", 2),
        ExpectedPlan("SELECT o.id, cu.name FROM cu, o WHERE o.cust = cu.id AND o.id = 5", 2),
        ExpectedPlan("SELECT o.id, cu.name FROM o, cu WHERE o.cust = cu.id AND cu.id = 7", 10),
        ExpectedPlan(
            "SELECT o.id FROM o LEFT JOIN cu ON cu.id = o.cust AND cu.city = 'c1' "
                + "WHERE o.id < 20", 40),
        ExpectedPlan(
            "SELECT o.id, cu.id FROM o LEFT JOIN cu ON cu.id = o.cust "
                + "WHERE cu.city = 'c1'", 450),
        ExpectedPlan("SELECT count(*), sum(w) FROM x, y WHERE x.k = y.k", 900, plan: "AUTOMATIC"),
        ExpectedPlan(
            "SELECT count(*), sum(w) FROM x LEFT JOIN y ON x.k = y.k AND y.w < 3", 900,
            plan: "AUTOMATIC"),
        ExpectedPlan(
            "SELECT x.k, s.n FROM x JOIN (SELECT w, count(*) AS n FROM y GROUP BY w) AS s "
                + "ON s.w = x.v", 850),
        ExpectedPlan("SELECT * FROM x CROSS JOIN cu ON cu.id = x.k", 360),
        // P10
        ExpectedPlan("SELECT * FROM o, cu WHERE o.cust = cu.id AND o.cust = 7", 10),
        ExpectedPlan("SELECT * FROM o WHERE 1 > 2", 0, atLeast: 0),
        ExpectedPlan(
            "SELECT * FROM o WHERE total = 3 AND cust IN (SELECT k FROM x WHERE v = 2)",
            600),
        // P12
        ExpectedPlan("SELECT id, (SELECT max(k) FROM x) FROM cu", 360),
        ExpectedPlan("SELECT id, (SELECT count(*) FROM o WHERE o.cust = cu.id) FROM cu", 360),
        ExpectedPlan("SELECT id FROM cu WHERE EXISTS (SELECT 1 FROM o WHERE o.cust = cu.id)", 120),
        ExpectedPlan(
            "SELECT * FROM (SELECT k, v FROM x ORDER BY v, k LIMIT 5)", 305,
            plan: "CO-ROUTINE"),
        ExpectedPlan("SELECT k FROM (SELECT k FROM x UNION ALL SELECT cust FROM o) LIMIT 3", 6),
    ]

    @Test(arguments: plans)
    func `joins visit what they need`(_ expected: ExpectedPlan) throws {
        try JoinPlanTests.fixture().expect(expected)
    }

    @Test("sixty-four tables in any order are joined one row at a time")
    func manyTables() throws {
        var setup = ""
        for i in 0..<64 {
            setup += "CREATE TABLE t\(i)(a INTEGER PRIMARY KEY, b);"
            for row in 1...10 { setup += "INSERT INTO t\(i) VALUES(\(row), \(row % 10 + 1));" }
        }
        let connection = try Connection.memory(setup)
        connection.countsVisits = true
        let order = (0..<64).map { ($0 * 37 + 11) % 64 }
        let joins = (1..<64).map { "t\($0).a = t\($0 - 1).b" }
        let before = connection.visitCount
        let rows = try connection.rows(
            "SELECT t63.a FROM " + order.map { "t\($0)" }.joined(separator: ", ") + " WHERE "
                + joins.map(\.self).joined(separator: " AND ") + " AND t0.a = 3")
        #expect(rows == ["6"])
        #expect(connection.visitCount - before <= 64)
    }

    @Test("a query inside of FROM that uses an outer row is run again for it")
    func correlatedHash() throws {
        let connection = try Connection.memory(
            """
            CREATE TABLE t(a); INSERT INTO t VALUES(1), (2), (3);
            CREATE TABLE u(k, v); INSERT INTO u VALUES(1, 10), (2, 20), (3, 30), (1, 40);
            """)
        let rows = try connection.rows(
            """
            SELECT a, (SELECT sum(u.v) FROM u JOIN (SELECT t.a AS k) AS s ON s.k = u.k) FROM t
            """)
        #expect(rows == ["1|50", "2|20", "3|30"])
    }

    @Test("a row of NULLs does not outlive the run that ended on it")
    func nullRows() throws {
        for index in ["", "CREATE INDEX yk ON y(k);"] {
            let connection = try Connection.memory(
                """
                CREATE TABLE t(a); INSERT INTO t VALUES(1), (2), (3);
                CREATE TABLE x(z); INSERT INTO x VALUES(0);
                CREATE TABLE y(k, w); INSERT INTO y VALUES(2, 'two'), (3, 'three'); \(index)
                """)
            let rows = try connection.rows(
                "SELECT a, (SELECT w FROM x LEFT JOIN y ON y.k = t.a LIMIT 1) FROM t")
            #expect(rows == ["1|", "2|two", "3|three"])
        }
    }

    @Test("hundreds of conditions are planned in linear time")
    func manyTerms() throws {
        let connection = try Connection.memory(
            "CREATE TABLE t(a, b); CREATE INDEX ta ON t(a); INSERT INTO t VALUES(1, 2), (5, 6)")
        let ors = (0..<900).map { "(a = \($0) AND b > \($0))" }.joined(separator: " OR ")
        #expect(try connection.rows("SELECT a FROM t WHERE \(ors)") == ["1", "5"])
        let ands = (0..<900).map { "b <> \($0 + 100)" }.joined(separator: " AND ")
        #expect(try connection.rows("SELECT a FROM t WHERE \(ands)") == ["1", "5"])
    }
}
