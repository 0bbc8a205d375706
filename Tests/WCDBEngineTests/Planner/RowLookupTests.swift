import Testing

@testable import WCDBEngine

/// Statements about the one row of a rowid: they are planned without weighing anything.
@Suite struct `Rows by their rowids` {
    static func fixture() throws -> PlanFixture {
        let fixture = try PlanFixture(
            tables: """
                CREATE TABLE t(id INTEGER PRIMARY KEY, a, b TEXT);
                CREATE TABLE w(k TEXT PRIMARY KEY, a) WITHOUT ROWID;
                """,
            indexes: "CREATE INDEX ta ON t(a); CREATE INDEX tb ON t(b);")
        for connection in [fixture.indexed, fixture.plain] {
            for i in 1...50 {
                try connection.execute(
                    "INSERT INTO t VALUES(\(i), \(i % 5), 'b\(i)'); "
                        + "INSERT INTO w VALUES('\(i)', \(i))")
            }
        }
        return fixture
    }

    static let plans: [ExpectedPlan] = [
        ExpectedPlan("SELECT * FROM t WHERE id = 7", 1, plan: "rowid=?"),
        ExpectedPlan("SELECT * FROM t WHERE 7 = rowid", 1, plan: "rowid=?"),
        ExpectedPlan("SELECT * FROM t WHERE id = 7.0", 1, plan: "rowid=?"),
        ExpectedPlan("SELECT * FROM t WHERE id = '7'", 1, plan: "rowid=?"),
        ExpectedPlan("SELECT * FROM t WHERE id = 7.5", 0, atLeast: 0),
        ExpectedPlan("SELECT * FROM t WHERE id = 'x'", 0, atLeast: 0),
        ExpectedPlan("SELECT * FROM t WHERE id = NULL", 0, atLeast: 0),
        ExpectedPlan("SELECT * FROM t WHERE id = 900", 0, atLeast: 0),
        // Whatever else there is, is tested.
        ExpectedPlan("SELECT * FROM t WHERE a = 2 AND id = 7 AND b = 'b7'", 1, plan: "rowid=?"),
        ExpectedPlan("SELECT * FROM t WHERE a = 3 AND id = 7", 1, atLeast: 0),
        ExpectedPlan("SELECT * FROM t WHERE id = 7 AND id = 8", 1, atLeast: 0),
        ExpectedPlan("SELECT * FROM t WHERE id = 7 AND 1 = 0", 0, atLeast: 0),
        // One row is in any order, and a group of its own.
        ExpectedPlan("SELECT b FROM t WHERE id = 7 ORDER BY b, a DESC", 1, never: "TEMP"),
        ExpectedPlan("SELECT DISTINCT a FROM t WHERE id = 7", 1, never: "TEMP"),
        ExpectedPlan("SELECT a, count(*) FROM t WHERE id = 7 GROUP BY a", 1, never: "TEMP"),
        ExpectedPlan("SELECT count(*), max(a) FROM t WHERE id = 7", 1),
        ExpectedPlan("SELECT * FROM t WHERE id = (SELECT max(id) FROM t)", 2),
        // A column of the row itself says nothing about which row it is.
        ExpectedPlan("SELECT * FROM t WHERE id = a + 0", 50),
        ExpectedPlan("SELECT * FROM t NOT INDEXED WHERE id = 7", 1),
        ExpectedPlan("SELECT * FROM w WHERE k = '7'", 1),
    ]

    @Test(arguments: plans)
    func `are found at once`(_ expected: ExpectedPlan) throws {
        try Self.fixture().expect(expected)
    }

    /// What holds for one row at most is said of it, not of rows that are not there.
    @Test func `limits, existence and outer rows`() throws {
        let connection = try Connection.memory(
            """
            CREATE TABLE t(id INTEGER PRIMARY KEY, a); INSERT INTO t VALUES(1, 10), (2, 20);
            CREATE VIEW v AS SELECT id AS number, a * 2 AS twice FROM t
            """)
        #expect(try connection.rows("SELECT a FROM t WHERE id = 1 LIMIT 0") == [])
        #expect(try connection.rows("SELECT a FROM t WHERE id = 1 LIMIT 1 OFFSET 1") == [])
        #expect(try connection.rows("SELECT a FROM t WHERE id = 1 LIMIT 5 OFFSET 0") == ["10"])
        #expect(
            try connection.rows("SELECT EXISTS (SELECT 1 FROM t WHERE id = 2 AND a = 21)")
                == ["0"])
        #expect(
            try connection.rows("SELECT id, (SELECT a FROM t WHERE id = o.id + 1) FROM t AS o")
                == ["1|20", "2|"])
        #expect(try connection.rows("SELECT twice FROM v WHERE number = 2") == ["40"])
        #expect(
            try connection.rows(
                "SELECT a FROM t WHERE id = 1 UNION ALL SELECT a FROM t WHERE id = 2 ORDER BY 1")
                == ["10", "20"])
    }

    /// What needs no row is tested before one is looked for, and may fail without one.
    @Test func `conditions on no column come first`() throws {
        let connection = try Connection.memory("CREATE TABLE t(id INTEGER PRIMARY KEY, a)")
        #expect(throws: EngineError.self) {
            try connection.rows("SELECT * FROM t WHERE id = 7 AND abs(-9223372036854775807 - 1)")
        }
        #expect(
            try connection.rows(
                "SELECT * FROM t WHERE id = 7 AND abs(a - 9223372036854775807 - 1)") == [])
    }

    @Test func `changes find them too, and test what else is asked`() throws {
        let connection = try Connection.memory(
            "CREATE TABLE t(id INTEGER PRIMARY KEY, a); INSERT INTO t VALUES(1, 10), (2, 20)")
        try connection.execute("UPDATE t SET a = a + 1 WHERE id = 1 AND a = 11")
        try connection.execute("UPDATE t SET a = a + 1 WHERE id = '2' AND a = 20")
        try connection.execute("DELETE FROM t WHERE id = 1 AND 0")
        #expect(try connection.rows("SELECT * FROM t") == ["1|10", "2|21"])
        try connection.execute("DELETE FROM t WHERE id = (SELECT min(id) FROM t)")
        #expect(try connection.rows("SELECT * FROM t") == ["2|21"])
    }
}
