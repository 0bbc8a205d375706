import Testing
import WCDBStorage

@testable import WCDBEngine

/// What loops do with each row, where they take a shorter way for what is frequent.
@Suite struct `Loops over rows` {
    private func connection() throws -> Connection {
        try Connection.memory(
            """
            CREATE TABLE t(id INTEGER PRIMARY KEY, x, y);
            WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
                INSERT INTO t SELECT i, i % 7, i FROM n;
            """)
    }

    /// An integer has its group at hand; the same number as REAL has to find the same one.
    @Test func `equal numbers of both kinds are one group`() throws {
        let connection = try connection()
        try connection.execute("UPDATE t SET x = x + 0.0 WHERE id % 3 = 0")
        try connection.execute("UPDATE t SET x = x || '' WHERE id % 5 = 0")
        let rows = try connection.rows(
            "SELECT typeof(x) IN ('real', 'integer'), count(*) FROM t GROUP BY x")
        #expect(rows.count == 21)
        #expect(rows.filter { $0.hasPrefix("1|") }.count == 7)
        let total = try connection.rows(
            "SELECT sum(n) FROM (SELECT count(*) AS n FROM t GROUP BY x)")
        #expect(total == ["2000"])
    }

    @Test func `more groups than are at hand are told apart`() throws {
        let connection = try connection()
        let rows = try connection.rows(
            """
            SELECT count(*), min(n), max(n), sum(s) FROM (SELECT count(*) AS n, sum(a.id) AS s
            FROM t a, (SELECT id FROM t LIMIT 40) b GROUP BY a.id * 39 + b.id)
            """)
        #expect(rows == ["78001|1|2|80040000"])
    }

    @Test(arguments: [
        ("min(v)", ""), ("max(v)", ""), ("min(v), k", "|2"), ("count(v)", "0"), ("sum(v)", ""),
    ])
    func `an aggregate of NULLs alone`(aggregate: String, result: String) throws {
        let connection = try Connection.memory(
            "CREATE TABLE u(k, v); INSERT INTO u VALUES(1, NULL), (2, NULL)")
        #expect(try connection.rows("SELECT \(aggregate) FROM u") == [result])
    }

    @Test func `the extreme of values of all kinds is that of their order`() throws {
        let connection = try Connection.memory(
            """
            CREATE TABLE u(k, v);
            INSERT INTO u VALUES(1, NULL), (2, 5), (3, 4.5), (4, 'abc'), (5, X'00'), (6, 'ABD'),
                (7, -1), (8, -1.5), (9, X'01');
            """)
        #expect(try connection.rows("SELECT min(v), k FROM u") == ["-1.5|8"])
        #expect(try connection.rows("SELECT max(v), k FROM u WHERE k < 8") == ["\0|5"])
        #expect(
            try connection.rows("SELECT max(v COLLATE nocase), k FROM u WHERE k < 9 AND k <> 5")
                == ["ABD|6"])
        #expect(try connection.rows("SELECT min(v), max(v), k FROM u WHERE k < 4") == ["4.5|5|2"])
    }

    /// A row that comes too late for the limit may hold what has no absolute value.
    @Test func `nothing is computed of rows that come too late`() throws {
        let connection = try connection()
        try connection.execute("UPDATE t SET y = -9223372036854775808 WHERE id = 1900")
        let rows = try connection.rows("SELECT abs(y) FROM t ORDER BY id + 0 LIMIT 2")
        #expect(rows == ["1", "2"])
        #expect(throws: EngineError.self) {
            try connection.rows("SELECT abs(y) FROM t ORDER BY id + 0")
        }
    }

    @Test func `a limit takes the first rows by any term, computed once`() throws {
        let connection = try connection()
        #expect(
            try connection.rows("SELECT id, y * 2 AS d FROM t ORDER BY -y, d LIMIT 2")
                == ["2000|4000", "1999|3998"])
        #expect(
            try connection.rows("SELECT x, id FROM t ORDER BY 1 DESC, 2 DESC LIMIT 2")
                == ["6|1994", "6|1987"])
    }

    @Test func `a function sees constants, parameters and columns in their places`() throws {
        let connection = try connection()
        let statement = try #require(
            try connection.prepare("SELECT count(*) FROM t WHERE substr('a' || y, ?, 2) LIKE ?"))
        try statement.bind(.integer(1), at: 1)
        try statement.bind(.text("A1%"), at: 2)
        #expect(try statement.step())
        #expect(statement.column(0).integer == 1111)
        statement.reset()
        try statement.bind(.integer(2), at: 1)
        try statement.bind(.text("20"), at: 2)
        #expect(try statement.step())
        #expect(statement.column(0).integer == 12)
    }
}
