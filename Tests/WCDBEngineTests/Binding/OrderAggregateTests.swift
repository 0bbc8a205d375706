import Testing

@testable import WCDBEngine

/// Aggregates in ORDER BY of a query within another one, whose columns they count. SQLite does not
/// know the columns there.
@Suite struct `Aggregates that order` {
    /// They were of the outer query, which became one row.
    @Test func `an order makes no groups of the query around`() throws {
        try Script(
            #"""
            CREATE TABLE t(a); INSERT INTO t VALUES(1), (2), (3);
            SELECT (SELECT 1 ORDER BY count(t.a)) FROM t;
            --> 1
            --> 1
            --> 1
            SELECT (SELECT max(u.a) FROM t AS u ORDER BY count(t.a)) FROM t WHERE a < 3;
            --> 3
            --> 3
            SELECT (SELECT 1 FROM t AS u ORDER BY count(t.a)) FROM t;
            --! misuse of aggregate: count()
            SELECT (SELECT 1 UNION SELECT 2 ORDER BY count(t.a)) FROM t;
            --! 1st ORDER BY term does not match any column in the result set
            """#
        ).run()
    }

    @Test func `a result that is ordered by stays of the query around`() throws {
        try Script(
            #"""
            CREATE TABLE t(a); INSERT INTO t VALUES(1), (2), (3);
            SELECT (SELECT count(t.a) AS x ORDER BY x) FROM t;
            --> 3
            SELECT (SELECT count(t.a) AS x FROM t AS u ORDER BY x + 1) FROM t;
            --> 3
            SELECT sum(a) FROM t ORDER BY (SELECT count(t.a) FROM t AS u);
            --> 6
            """#
        ).run()
    }
}
