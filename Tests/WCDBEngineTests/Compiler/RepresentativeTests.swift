import Testing

@testable import WCDBEngine

/// Which of equal rows are shown, and what names mean where there are several tables. Results are
/// those of SQLite 3.40.1.
@Suite struct `Rows that stand for others` {
    /// 1 and 1.0 are equal: which of them is shown depends on how rows are compared.
    @Test func `of equal rows the last stays, where an order merges them the right side's first`()
        throws
    {
        try Script(
            #"""
            SELECT 1 UNION SELECT 1.0;
            --> 1.0
            SELECT 1 UNION SELECT 1.0 ORDER BY 1;
            --> 1.0
            SELECT * FROM (VALUES(1), (1.0)) UNION SELECT 2 ORDER BY 1;
            --> 1
            --> 2
            SELECT 2 UNION SELECT * FROM (VALUES(1), (1.0)) ORDER BY 1;
            --> 1
            --> 2
            SELECT 1 UNION SELECT 1.0 UNION SELECT 2 ORDER BY 1;
            --> 1.0
            --> 2
            SELECT 1 UNION SELECT 1.0 EXCEPT SELECT 2 ORDER BY 1;
            --> 1.0
            SELECT 1.0 INTERSECT SELECT 1 ORDER BY 1;
            --> 1.0
            """#
        ).run()
    }

    /// Which of equal values stands for a group: the first, or that of the last min() or max().
    @Test func `a group is called as the row that its columns come from`() throws {
        try Script(
            #"""
            CREATE TABLE t(g COLLATE NOCASE, v, w, n);
            INSERT INTO t VALUES('a', 3, 9, 1), ('A', 1, 5, 2), ('b', 2, 7, 3), ('B', 8, 2, 4);
            SELECT g, min(v) FROM t GROUP BY g;
            --> 'A'|1
            --> 'b'|2
            SELECT g, n, max(v), min(w) FROM t GROUP BY g;
            --> 'A'|2|3|5
            --> 'B'|4|8|2
            SELECT g, n, count(*) FROM t GROUP BY g;
            --> 'a'|1|2
            --> 'b'|3|2
            """#
        ).run()
    }

    /// Of another scope it may not be either.
    @Test func `rowid is no name where there are several tables`() throws {
        let connection = try Connection.memory(
            "CREATE TABLE t(a); CREATE TABLE u(b); CREATE VIEW v AS SELECT 1 AS c;")
        for query in [
            "SELECT rowid FROM t, u", "SELECT rowid FROM t, v",
            "SELECT (SELECT rowid FROM t, u) FROM t",
        ] {
            #expect(connection.refusal(query) == "no such column: rowid")
        }
        #expect(connection.refusal("SELECT t.rowid, (SELECT rowid FROM u) FROM t, v") == nil)
    }

    /// Beside an extreme whose filter let no row pass, columns were NULL, and a condition on one
    /// lost the row.
    @Test func `beside filtered extremes it is the first row, or that of one that has passed`()
        throws
    {
        try Script(
            #"""
            CREATE TABLE t(a INT, b, g);
            INSERT INTO t VALUES(5, 'x', 1), (6, 'y', 1), (7, 'z', 2);
            SELECT max(a) FILTER (WHERE a < 1), b FROM t;
            --> NULL|'x'
            SELECT max(a) FILTER (WHERE a < 1), b FROM t WHERE 0;
            --> NULL|NULL
            SELECT max(a) FILTER (WHERE a < 1), count(*), b FROM t HAVING b IS NOT NULL;
            --> NULL|3|'x'
            SELECT * FROM (SELECT max(a) FILTER (WHERE 0) m, g FROM t WHERE g = 1) WHERE g = 1;
            --> NULL|1
            SELECT max(a) FILTER (WHERE a = 6), b FROM t;
            --> 6|'y'
            SELECT min(a) FILTER (WHERE a = 7), max(a) FILTER (WHERE a = 6), b FROM t;
            --> 7|6|'y'
            SELECT max(a) FILTER (WHERE 0), min(a), b FROM t;
            --> NULL|5|'x'
            SELECT max(a), max(a) FILTER (WHERE a < 6), b FROM t;
            --> 7|5|'z'
            SELECT min(a), max(a) FILTER (WHERE a = 6), b FROM t;
            --> 5|6|'y'
            SELECT max(a), max(a) FILTER (WHERE a < 6), b, g FROM t GROUP BY g;
            --> 6|5|'x'|1
            --> 7|NULL|'z'|2
            """#
        ).run()
    }
}
