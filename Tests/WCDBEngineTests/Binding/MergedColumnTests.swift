import Testing

@testable import WCDBEngine

/// Columns that belong to several tables or queries at once.
/// Results are those of SQLite 3.40.1, but for ORDER BY and LIMIT behind VALUES.
@Suite struct `Shared columns` {
    /// It was the first of both that is not NULL, without affinity and collation.
    @Test func `of a RIGHT JOIN the merged column is the right one`() throws {
        try Script(
            #"""
            CREATE TABLE a(c NUMERIC); CREATE TABLE b(c NUMERIC); INSERT INTO b VALUES(10);
            SELECT * FROM a RIGHT JOIN b USING(c) WHERE c > '1';
            --> 10
            SELECT c FROM a NATURAL RIGHT JOIN b WHERE c > '1';
            --> 10
            CREATE TABLE p(c TEXT COLLATE NOCASE); CREATE TABLE q(c TEXT);
            INSERT INTO p VALUES('A'); INSERT INTO q VALUES('a'), ('b');
            SELECT c, p.c, q.c FROM p RIGHT JOIN q USING(c) ORDER BY q.c;
            --> 'a'|'A'|'a'
            --> 'b'|NULL|'b'
            SELECT c FROM p FULL JOIN q USING(c) ORDER BY 1;
            --> 'A'
            --> 'b'
            SELECT c FROM q LEFT JOIN p USING(c) ORDER BY 1;
            --> 'a'
            --> 'b'
            """#
        ).run()
    }

    /// Each name stood for two columns, and was refused.
    @Test func `tables of one name share the column by which they are joined`() throws {
        try Script(
            #"""
            CREATE TABLE t(a, b); INSERT INTO t VALUES(1, 1), (2, 2);
            SELECT t.a FROM t RIGHT JOIN t USING(a);
            --> 1
            --> 2
            SELECT x.a FROM (SELECT 1 AS a) AS x RIGHT JOIN (SELECT 2 AS a) AS x USING(a);
            --> 2
            SELECT x.a FROM (SELECT 1 AS a) AS x FULL JOIN (SELECT 2 AS a) AS x USING(a) ORDER BY 1;
            --> 1
            --> 2
            SELECT (SELECT t.a) FROM t NATURAL FULL JOIN t ORDER BY 1;
            --> 1
            --> 2
            SELECT t.b FROM t FULL JOIN t USING(a);
            --! ambiguous column name: t.b
            SELECT t.a FROM t FULL JOIN t ON 1;
            --! ambiguous column name: t.a
            ATTACH ':memory:' AS z; CREATE TABLE z.t(a, b); INSERT INTO z.t VALUES(2, 3), (4, 5);
            SELECT t.a, main.t.a, z.t.a FROM main.t FULL JOIN z.t USING(a) ORDER BY 1;
            --> 1|1|NULL
            --> 2|2|2
            --> 4|NULL|4
            """#
        ).run()
    }

    /// It was the column that was joined, of whichever table.
    @Test func `a table in parentheses shares its own column with one of its name`() throws {
        try Script(
            #"""
            CREATE TABLE a(p, q); CREATE TABLE b(p, r); CREATE TABLE d(p, z);
            INSERT INTO a VALUES(1, 2); INSERT INTO b VALUES(7, 3);
            INSERT INTO d VALUES(1, 5), (8, 6);
            SELECT d.p FROM d RIGHT JOIN (b LEFT JOIN d USING(p)) USING(p);
            --> NULL
            SELECT d.p FROM d RIGHT JOIN (a LEFT JOIN d USING(p)) AS x USING(p);
            --> 1
            SELECT d.p FROM d NATURAL RIGHT JOIN (a JOIN d) ORDER BY 1;
            --> 1
            --> 8
            """#
        ).run()
    }

    /// The query in FROM was taken apart, and its column had no collation any more.
    @Test func `a column of a query in FROM is compared as a column`() throws {
        try Script(
            #"""
            CREATE TABLE t(a TEXT, d TEXT COLLATE NOCASE);
            INSERT INTO t VALUES('ab', 'AB'), ('aB', 'x');
            SELECT q FROM (SELECT a || '' AS q FROM t) UNION SELECT d FROM t;
            --> 'AB'
            --> 'aB'
            --> 'ab'
            --> 'x'
            CREATE VIEW v AS SELECT a || '' AS r FROM t;
            SELECT r FROM v EXCEPT SELECT d FROM t;
            --> 'aB'
            --> 'ab'
            SELECT a || '' FROM t UNION SELECT d FROM t;
            --> 'AB'
            --> 'x'
            """#
        ).run()
    }

    /// Both were taken, and forgotten. SQLite does not know them there.
    @Test func `rows of VALUES can be ordered and limited`() throws {
        try Script(
            #"""
            VALUES(3, 'c'), (4, 'd'), (1, 'a') ORDER BY 1 LIMIT 2;
            --> 1|'a'
            --> 3|'c'
            SELECT * FROM (VALUES(3), (9), (1) ORDER BY column1 DESC);
            --> 9
            --> 3
            --> 1
            CREATE TABLE t(a);
            WITH w(x) AS (VALUES(5), (6)) INSERT INTO t VALUES((SELECT min(x) FROM w)), (2) LIMIT 1;
            SELECT a FROM t;
            --> 5
            """#
        ).run()
    }

    /// It was the merged one, because another join came behind.
    @Test func `the star of a table to the right of a FULL JOIN shows its own column`() throws {
        try Script(
            #"""
            CREATE TABLE a(p, q); CREATE TABLE b(p, r); CREATE TABLE c(p, s); CREATE TABLE d(z);
            INSERT INTO a VALUES(1, 2), (2, 2); INSERT INTO b VALUES(1, 3), (3, 3);
            INSERT INTO c VALUES(3, 4), (1, 1); INSERT INTO d VALUES(1), (2), (3);
            SELECT b.*, p FROM a NATURAL FULL JOIN b NATURAL LEFT JOIN c ORDER BY 3;
            --> 1|3|1
            --> NULL|NULL|2
            --> 3|3|3
            SELECT a.*, p FROM a NATURAL FULL JOIN b NATURAL LEFT JOIN c ORDER BY 3;
            --> 1|2|1
            --> 2|2|2
            --> 3|NULL|3
            SELECT b.* FROM a NATURAL FULL JOIN b NATURAL LEFT JOIN c RIGHT JOIN d ON z = p
            ORDER BY z;
            --> 1|3
            --> 2|NULL
            --> 3|3
            """#
        ).run()
    }

    /// A column that the join in parentheses had merged was compared twice, the second time without
    /// its collation.
    @Test func `a NATURAL FULL JOIN compares each column of a join in parentheses once`() throws {
        try Script(
            #"""
            CREATE TABLE a(p, r TEXT); CREATE TABLE b(p, r TEXT COLLATE NOCASE);
            INSERT INTO a VALUES(1, 'x'), (2, 'y'); INSERT INTO b VALUES(1, 'X'), (7, 'y');
            SELECT b.p, b.r FROM b NATURAL FULL JOIN (a NATURAL FULL JOIN a AS c) ORDER BY 1;
            --> NULL|NULL
            --> 1|'X'
            --> 7|'y'
            SELECT b.p, x.r FROM b NATURAL FULL JOIN (a NATURAL JOIN a AS c) AS x ORDER BY 1;
            --> NULL|'y'
            --> 1|'x'
            --> 7|NULL
            """#
        ).run()
    }
}
