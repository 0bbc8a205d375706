import Testing

@testable import WCDBEngine

/// Expressions and queries that stand in a statement once, and in its program more than once, or
/// did so: the first translation must leave nothing that changes the second, and what may come out
/// differently each time is computed once. Results are those of SQLite 3.40.1.
@Suite struct `What is translated more than once` {
    /// The view was taken apart in place, and what was done again was done to the result: sums
    /// doubled, columns became others, and an UPDATE wrote NULL.
    @Test func `a view of a view of UNION ALL stays what it is`() throws {
        try Script(
            #"""
            CREATE TABLE t(a, b); INSERT INTO t VALUES(1, 2), (2, 3);
            CREATE TABLE u(a, b); INSERT INTO u VALUES(5, 6);
            CREATE VIEW v(a, b) AS SELECT a, b FROM t UNION ALL SELECT a, b FROM u;
            CREATE VIEW vv(a, b) AS SELECT b, a FROM v UNION ALL SELECT 9, 9 FROM t;
            SELECT ifnull((SELECT sum(b) FROM vv), 0);
            --> 26
            SELECT coalesce((SELECT a + 10 FROM v EXCEPT SELECT 0 ORDER BY 1 LIMIT 1), 0);
            --> 11
            SELECT a FROM t
                WHERE (a, b) > ((SELECT b FROM v EXCEPT SELECT 3 ORDER BY 1 LIMIT 1), 0);
            --> 2
            SELECT a FROM t WHERE coalesce(a IN (SELECT b FROM v UNION SELECT 7), 0);
            --> 2
            SELECT t.a, vv.a, vv.b FROM t RIGHT JOIN vv ON vv.b = t.b ORDER BY vv.a, vv.b;
            --> NULL|2|1
            --> 1|3|2
            --> NULL|6|5
            --> NULL|9|9
            --> NULL|9|9
            SELECT t.a, w.b FROM t
                FULL JOIN (SELECT b FROM v UNION ALL SELECT a + 20 FROM v) w ON w.b = t.a
                ORDER BY w.b, t.a;
            --> 1|NULL
            --> 2|2
            --> NULL|3
            --> NULL|6
            --> NULL|21
            --> NULL|22
            --> NULL|25
            UPDATE t SET b = coalesce((SELECT b FROM v WHERE a = 5 EXCEPT SELECT 0), -1);
            SELECT a, b FROM t;
            --> 1|6
            --> 2|6
            """#
        ).run()
    }

    /// A union that had more results than it was given registers.
    @Test func `a view that cannot be taken apart leaves the registers of others alone`() throws {
        try Script(
            #"""
            CREATE TABLE t(a TEXT); INSERT INTO t VALUES('x'), ('yy');
            CREATE VIEW v(a) AS SELECT a FROM t UNION ALL SELECT a FROM t;
            SELECT ifnull((SELECT group_concat(p || q, '')
                FROM (SELECT length(a) p, a || 2 q FROM v UNION ALL SELECT 1, 2)), 0);
            --> '1x22yy21x22yy212'
            """#
        ).run()
    }

    /// It asked for the value after it had tested one: of `random()` that was another one, and the
    /// time doubled with each level.
    @Test func `coalesce computes each argument once`() throws {
        try Script(
            #"""
            CREATE TABLE t(a, b, c); INSERT INTO t VALUES(NULL, NULL, 3), (NULL, 2, 3), (1, 2, 3);
            SELECT coalesce(a, b, c), ifnull(a, c), coalesce(a, NULL),
                coalesce(NULL, a + 1, b || 'x') FROM t;
            --> 3|3|NULL|NULL
            --> 2|3|NULL|'2x'
            --> 1|1|1|2
            SELECT coalesce(a, b) = '2', coalesce(b, 'X' COLLATE NOCASE) = 'x' FROM t;
            --> NULL|1
            --> 0|0
            --> 0|0
            WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < 300)
                SELECT sum(x IS NULL) FROM
                    (SELECT coalesce(nullif(abs(random() % 2), 0), 5) x FROM s LIMIT 300);
            --> 0
            SELECT coalesce(coalesce(coalesce(coalesce(coalesce(coalesce(coalesce(coalesce(
                coalesce(coalesce(coalesce(coalesce(coalesce(coalesce(coalesce(coalesce(
                (SELECT max(c) FROM t), 1),
                1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1);
            --> 3
            SELECT count(*) FROM t LEFT JOIN t AS r ON r.a = t.c WHERE coalesce(r.b, r.c) > 0;
            --> 0
            """#
        ).run()
    }

    /// Its rows are known by their numbers, which a second run may give to others.
    @Test func `the right side of RIGHT JOIN is made once`() throws {
        try Script(
            #"""
            WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < 300)
                SELECT count(*) FROM (SELECT 1 k) y
                RIGHT JOIN (SELECT abs(random() % 2) p FROM s LIMIT 300) z ON z.p = y.k
                WHERE y.k IS NULL AND z.p = 1;
            --> 0
            WITH c(a, b) AS (VALUES(1, 2), (2, 3), (7, 1))
                SELECT x.a, y.a FROM c x RIGHT JOIN c y ON x.a = y.b ORDER BY y.a;
            --> 2|1
            --> NULL|2
            --> 1|7
            CREATE TABLE t(a); INSERT INTO t VALUES(1), (2);
            SELECT (SELECT group_concat(ifnull(q, 0) || r) FROM (SELECT 3 q)
                RIGHT JOIN (SELECT a + t.a r FROM (SELECT 1 a UNION ALL SELECT 2)) ON q = r) FROM t;
            --> '33,02'
            --> '33,04'
            """#
        ).run()
    }
}
