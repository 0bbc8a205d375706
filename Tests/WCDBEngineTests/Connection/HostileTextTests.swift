import Testing
import WCDBStorage

@testable import WCDBEngine

/// SQL that asks for more than there is: an answer or an error, never a trap, and a statement that
/// fails half way leaves the table as it was.
@Suite(.timeLimit(.minutes(20))) struct `Hostile SQL` {
    private static func repeated(_ text: String, _ count: Int) -> String {
        String(repeating: text, count: count)
    }

    private static let statements: [(name: String, sql: String)] = [
        ("a long number", "SELECT " + repeated("9", 20_000)),
        ("a long fraction", "SELECT 0." + repeated("123456789", 3_000) + "e-9999999999999"),
        ("a long hexadecimal number", "SELECT 0x" + repeated("F", 5_000)),
        ("a long text", "SELECT '" + repeated("x", 1 << 20) + "'"),
        ("a long blob", "SELECT x'" + repeated("00ff", 1 << 18) + "'"),
        ("an odd blob", "SELECT x'" + repeated("0", 99_999) + "'"),
        ("a long name", "SELECT \"" + repeated("n", 1 << 18) + "\".a"),
        ("a sum of 10,000 terms", "SELECT 1" + repeated(" + 1", 10_000)),
        ("a disjunction of 10,000 terms", "SELECT 1 WHERE 0" + repeated(" OR a = 1", 10_000)),
        ("10,000 parentheses", "SELECT " + repeated("(", 10_000) + "1" + repeated(")", 10_000)),
        ("10,000 minus signs", "SELECT " + repeated("- ", 10_000) + "1"),
        ("10,000 times NOT", "SELECT " + repeated("NOT ", 10_000) + "1"),
        (
            "queries 1,000 deep",
            repeated("SELECT * FROM (", 1_000) + "SELECT 1" + repeated(")", 1_000)
        ),
        (
            "EXISTS 1,000 deep",
            repeated("SELECT EXISTS(", 1_000) + "SELECT 1" + repeated(")", 1_000)
        ),
        ("calls 2,000 deep", "SELECT " + repeated("abs(", 2_000) + "1" + repeated(")", 2_000)),
        (
            "CASE 2,000 deep",
            "SELECT " + repeated("CASE WHEN 1 THEN ", 2_000) + "1" + repeated(" END", 2_000)
        ),
        ("a compound of 5,000 queries", "SELECT 1" + repeated(" UNION ALL SELECT 1", 5_000)),
        ("a list of 20,000 members", "SELECT 1 IN (" + repeated("1, ", 20_000) + "1)"),
        ("5,000 results", "SELECT " + repeated("1, ", 5_000) + "1"),
        (
            "5,000 columns",
            "CREATE TABLE u(" + (0..<5_000).map { "c\($0)" }.joined(separator: ",") + ")"
        ),
        ("a call of 5,000 arguments", "SELECT max(" + repeated("1, ", 5_000) + "1)"),
        ("a parameter beyond the limit", "SELECT ?99999999999999999999"),
        ("40,000 parameters", "SELECT 1 IN (" + repeated("?, ", 40_000) + "?)"),
        ("a giant of zeroblob", "SELECT length(zeroblob(9223372036854775807))"),
        ("a giant below nothing", "SELECT length(zeroblob(-9223372036854775808))"),
        ("a giant of printf", "SELECT length(printf('%9999999999d', 1))"),
        ("a giant of printf's precision", "SELECT length(printf('%.9999999999f', 1.0))"),
        ("a giant of a star", "SELECT length(printf('%*d', 2147483647, 1))"),
        (
            "a giant of replace",
            "SELECT length(replace(hex(zeroblob(100000)), '0', hex(zeroblob(100000))))"
        ),
        (
            "the largest limit",
            "SELECT a FROM t LIMIT 9223372036854775807 OFFSET 9223372036854775807"
        ),
        (
            "the smallest limit",
            "SELECT a FROM t LIMIT -9223372036854775808 OFFSET -9223372036854775808"
        ),
        ("a limit that is no number", "SELECT a FROM t LIMIT 'x'"),
        (
            "a substring of nothing",
            "SELECT substr('abc', -9223372036854775808, 9223372036854775807)"
        ),
        (
            "a substring of everything",
            "SELECT substr('abc', 9223372036854775807, -9223372036854775808)"
        ),
        ("the smallest integer", "SELECT -9223372036854775808 / -1, -9223372036854775808 % -1"),
        ("shifts", "SELECT 1 << 9223372036854775807, 1 >> -9223372036854775808"),
        ("rounding", "SELECT round(1e300, 2147483647), round(1.5, -9223372036854775808)"),
        ("a date far away", "SELECT date(9e99), datetime(1, '+99999999999999 years')"),
        ("a long pattern", "SELECT 'a' LIKE '" + repeated("%_", 60_000) + "'"),
        (
            "a slow pattern",
            "SELECT '" + repeated("a", 400) + "' LIKE '" + repeated("%a", 12) + "%b'"
        ),
        (
            "a rowid beyond the last",
            "INSERT INTO t(rowid, a) VALUES(9223372036854775807, 9), (NULL, 8)"
        ),
        ("text that is no text", "SELECT '\u{0}', \u{0}"),
    ]

    @Test(arguments: statements.map(\.name))
    func `gives an answer or an error`(name: String) throws {
        let connection = try Connection.memory(
            "CREATE TABLE t(a); INSERT INTO t VALUES(1), (2), (3);")
        let sql = try #require(Self.statements.first { $0.name == name }).sql
        if let message = connection.refusal(sql) { #expect(!message.isEmpty) }
        #expect(try connection.rows("SELECT count(*) FROM t WHERE a < 4") == ["3"])
        #expect(connection.isAutocommit)
    }

    @Test(arguments: [
        "INSERT INTO t SELECT abs(a - 9223372036854775807 - 2) FROM t ORDER BY a DESC",
        "UPDATE t SET a = CASE a WHEN 3 THEN zeroblob(9223372036854775807) ELSE 7 END",
        "DELETE FROM t WHERE CASE a WHEN 3 THEN abs(-9223372036854775808) ELSE 1 END",
    ])
    func `a statement that fails half way leaves no trace`(sql: String) throws {
        let connection = try Connection.memory(
            "CREATE TABLE t(a); CREATE INDEX i ON t(a); INSERT INTO t VALUES(1), (2), (3);")
        #expect(connection.refusal(sql) != nil)
        #expect(try connection.rows("SELECT a FROM t ORDER BY a") == ["1", "2", "3"])
        #expect(try connection.rows("PRAGMA integrity_check") == ["ok"])
        try connection.execute("BEGIN; INSERT INTO t VALUES(4)")
        #expect(connection.refusal(sql) != nil)
        try connection.execute("COMMIT")
        #expect(try connection.rows("SELECT a FROM t ORDER BY a") == ["1", "2", "3", "4"])
        #expect(try connection.rows("PRAGMA integrity_check") == ["ok"])
    }

    /// Each clause uses the one before twice: a trillion queries, if each were a query of its own.
    @Test func `clauses that double end`() throws {
        let clauses = (1...40).map { ", w\($0) AS (SELECT x.a FROM w\($0 - 1) x, w\($0 - 1) y)" }
        let sql = "WITH w0 AS (SELECT 1 AS a)\(clauses.joined()) SELECT * FROM w40"
        #expect(try Connection.memory().rows(sql) == ["1"])
    }

    /// Test threads have 512 KiB: a chain of nine hundred overflowed them in builds for debugging,
    /// and one of seventy was refused later.
    @Test(arguments: ["+", " AND ", " OR ", "||"])
    func `long chains run on every thread`(sign: String) throws {
        let connection = try Connection.memory("CREATE TABLE t(a); INSERT INTO t VALUES(1)")
        for count in [30, 70, 300, 900] {
            let chain = Array(repeating: "a", count: count).joined(separator: sign)
            let sql = "SELECT count(*) FROM t WHERE \(chain) GROUP BY \(chain) ORDER BY \(chain)"
            #expect(try connection.rows(sql) == ["1"])
        }
    }

    /// Each of these took more stack a level than was reckoned with, and ended the process.
    @Test(arguments: [
        ("(", " BETWEEN 0 AND 9)"), ("(", " IN (0, 1, 2))"), ("(NOT ", ")"), ("abs(", ")"),
        ("CAST(", " AS INT)"), ("(", " COLLATE NOCASE)"), ("(1 + ", ")"),
        ("CASE WHEN ", " THEN 1 ELSE 0 END"),
    ])
    func `what is nested runs on every thread`(before: String, after: String) throws {
        let connection = try Connection.memory("CREATE TABLE t(a); INSERT INTO t VALUES(1)")
        for levels in [20, 45] {
            let deep =
                String(repeating: before, count: levels) + "a"
                + String(repeating: after, count: levels)
            #expect(try connection.rows("SELECT count(*) FROM t WHERE \(deep) >= 0") == ["1"])
            try connection.execute("CREATE TABLE c\(levels)(a, CHECK(\(deep) >= 0))")
            try connection.execute("INSERT INTO c\(levels) VALUES(1)")
        }
    }

    @Test func `there are at most 2,000 columns`() throws {
        let columns = (0...2_000).map { "c\($0)" }.joined(separator: ",")
        let connection = try Connection.memory()
        #expect(connection.refusal("CREATE TABLE u(\(columns))") == "too many columns on u")
        let results = Self.repeated("1, ", 2_000) + "1"
        #expect(connection.refusal("SELECT \(results)") == "too many columns in result set")
    }

    /// Made from the last to the first, as a view may name what is not there yet: so none of them
    /// is resolved before all of them are.
    @Test func `views of views of views end`() throws {
        let connection = try Connection.memory()
        for number in (1...400).reversed() {
            try connection.execute("CREATE VIEW v\(number) AS SELECT a FROM v\(number - 1)")
        }
        try connection.execute("CREATE VIEW v0 AS SELECT 1 AS a")
        #expect(try connection.rows("SELECT * FROM v20") == ["1"])
        // How deep they may be is a matter of the stack.
        if let message = connection.refusal("SELECT * FROM v400") {
            #expect(message == "too many levels of queries in one statement")
        } else {
            #expect(try connection.rows("SELECT * FROM v400") == ["1"])
        }
    }

    /// What could be read on the main thread was refused on one with a small stack.
    @Test(arguments: [256, 512]) func `views of views are read on small threads`(
        kilobytes: Int
    ) throws {
        let outcome = BackgroundThread.wait(name: "small", stackSize: kilobytes << 10) {
            let connection = try Connection.memory("CREATE VIEW v0 AS SELECT 1 AS a")
            for number in 1...100 {
                try connection.execute("CREATE VIEW v\(number) AS SELECT a FROM v\(number - 1)")
            }
            let chain = (1...100).map { "c\($0) AS (SELECT a FROM c\($0 - 1))" }
            let query = "WITH c0 AS (SELECT 1 AS a), \(chain.joined(separator: ", "))"
            return try connection.rows("SELECT * FROM v100")
                + connection.rows("\(query) SELECT * FROM c100")
        }
        #expect(try #require(outcome).get() == ["1", "1"])
    }

    /// The type may be empty: it was taken for that of a column without one, which changes nothing.
    @Test func `a CAST to nothing makes numbers`() throws {
        let connection = try Connection.memory()
        #expect(
            try connection.rows("SELECT CAST(x'00' AS), CAST('7a' AS), CAST(1.5 AS )")
                == ["0|7|1.5"])
    }
}
