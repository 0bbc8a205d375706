import Testing

@testable import WCDBEngine

/// Collations of compounds, and what rows that are half NULL are compared by.
/// Results are those of SQLite 3.40.1.
@Suite struct `Comparisons of queries` {
    /// The first query alone was asked, and a rowid was taken for a text in binary order.
    @Test func `a compound takes the collation of the first query that has one`() throws {
        try Script(
            #"""
            CREATE TABLE t(a COLLATE NOCASE);
            INSERT INTO t VALUES('[x]'), ('AB'), ('ab');
            SELECT 1 AS k WHERE 0 UNION SELECT a FROM t ORDER BY k DESC;
            --> 'AB'
            --> '[x]'
            SELECT rowid FROM t WHERE 0 UNION ALL SELECT a FROM t ORDER BY 1;
            --> '[x]'
            --> 'AB'
            --> 'ab'
            SELECT 'AB' INTERSECT SELECT a FROM t;
            --> 'AB'
            """#
        ).run()
    }

    /// It was computed to its end, which may be far away, and failed there.
    @Test func `of an empty query nothing is taken away`() throws {
        try Script(
            #"""
            SELECT 1 WHERE 0 EXCEPT SELECT abs(-9223372036854775808) ORDER BY 1;
            --> (no rows)
            SELECT 1 WHERE 0 INTERSECT SELECT abs(-9223372036854775808) ORDER BY 1;
            --> (no rows)
            SELECT 1 EXCEPT SELECT abs(-9223372036854775808) ORDER BY 1;
            --! integer overflow
            """#
        ).run()
    }

    @Test func `a row that is half NULL is compared without affinities`() throws {
        try Script(
            #"""
            CREATE TABLE t(n INTEGER, s);
            INSERT INTO t VALUES(1, 'a'), (2, 'b');
            SELECT ('2', NULL) IN (SELECT n, s FROM t), (2, NULL) IN (SELECT n, s FROM t),
              ('2', 'b') IN (SELECT n, s FROM t);
            --> 0|NULL|1
            """#
        ).run()
    }

    /// It was the collation of the column on the left, whatever the query asked for.
    @Test func `a COLLATE in the query of IN comes before the column on the left`() throws {
        try Script(
            #"""
            CREATE TABLE t(c TEXT COLLATE NOCASE, k TEXT COLLATE RTRIM);
            INSERT INTO t VALUES('a', '1 ');
            CREATE TABLE u(x TEXT, y TEXT COLLATE NOCASE, n INTEGER);
            INSERT INTO u VALUES('A', 'A', 1);
            SELECT c IN (SELECT x FROM u), c IN (SELECT x COLLATE BINARY FROM u),
              c COLLATE NOCASE IN (SELECT x COLLATE BINARY FROM u),
              c IN (SELECT y COLLATE BINARY FROM u), c IN (SELECT max(x COLLATE BINARY) FROM u)
              FROM t;
            --> 1|0|1|0|0
            SELECT k IN (SELECT n FROM u), k IN (SELECT (n <= n) FROM u),
              k IN (SELECT (n <= n COLLATE BINARY) FROM u) FROM t;
            --> 1|1|0
            SELECT c IN (VALUES('q'), ('A' COLLATE BINARY)),
              c IN (VALUES('A' COLLATE BINARY), ('q')),
              c IN (SELECT 'q' UNION ALL SELECT x COLLATE BINARY FROM u) FROM t;
            --> 0|1|0
            SELECT c FROM t WHERE c NOT IN (SELECT x COLLATE BINARY FROM u);
            --> 'a'
            """#
        ).run()
    }

    /// SQLite looks in the index, by whose collation it finds other rows.
    @Test func `an index of another collation than IN asks for is of no use`() throws {
        try Script(
            #"""
            CREATE TABLE t(c TEXT);
            INSERT INTO t VALUES('a');
            CREATE TABLE u(x TEXT, y TEXT COLLATE NOCASE);
            INSERT INTO u VALUES('A', 'A');
            CREATE INDEX ux ON u(x);
            CREATE INDEX uy ON u(y);
            SELECT x FROM u WHERE x IN (SELECT c COLLATE NOCASE FROM t);
            --> 'A'
            SELECT y FROM u WHERE y IN (SELECT c COLLATE BINARY FROM t);
            --> (no rows)
            """#
        ).run()
    }

    @Test func `of a compound in IN the last query decides`() throws {
        try Script(
            #"""
            CREATE TABLE t(n INTEGER, s COLLATE NOCASE);
            INSERT INTO t VALUES(1, 'a');
            SELECT '1' IN (SELECT n FROM t UNION SELECT x'ff'),
              '1' IN (SELECT x'ff' UNION ALL SELECT n FROM t);
            --> 0|1
            SELECT ('A', 1) IN (SELECT s, 1 FROM t UNION SELECT x'ff', 1),
              ('A', 1) IN (SELECT x'ff', 1 UNION SELECT s, 1 FROM t);
            --> 0|1
            """#
        ).run()
    }
}
