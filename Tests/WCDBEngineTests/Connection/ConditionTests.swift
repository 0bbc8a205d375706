import Testing
import WCDBStorage

@testable import WCDBEngine

/// Conditions with three values of logic, and names that mean something further out. Each was
/// found by running random scripts beside SQLite.
@Suite struct `Conditions` {
    /// Half of a row may be NULL and the other half settle the matter.
    @Test(arguments: [
        ("(1, NULL) IN (VALUES(2, 3))", "0"), ("(2, NULL) IN (VALUES(2, 3))", ""),
        ("(NULL, 4) IN (VALUES(2, 3))", "0"), ("(NULL, 3) IN (VALUES(2, 3))", ""),
        ("(2, 3) IN (VALUES(NULL, 4))", "0"), ("(2, 3) IN (VALUES(NULL, 3))", ""),
        ("(2, 3) IN (VALUES(NULL, 3), (2, 3))", "1"), ("(2, 3) NOT IN (VALUES(NULL, 4))", "1"),
        ("(NULL, NULL) IN (SELECT 1, 2 WHERE 0)", "0"),
    ])
    func `a row is in a list of rows, is not, or may be`(
        condition: String, result: String
    ) throws {
        #expect(try Connection.memory().rows("SELECT \(condition)") == [result])
    }

    @Test func `a query sees outer columns through a query in its FROM`() throws {
        let connection = try Connection.memory(
            "CREATE TABLE t(a, b); INSERT INTO t VALUES(1, 0), (2, 1), (3, 1);")
        let rows = try connection.rows(
            """
            SELECT x.a FROM t x JOIN t y ON y.a = 1 WHERE EXISTS
                (SELECT 1 FROM (WITH w AS (SELECT 1 FROM t z WHERE x.b) SELECT * FROM w) JOIN t)
            """)
        #expect(rows == ["2", "3"])
    }

    /// The hash table over the inner query was filled for the first outer row alone.
    @Test func `a query in FROM that sees outer columns is run for each of their rows`() throws {
        let connection = try Connection.memory(
            "CREATE TABLE t(a); INSERT INTO t VALUES(1), (2), (3);")
        let rows = try connection.rows(
            """
            SELECT x.a FROM t x WHERE EXISTS (SELECT 1 FROM (
                SELECT x.a - 1 AS k) JOIN t y WHERE y.a = k AND y.a > 1)
            """)
        #expect(rows == ["3"])
    }

    /// Bytes that are no text were stored as one, and the row could not be read again.
    @Test(arguments: [
        "x'ff' || 'a'", "CAST(x'61ff' AS TEXT)", "replace(x'61ff', 'b', '')", "lower(x'ff')",
        "printf('%.1s', 'é')", "coalesce(trim(x'ff20'), '')", "group_concat(x'ff')",
    ])
    func `what becomes text is UTF-8`(expression: String) throws {
        let connection = try Connection.memory("CREATE TABLE t(a, b)")
        try connection.execute("CREATE INDEX i ON t(a); INSERT INTO t SELECT \(expression), 1")
        #expect(try connection.rows("SELECT b FROM t WHERE a = (SELECT a FROM t)") == ["1"])
        #expect(try connection.rows("SELECT typeof(a) FROM t ORDER BY a") == ["text"])
        #expect(try connection.rows("PRAGMA integrity_check") == ["ok"])
    }
}
