import StorageSimulation
import Testing

@testable import WCDBEngine

/// Of groups that lie in an index together only the ends are looked at, where that is enough.
@Suite("Groups of which the ends are enough")
struct GroupEndsTests {
    /// Groups of 1, 2, 40 and 300 rows, with NULLs, equal values, and values of several types.
    static func fixture() throws -> PlanFixture {
        let fixture = try PlanFixture(
            tables: """
                CREATE TABLE t(id INTEGER PRIMARY KEY, g, name TEXT COLLATE NOCASE, at INTEGER,
                    n NOT NULL, body TEXT)
                """,
            indexes: """
                CREATE INDEX ga ON t(g, at);
                CREATE INDEX gn ON t(g, n DESC);
                CREATE INDEX na ON t(name, body COLLATE NOCASE);
                CREATE INDEX l ON t(lower(name), at)
                """)
        for connection in [fixture.indexed, fixture.plain] {
            try connection.execute("BEGIN")
            var id = 0
            for (group, size) in [
                ("NULL", 40), ("1", 300), ("1.5", 1), ("'1'", 2), ("'long \(size: 90)'", 40),
                ("x'31'", 300), ("7", 2), ("8", 1), ("9", 40),
            ] {
                for row in 0..<size {
                    id += 1
                    let at = row % 7 == 0 || group == "9" ? "NULL" : "\(row * 37 % 50)"
                    try connection.execute(
                        "INSERT INTO t VALUES(\(id * 7919 % 10_007), \(group), "
                            + "'\(["Ab", "aB", "c"][id % 3])\(id % 20)', \(at), "
                            + "\(id % 2 == 0 ? "\(row % 30)" : "'\(row % 30)'"), "
                            + "'\(["x", "X", "y"][row % 3])\(row % 9)')")
                }
            }
            try connection.execute("COMMIT")
        }
        return fixture
    }

    static let plans: [ExpectedPlan] = [
        ExpectedPlan("SELECT DISTINCT g FROM t", 9, atLeast: 9),
        ExpectedPlan("SELECT DISTINCT g FROM t ORDER BY g DESC", 9, ordered: true, atLeast: 9),
        ExpectedPlan("SELECT DISTINCT g FROM t WHERE g > 1 ORDER BY g LIMIT 3", 4, ordered: true),
        ExpectedPlan("SELECT DISTINCT g, at FROM t", 400, atLeast: 100),
        ExpectedPlan("SELECT DISTINCT at FROM t WHERE g = 1", 60, atLeast: 40),
        ExpectedPlan("SELECT DISTINCT g FROM t WHERE at > 40", 730, atLeast: 4),
        ExpectedPlan("SELECT count(DISTINCT g), count(DISTINCT name) FROM t", 1_500),
        ExpectedPlan("SELECT count(DISTINCT g) FROM t", 9),
        ExpectedPlan("SELECT g FROM t GROUP BY g HAVING g IS NOT 7", 9, atLeast: 8),
        ExpectedPlan("SELECT g, max(at) FROM t GROUP BY g", 30, atLeast: 9),
        ExpectedPlan("SELECT g, max(at), id, body FROM t GROUP BY g", 30, atLeast: 9),
        ExpectedPlan("SELECT g, min(at) FROM t GROUP BY g", 150, atLeast: 9),
        ExpectedPlan("SELECT g, min(at), id, body FROM t GROUP BY g", 150, atLeast: 9),
        ExpectedPlan("SELECT g, min(at), max(at), id FROM t GROUP BY g", 150, atLeast: 9),
        ExpectedPlan("SELECT g, max(at), min(at), id FROM t GROUP BY g", 150, atLeast: 9),
        ExpectedPlan("SELECT g, max(n), typeof(max(n)), id FROM t GROUP BY g", 20, atLeast: 9),
        ExpectedPlan("SELECT g, min(n), typeof(min(n)), id FROM t GROUP BY g", 20, atLeast: 9),
        ExpectedPlan("SELECT g, max(at) - min(at) d FROM t GROUP BY g HAVING d > 5", 150),
        ExpectedPlan(
            "SELECT g, max(at) FROM t GROUP BY g ORDER BY 2 DESC, 1 LIMIT 3", 100,
            ordered: true, atLeast: 3),
        ExpectedPlan("SELECT g, max(at) FROM t WHERE g > 1 GROUP BY g", 60, atLeast: 6),
        ExpectedPlan("SELECT at, max(id) FROM t WHERE g = 1 GROUP BY at", 60, atLeast: 40),
        ExpectedPlan("SELECT at, min(id), max(id) FROM t WHERE g = 1 GROUP BY at", 60, atLeast: 40),
        ExpectedPlan(
            "SELECT name, max(body COLLATE NOCASE) FROM t GROUP BY name", 800, atLeast: 30),
        ExpectedPlan("SELECT name, max(body) FROM t GROUP BY name", 800, atLeast: 30),
        ExpectedPlan("SELECT max(at), lower(name) k FROM t GROUP BY k", 800, atLeast: 30),
        ExpectedPlan(
            "SELECT count(*) FROM (SELECT g, max(at) m FROM t GROUP BY g) x "
                + "JOIN t ON t.g = x.g AND t.at = x.m", 300),
        // Others have to be looked at.
        ExpectedPlan("SELECT g, max(at), count(*) FROM t GROUP BY g", 800, atLeast: 9),
        ExpectedPlan("SELECT g, max(at) FROM t WHERE id % 2 GROUP BY g", 800, atLeast: 5),
        ExpectedPlan("SELECT g, max(at) FROM t WHERE at < 30 GROUP BY g", 800, atLeast: 3),
        ExpectedPlan("SELECT g, max(at) FILTER (WHERE id > 500) FROM t GROUP BY g", 800),
        ExpectedPlan("SELECT g, max(-at) FROM t GROUP BY g", 800, atLeast: 9),
        ExpectedPlan("SELECT max(at), name FROM t GROUP BY name", 800, atLeast: 30),
    ]

    @Test(arguments: plans)
    func `the rows between are passed over`(_ expected: ExpectedPlan) throws {
        try GroupEndsTests.fixture().expect(expected)
    }

    @Test("few groups are found without the others")
    func fewGroups() throws {
        let fixture = try GroupEndsTests.fixture()
        for query in [
            "SELECT g, max(length(body)) FROM t WHERE g > 1 GROUP BY g LIMIT 2",
            "SELECT g, sum(at) FROM t WHERE g > 1 GROUP BY g ORDER BY g LIMIT 2",
        ] {
            let outcome = try fixture.run(query, on: fixture.indexed)
            #expect(try outcome.rows == fixture.plain.rows(query))
            #expect(outcome.visits < 10, "\(outcome.plan)")
        }
    }

    /// Of several rows with the greatest value the first one says how the group is written.
    @Test("a group is written as in the first row with the value")
    func writtenGroups() throws {
        let connection = try Connection.memory(
            "CREATE TABLE t(c COLLATE NOCASE, a TEXT); CREATE INDEX i ON t(c, a); "
                + "INSERT INTO t VALUES('x', 1), ('a', 2), ('A', 2), ('X', 1), (1, 3), (1.0, 3)")
        #expect(
            try connection.rows("SELECT c, max(a) FROM t GROUP BY c") == ["1|3", "a|2", "x|1"])
    }

    @Test("where ANALYZE knows that groups are small all rows are gone through")
    func smallGroups() throws {
        let connection = try Connection(path: nil)
        try connection.execute(
            """
            CREATE TABLE t(id INTEGER PRIMARY KEY, pair, many, n);
            CREATE INDEX p ON t(pair, n);
            CREATE INDEX m ON t(many, n);
            WITH RECURSIVE c(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM c WHERE i < 399)
            INSERT INTO t SELECT i, i / 2, i / 100, i * 7 % 10 FROM c;
            """)
        func looksForEnds(_ group: String) throws -> Bool {
            let sql = "SELECT \(group), max(n), id FROM t GROUP BY \(group)"
            let statement = try #require(try connection.prepare(sql))
            var count = 0
            while try statement.step() { count += 1 }
            #expect(count == (group == "pair" ? 200 : 4))
            let program = try #require(statement.program)
            return program.instructions.contains { $0.opcode == .indexGroupEnd }
        }
        #expect(try looksForEnds("pair"))
        #expect(try looksForEnds("many"))
        try connection.execute("ANALYZE")
        #expect(try !looksForEnds("pair"))
        #expect(try looksForEnds("many"))
        try connection.close()
    }

    /// Groups of any size, and trees of several leaves.
    @Test("any groups", arguments: 0..<8)
    func anyGroups(seed: UInt64) throws {
        var random = SeededRandom(seed: 0x6E0D + seed)
        let spread = [2, 7, 40, 400][Int(random.next() % 4)]
        let values = ["NULL", "1", "'b'", "'a'", "'A'", "2", "-3.5", "x'00'"]
        let direction = ["", " DESC"][Int(random.next() % 2)]
        let fixture = try PlanFixture(
            tables: "CREATE TABLE t(a, b, c)", indexes: "CREATE INDEX i ON t(a, b, c\(direction))")
        let rows = (0..<900).map { _ in
            let places = (0..<2).map { _ in Int(random.next() % UInt64(values.count)) }
            return "(\(random.next() % UInt64(spread)), \(values[places[0]]), \(values[places[1]]))"
        }
        for connection in [fixture.indexed, fixture.plain] {
            try connection.execute("INSERT INTO t VALUES \(rows.joined(separator: ", "))")
        }
        for query in [
            "SELECT DISTINCT a FROM t", "SELECT DISTINCT a, b FROM t",
            "SELECT DISTINCT b, a FROM t",
            "SELECT a, max(b), typeof(max(b)) FROM t GROUP BY a",
            "SELECT a, min(b) FROM t GROUP BY a",
            "SELECT a, b, max(c), rowid FROM t GROUP BY a, b HAVING max(c) IS NOT NULL",
            "SELECT b, a, min(c), rowid FROM t GROUP BY b, a HAVING min(c) IS NOT NULL",
            "SELECT b, a, min(c), max(c) FROM t GROUP BY b, a",
            "SELECT b, max(c) FROM t WHERE a = 1 GROUP BY b",
            "SELECT a, b, c, max(rowid) FROM t GROUP BY a, b, c",
            "SELECT count(DISTINCT a) FROM t", "SELECT a FROM t WHERE a IN (0, 1, 5) GROUP BY a",
        ] {
            #expect(
                try fixture.indexed.rows(query).sorted() == fixture.plain.rows(query).sorted(),
                "\(query), seed \(seed)")
        }
    }
}

extension DefaultStringInterpolation {
    fileprivate mutating func appendInterpolation(size: Int) {
        appendLiteral(String(repeating: "k", count: size))
    }
}
