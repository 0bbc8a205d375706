import Testing

@testable import WCDBEngine

/// Queries that are rewritten before they are planned: taken apart, given conditions from outside,
/// relieved of joins. `@(` and `@)` enclose the query of FROM: on the side that is compared with, a
/// LIMIT that limits nothing keeps it a query of its own.
@Suite("Rewritten queries")
struct RewrittenQueryTests {
    static func fixture() throws -> PlanFixture {
        let fixture = try PlanFixture(
            tables: """
                CREATE TABLE o(
                    id INTEGER PRIMARY KEY, cust INTEGER, total, note TEXT COLLATE NOCASE);
                CREATE TABLE cu(id INTEGER PRIMARY KEY, name TEXT, city TEXT);
                CREATE TABLE m(v, tag);
                CREATE TABLE u(code TEXT UNIQUE, label);
                """, indexes: "CREATE INDEX oc ON o(cust); CREATE INDEX mv ON m(v);")
        for connection in [fixture.indexed, fixture.plain] {
            try connection.execute("BEGIN")
            for i in 1...300 {
                let note = "\(["Ab", "aB"][i % 2])\(i % 5)"
                try connection.execute(
                    "INSERT INTO o VALUES(\(i), \(i % 70), \(i % 9), '\(note)')")
                if i <= 60 {
                    try connection.execute(
                        "INSERT INTO cu VALUES(\(i), 'n\(i)', 'c\(i % 4)'); "
                            + "INSERT INTO u VALUES('c\(i)', \(i));")
                }
            }
            for value in ["1", "1.0", "'1'", "NULL", "2", "2.0", "x'31'", "3"] {
                try connection.execute("INSERT INTO m VALUES(\(value), typeof(\(value)))")
            }
            try connection.execute("COMMIT")
        }
        return fixture
    }

    static let plans: [ExpectedPlan] = [
        // Taken apart.
        ExpectedPlan(
            "SELECT s.id, s.t FROM @(SELECT id, cust, total * 2 AS t FROM o@) AS s "
                + "WHERE s.cust = 7", 5, plan: "oc"),
        ExpectedPlan(
            "SELECT count(*), sum(s.cust) FROM @(SELECT * FROM o@) AS s WHERE cust < 3", 15),
        ExpectedPlan(
            "SELECT a.id, b.name FROM @(SELECT * FROM o WHERE total > 2@) AS a "
                + "JOIN @(SELECT * FROM cu WHERE city <> 'c1'@) AS b ON b.id = a.cust "
                + "WHERE a.cust = 7", 10, atLeast: 0),
        ExpectedPlan(
            "SELECT s.id, s.name FROM @(SELECT o.id, cu.name, o.cust FROM o JOIN cu "
                + "ON cu.id = o.cust@) AS s WHERE s.id = 12", 2),
        ExpectedPlan(
            "SELECT o.id, s.city FROM o LEFT JOIN @(SELECT id, city FROM cu WHERE city = 'c2'@) "
                + "AS s ON s.id = o.cust WHERE o.id < 20", 40),
        ExpectedPlan(
            "SELECT s.id, s.city FROM @(SELECT o.id, cu.city FROM o LEFT JOIN cu "
                + "ON cu.id = o.cust@) AS s WHERE s.id = 65", 2),
        ExpectedPlan(
            "SELECT o.id, s.two FROM o LEFT JOIN @(SELECT id, 2 AS two FROM cu@) AS s "
                + "ON s.id = o.cust WHERE o.id IN (60, 65)", 1000),
        ExpectedPlan(
            "SELECT x.n, max(x.id) FROM @(SELECT note AS n, id FROM o@) AS x GROUP BY x.n "
                + "ORDER BY x.n DESC", 300, ordered: true),
        ExpectedPlan(
            "SELECT DISTINCT x.n || '' FROM @(SELECT note COLLATE NOCASE AS n FROM o@) AS x", 600),
        ExpectedPlan(
            "SELECT s.b FROM @(SELECT r.a + r.a AS b FROM (SELECT id + id AS a FROM o) AS r@) AS s "
                + "WHERE s.b = 40", 300),
        ExpectedPlan(
            "SELECT a.id FROM @(SELECT id, cust FROM o@) AS a WHERE EXISTS "
                + "(SELECT 1 FROM cu WHERE cu.id = a.cust AND cu.city = 'c3')", 1000),
        ExpectedPlan(
            "SELECT cu.id, (SELECT count(*) FROM @(SELECT cust FROM o@) AS s "
                + "WHERE s.cust = cu.id) FROM cu", 360),
        ExpectedPlan(
            "WITH s AS (SELECT id, cust FROM o) SELECT id FROM s WHERE cust = 7", 5, plan: "oc"),
        ExpectedPlan(
            "WITH s AS MATERIALIZED (SELECT id, cust FROM o) SELECT id FROM s WHERE cust = 7", 600),
        // Conditions that move.
        ExpectedPlan(
            "SELECT * FROM @(SELECT cust, count(*), sum(total) FROM o GROUP BY cust@) AS s "
                + "WHERE s.cust = 7", 6),
        ExpectedPlan(
            "SELECT * FROM @(SELECT DISTINCT cust, total FROM o@) AS s WHERE s.cust = 7", 10),
        ExpectedPlan(
            "SELECT * FROM @(SELECT id, cust FROM o UNION ALL SELECT id, id FROM cu@) AS s "
                + "WHERE s.cust = 7", 15),
        ExpectedPlan(
            "SELECT * FROM @(SELECT cust FROM o UNION SELECT id FROM cu@) AS s WHERE s.cust = 7",
            15),
        ExpectedPlan(
            "SELECT * FROM @(SELECT cust FROM o EXCEPT SELECT id FROM cu@) AS s WHERE s.cust > 58",
            200),
        ExpectedPlan(
            "SELECT * FROM @(SELECT cust, count(*) AS n FROM o GROUP BY cust@) AS s "
                + "WHERE s.n > 4 AND s.cust < 5", 60),
        ExpectedPlan(
            "SELECT * FROM @(SELECT code, count(*) AS n FROM u GROUP BY code@) AS s "
                + "WHERE s.code = 'c7'", 2),
        ExpectedPlan(
            "SELECT * FROM @(SELECT DISTINCT code, label FROM u@) AS s "
                + "WHERE s.code > 'c55' AND length(s.code) = 3", 20),
        ExpectedPlan(
            "SELECT * FROM @(SELECT code FROM u UNION SELECT name FROM cu@) AS s "
                + "WHERE s.code = 'c7'", 62),
        ExpectedPlan(
            "SELECT * FROM @(SELECT cust, count(*) FROM o GROUP BY cust@) AS s "
                + "WHERE s.cust || '' = '7' AND typeof(s.cust) = 'integer'", 375),
        ExpectedPlan(
            "SELECT count(*) FROM @(SELECT note, count(*) AS n FROM o GROUP BY note@) AS s "
                + "WHERE s.note LIKE 'ab%' AND s.note = 'AB1'", 305),
        // Conditions that stay: they tell 1 from 1.0.
        ExpectedPlan(
            "SELECT * FROM @(SELECT DISTINCT v FROM m@) AS s WHERE typeof(v) = 'real'", 16,
            atLeast: 0),
        ExpectedPlan(
            "SELECT * FROM @(SELECT 1.0 AS v UNION SELECT v FROM m@) AS s WHERE v || '' = '1'", 16),
        ExpectedPlan(
            "SELECT * FROM @(SELECT v, count(*) FROM m GROUP BY v@) AS s "
                + "WHERE typeof(v) = 'integer'", 16),
        ExpectedPlan(
            "SELECT * FROM @(SELECT v, tag FROM m ORDER BY v DESC LIMIT 3@) AS s WHERE v IS NULL",
            20, atLeast: 0),
        ExpectedPlan(
            "SELECT * FROM @(SELECT count(*) AS n, 5 AS k FROM m@) AS s WHERE k = 6", 20,
            atLeast: 0),
        ExpectedPlan(
            "SELECT o.id, s.cust FROM o LEFT JOIN @(SELECT DISTINCT cust FROM o@) AS s "
                + "ON s.cust = o.id WHERE s.cust IS NULL AND o.id < 80", 2000),
        // Joins left out.
        ExpectedPlan("SELECT o.id FROM o LEFT JOIN cu ON cu.id = o.cust", 300, never: "cu"),
        ExpectedPlan("SELECT count(*) FROM o LEFT JOIN u ON u.code = 'c' || o.cust", 300),
        ExpectedPlan(
            "SELECT s.id FROM @(SELECT o.id, cu.name FROM o LEFT JOIN cu ON cu.id = o.cust@) AS s",
            300, never: "cu"),
        ExpectedPlan("SELECT o.id FROM o LEFT JOIN cu ON cu.city = 'c1' WHERE o.id = 3", 100),
        ExpectedPlan("SELECT m.tag FROM m LEFT JOIN u ON u.code = m.v AND u.label = 3", 100),
        ExpectedPlan(
            "SELECT o.id FROM o LEFT JOIN cu ON cu.id = o.cust ORDER BY cu.city, o.id", 600,
            ordered: true),
    ]

    @Test(arguments: plans)
    func `give the rows of those that are not`(_ expected: ExpectedPlan) throws {
        let fixture = try RewrittenQueryTests.fixture()
        var open = expected
        open.sql = expected.sql.replacing("@(", with: "(").replacing("@)", with: ")")
        try fixture.expect(open)
        // A sub-query with a LIMIT of its own is a query of its own already.
        guard expected.sql.contains("@)"), !expected.sql.contains("LIMIT") else { return }
        let fenced = expected.sql.replacing("@(", with: "(").replacing("@)", with: " LIMIT -1)")
        let rows = try fixture.plain.rows(fenced)
        #expect(try fixture.indexed.rows(open.sql).sorted() == rows.sorted(), "\(fenced)")
    }

    @Test("conditions that could fail are asked of no row that HAVING leaves out")
    func failingConditions() throws {
        let connection = try Connection.memory(
            "CREATE TABLE t(j TEXT); INSERT INTO t VALUES('[1]'), ('{bad'); "
                + "CREATE TABLE u(j TEXT); INSERT INTO u VALUES('{bad')")
        for query in [
            "SELECT j, count(*) FROM t GROUP BY j HAVING json_valid(j)",
            "SELECT j FROM t EXCEPT SELECT j FROM u", "SELECT j FROM t EXCEPT SELECT '{bad'",
        ] {
            #expect(
                try connection.rows(
                    "SELECT j FROM (\(query)) WHERE json_extract(j, '$[0]') = 1") == ["[1]"])
        }
    }

    @Test("arguments of a group are computed when the group before is given out")
    func failingArguments() throws {
        let connection = try Connection.memory(
            "CREATE TABLE w(a INTEGER, b INTEGER); CREATE INDEX wa ON w(a, b); "
                + "INSERT INTO w VALUES(1, 1), (1, 5), (2, -9223372036854775808), (2, 3)")
        let groups = "FROM w GROUP BY a"
        #expect(try connection.rows("SELECT a, sum(abs(b)) \(groups) LIMIT 1") == ["1|6"])
        #expect(try connection.rows("SELECT (SELECT sum(abs(b)) \(groups))") == ["6"])
        #expect(connection.refusal("SELECT a, sum(abs(b)) \(groups)") == "integer overflow")
    }

    @Test("views upon views do not grow without end")
    func doubling() throws {
        let connection = try Connection.memory(
            "CREATE TABLE t(a); INSERT INTO t VALUES(1); CREATE VIEW v0 AS SELECT a AS x FROM t")
        for level in 1...40 {
            try connection.execute(
                "CREATE VIEW v\(level) AS SELECT x + x AS x FROM v\(level - 1)")
        }
        #expect(try connection.rows("SELECT x FROM v40") == ["\(1 << 40)"])
        #expect(try connection.rows("SELECT count(*) FROM v40 WHERE x > 1") == ["1"])
    }

    @Test("a value that chance made is made once")
    func chance() throws {
        let connection = try Connection.memory("CREATE TABLE t(a); INSERT INTO t VALUES(1), (2)")
        let rows = try connection.rows(
            "SELECT count(*) FROM (SELECT random() AS r FROM t) WHERE r = r AND r + 0 = r")
        #expect(rows == ["2"])
    }

    @Test("columns of which others are made are read from the table, not from an index")
    func generatedColumns() throws {
        let connection = try Connection.memory(
            """
            CREATE TABLE t(a INTEGER, b INTEGER, g AS (a + b)); CREATE INDEX tb ON t(b);
            INSERT INTO t(a, b) VALUES(1, 10), (2, 20);
            CREATE VIEW w AS SELECT g, b FROM t
            """)
        #expect(try connection.rows("SELECT g FROM w WHERE b = 20") == ["22"])
        #expect(try connection.rows("SELECT count(*), sum(b) FROM w WHERE b > 5") == ["2|30"])
    }

    @Test("a view over an outer join changes through its trigger as before")
    func insteadOf() throws {
        let connection = try Connection.memory(
            """
            CREATE TABLE t(a INTEGER PRIMARY KEY, b); INSERT INTO t VALUES(1, 'x'), (2, 'y');
            CREATE TABLE log(line); CREATE VIEW w AS SELECT a, b FROM t;
            CREATE TRIGGER d INSTEAD OF DELETE ON w BEGIN INSERT INTO log VALUES(old.a || old.b);
            DELETE FROM t WHERE a = old.a; END;
            DELETE FROM w WHERE a > 1
            """)
        #expect(try connection.rows("SELECT line FROM log") == ["2y"])
        #expect(try connection.rows("SELECT a FROM w") == ["1"])
    }
}
