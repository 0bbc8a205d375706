import Testing

@testable import WCDBEngine

/// What the sides of a comparison bring with them: collation and affinity.
/// Results are those of SQLite 3.40.1.
@Suite struct `Sides of comparisons` {
    private static let rows = """
        CREATE TABLE t(x INTEGER PRIMARY KEY, d TEXT COLLATE NOCASE, a TEXT, n INTEGER);
        INSERT INTO t VALUES(1, 'ABC', 'abc', 1), (2, 'abc', 'ABC', 2);

        """

    /// It was compared as its result column would have been.
    @Test func `a query in parentheses has no collation`() throws {
        try Script(
            Self.rows + #"""
                SELECT (SELECT d FROM t WHERE x = 1) = 'abc';
                --> 0
                SELECT (SELECT a COLLATE NOCASE FROM t WHERE x = 2) = 'abc';
                --> 0
                SELECT x FROM t WHERE (SELECT a FROM t WHERE x = 1) = d ORDER BY x;
                --> 1
                --> 2
                SELECT x FROM t WHERE (SELECT d FROM t WHERE x = 1) = a;
                --> 2
                SELECT DISTINCT (SELECT d FROM t AS u WHERE u.x = t.x) FROM t ORDER BY 1;
                --> 'ABC'
                --> 'abc'
                SELECT e = 'abc' FROM (SELECT (SELECT d FROM t WHERE x = 1) AS e);
                --> 0
                SELECT (SELECT d FROM t WHERE x = 1) COLLATE NOCASE = 'abc';
                --> 1
                """#
        ).run()
    }

    @Test func `a query in parentheses has an affinity, its fields a collation`() throws {
        try Script(
            Self.rows + #"""
                SELECT (SELECT n FROM t WHERE x = 1) = '1';
                --> 1
                SELECT (SELECT d, n FROM t WHERE x = 1) = ('abc', 1);
                --> 1
                """#
        ).run()
    }

    /// They were taken for the column in them.
    @Test func `hints have neither affinity nor collation`() throws {
        try Script(
            Self.rows + #"""
                SELECT likely(d) = 'abc', unlikely(d) = 'abc', likelihood(d, 0.5) = 'abc' FROM t;
                --> 0|0|0
                --> 1|1|1
                SELECT likely(n) = '1', likely(CAST(n AS TEXT)) = n FROM t;
                --> 0|1
                --> 0|1
                SELECT likely(a COLLATE NOCASE) = 'abc' FROM t;
                --> 1
                --> 1
                SELECT x FROM t WHERE likely(d = 'abc') AND unlikely(n = '2');
                --> 2
                """#
        ).run()
    }

    /// `x IN (y)` means `x = y`.
    @Test func `a list of one constant brings its collation`() throws {
        try Script(
            Self.rows + #"""
                SELECT 'abc' IN ('ABC' COLLATE NOCASE), 'abc' NOT IN ('ABC' COLLATE NOCASE);
                --> 1|0
                SELECT x FROM t WHERE d IN ('abc' COLLATE BINARY);
                --> 2
                SELECT 'abc' IN ('ABC' COLLATE NOCASE, 'x'), 'abc' IN (a COLLATE NOCASE) FROM t;
                --> 0|1
                --> 0|0
                SELECT 'abc' COLLATE BINARY IN ('ABC' COLLATE NOCASE);
                --> 0
                """#
        ).run()
    }

    /// An empty name was no type.
    @Test func `an empty name between quotes is a type`() throws {
        try Script(
            #"""
            CREATE TABLE t(m "", n []);
            INSERT INTO t VALUES('1.0', '2');
            SELECT typeof(m), typeof(n) FROM t;
            --> 'integer'|'integer'
            """#
        ).run()
    }

    /// They were values without a column, which take what they are compared with.
    @Test func `columns of table functions are columns without a type`() throws {
        try Script(
            #"""
            CREATE TABLE u(k TEXT);
            INSERT INTO u VALUES('1');
            SELECT j.value FROM json_each('[1,"1"]') AS j, u WHERE j.value = u.k;
            --> '1'
            SELECT k FROM u WHERE k IN (SELECT key FROM json_each('[5,6]'));
            --> (no rows)
            SELECT k FROM u WHERE k IN (SELECT cid + 1 FROM pragma_table_info('u'));
            --> '1'
            SELECT k FROM u, pragma_table_info('u') AS p WHERE p.cid = u.k - 1;
            --> '1'
            """#
        ).run()
    }

    /// The text became an integer, which is less than the REAL by one.
    @Test func `what a query lists for a REAL column is REAL`() throws {
        try Script(
            #"""
            CREATE TABLE t(r REAL);
            INSERT INTO t VALUES(9223372036854775808.0);
            SELECT r IN (SELECT '9223372036854775807'), r = '9223372036854775807' FROM t;
            --> 1|0
            SELECT count(*) FROM t WHERE r IN (SELECT '9223372036854775807');
            --> 1
            CREATE INDEX i ON t(r);
            SELECT count(*) FROM t WHERE r IN (SELECT '9223372036854775807');
            --> 1
            SELECT count(*) FROM t WHERE r IN (SELECT 9223372036854775807);
            --> 1
            """#
        ).run()
    }
}
