import Testing

@testable import WCDBEngine

/// RIGHT and FULL JOIN, joins in parentheses, USING and NATURAL.
/// Results and messages are those of SQLite 3.40.1.
@Suite struct `Joins of every kind` {
    /// The row of NULLs stayed under the cursor: the next row of the left side found nothing.
    @Test func `a row without a partner does not hide the partners of the next one`() throws {
        try Script(
            #"""
            CREATE TABLE t(a); INSERT INTO t VALUES(5), (1), (1);
            CREATE TABLE u(c INTEGER PRIMARY KEY, b); INSERT INTO u VALUES(1, 1), (2, 2);
            SELECT a, c FROM t LEFT JOIN u ON (c < 10 OR c = 10) AND a = 1 ORDER BY a, c;
            --> 1|1
            --> 1|1
            --> 1|2
            --> 1|2
            --> 5|NULL
            CREATE INDEX i ON u(b);
            SELECT a, c FROM t LEFT JOIN u ON (b = 1 OR b = 2) AND a = 1 ORDER BY a, c;
            --> 1|1
            --> 1|1
            --> 1|2
            --> 1|2
            --> 5|NULL
            """#
        ).run()
    }

    /// Behind the row of NULLs the loop went on with the rest of the list, which had not begun.
    @Test func `a row without a partner ends the search by a list`() throws {
        try Script(
            #"""
            CREATE TABLE u(x); INSERT INTO u VALUES(1), (NULL), (2);
            CREATE TABLE t(a, b); CREATE INDEX ta ON t(a, b);
            INSERT INTO t VALUES(1, NULL), (2, NULL), (3, NULL), (3, 2);
            SELECT x, t.rowid FROM u LEFT JOIN t ON t.a IN (1, 2) AND t.b = NULL ORDER BY x;
            --> NULL|NULL
            --> 1|NULL
            --> 2|NULL
            SELECT x, t.rowid FROM u LEFT JOIN t ON t.a IN (2, 3) AND t.b >= x ORDER BY x;
            --> NULL|NULL
            --> 1|4
            --> 2|4
            SELECT x, t.rowid FROM u LEFT JOIN t ON t.rowid IN (9, 2, x) ORDER BY x, 2;
            --> NULL|2
            --> 1|1
            --> 1|2
            --> 2|2
            CREATE TABLE one(z); INSERT INTO one VALUES(1);
            SELECT x, (SELECT group_concat(ifnull(r, '~')) FROM (SELECT t.rowid AS r FROM one
              LEFT JOIN t ON t.a IN (1, 2, 3) AND t.rowid > u.x LIMIT 2)) FROM u ORDER BY x;
            --> NULL|'~'
            --> 1|'2,3'
            --> 2|'3,4'
            """#
        ).run()
    }

    @Test func `rows without a partner stay`() throws {
        try Script(
            #"""
            CREATE TABLE a(k, x); CREATE TABLE b(k, y); INSERT INTO a VALUES(1, 'a1'), (2, 'a2'),
              (2, 'a3'), (NULL, 'an'); INSERT INTO b VALUES(2, 'b2'), (3, 'b3'), (NULL, 'bn');
            SELECT * FROM a FULL JOIN b USING(k) ORDER BY k, x, y;
            --> NULL|NULL|'bn'
            --> NULL|'an'|NULL
            --> 1|'a1'|NULL
            --> 2|'a2'|'b2'
            --> 2|'a3'|'b2'
            --> 3|NULL|'b3'
            SELECT a.k, b.k, x, y FROM a RIGHT JOIN b ON a.k = b.k ORDER BY y, x;
            --> 2|2|'a2'|'b2'
            --> 2|2|'a3'|'b2'
            --> NULL|3|NULL|'b3'
            --> NULL|NULL|NULL|'bn'
            SELECT a.k, b.k FROM a FULL JOIN b ON a.k = b.k AND a.k > 99 ORDER BY 1, 2;
            --> NULL|NULL
            --> NULL|NULL
            --> NULL|2
            --> NULL|3
            --> 1|NULL
            --> 2|NULL
            --> 2|NULL
            SELECT k, x, y FROM a FULL JOIN b USING(k) WHERE x IS NULL OR y IS NULL ORDER BY k,
              x, y;
            --> NULL|NULL|'bn'
            --> NULL|'an'|NULL
            --> 1|'a1'|NULL
            --> 3|NULL|'b3'
            SELECT count(*) FROM a RIGHT JOIN b ON 0;
            --> 3
            SELECT x, y FROM a RIGHT JOIN b ON a.k = b.k WHERE a.x > '' ORDER BY 1;
            --> 'a2'|'b2'
            --> 'a3'|'b2'
            SELECT count(*) FROM (SELECT * FROM a WHERE 0) FULL JOIN b USING(k);
            --> 3
            SELECT x, y FROM a NATURAL FULL JOIN b ORDER BY x, y;
            --> NULL|'b3'
            --> NULL|'bn'
            --> 'a1'|NULL
            --> 'a2'|'b2'
            --> 'a3'|'b2'
            --> 'an'|NULL
            """#
        ).run()
    }

    @Test func `such joins go on`() throws {
        try Script(
            #"""
            CREATE TABLE a(k, x); CREATE TABLE b(k, y); CREATE TABLE c(k, z);
            INSERT INTO a VALUES(1, 'a1'), (2, 'a2'); INSERT INTO b VALUES(2, 'b2'), (3, 'b3');
              INSERT INTO c VALUES(3, 'c3'), (4, 'c4');
            SELECT k, x, y, z FROM a FULL JOIN b USING(k) FULL JOIN c USING(k) ORDER BY k;
            --> 1|'a1'|NULL|NULL
            --> 2|'a2'|'b2'|NULL
            --> 3|NULL|'b3'|'c3'
            --> 4|NULL|NULL|'c4'
            SELECT a.k, b.k, c.k FROM a RIGHT JOIN b ON a.k = b.k LEFT JOIN c ON c.k = b.k ORDER
              BY 2;
            --> 2|2|NULL
            --> NULL|3|3
            SELECT a.k, b.k, c.k FROM a LEFT JOIN b ON a.k = b.k RIGHT JOIN c ON c.k = b.k ORDER
              BY 3;
            --> NULL|NULL|3
            --> NULL|NULL|4
            SELECT a.k, b.k, c.k FROM a RIGHT JOIN b ON a.k = b.k, c WHERE c.k > 3 ORDER BY 2;
            --> 2|2|4
            --> NULL|3|4
            SELECT x, (SELECT count(*) FROM b RIGHT JOIN c ON b.k = c.k AND c.k > a.k) FROM a
              ORDER BY x;
            --> 'a1'|2
            --> 'a2'|2
            SELECT s.k, y FROM (SELECT k FROM a UNION ALL SELECT 3) AS s RIGHT JOIN (SELECT k, y
              FROM b UNION ALL SELECT 9, 'b9') AS t ON s.k = t.k ORDER BY y;
            --> 2|'b2'
            --> 3|'b3'
            --> NULL|'b9'
            CREATE INDEX bk ON b(k);
            SELECT a.k, b.k FROM a FULL JOIN b ON a.k = b.k ORDER BY 1, 2;
            --> NULL|3
            --> 1|NULL
            --> 2|2
            SELECT group_concat(a.rowid), group_concat(b.rowid) FROM a FULL JOIN b ON a.k = b.k;
            --> '1,2'|'1,2'
            """#
        ).run()
    }

    @Test func `a join in parentheses keeps the names of its tables`() throws {
        try Script(
            #"""
            CREATE TABLE a(id INTEGER PRIMARY KEY, x); CREATE TABLE b(aid, y); CREATE TABLE c(id,
              z);
            INSERT INTO a VALUES(1, 'p'), (2, 'q'), (3, 'r'); INSERT INTO b VALUES(1, 10), (1,
              11), (3, 30); INSERT INTO c VALUES(3, 'zz');
            SELECT a.id, y, z FROM a LEFT JOIN (b JOIN c ON c.id = b.aid) ON b.aid = a.id ORDER
              BY 1;
            --> 1|NULL|NULL
            --> 2|NULL|NULL
            --> 3|30|'zz'
            SELECT a.id, b.y, c.z FROM a LEFT JOIN (b LEFT JOIN c ON c.id = b.aid) ON b.aid =
              a.id ORDER BY 1, 2;
            --> 1|10|NULL
            --> 1|11|NULL
            --> 2|NULL|NULL
            --> 3|30|'zz'
            SELECT * FROM a LEFT JOIN (b JOIN c ON c.id = b.aid) ON b.aid = a.id ORDER BY 1;
            --> 1|'p'|NULL|NULL|NULL|NULL
            --> 2|'q'|NULL|NULL|NULL|NULL
            --> 3|'r'|3|30|3|'zz'
            SELECT b.*, c.id FROM a JOIN (b CROSS JOIN c) ON b.aid = a.id ORDER BY 2;
            --> 1|10|3
            --> 1|11|3
            --> 3|30|3
            SELECT id FROM a LEFT JOIN (b JOIN c ON c.id = b.aid) ON b.aid = a.id;
            --! ambiguous column name: id
            SELECT u.y FROM a JOIN (b JOIN c ON c.id = b.aid) AS u ON u.aid = a.id;
            --> 30
            """#
        ).run()
    }

    @Test func `conditions see the tables that they may`() throws {
        try Script(
            #"""
            CREATE TABLE a(k, v); CREATE TABLE b(k, w); CREATE TABLE d(q); INSERT INTO a
              VALUES(1, 2); INSERT INTO b VALUES(1, 3); INSERT INTO d VALUES(3);
            SELECT 1 FROM a NATURAL JOIN b ON 1;
            --! a NATURAL join may not have an ON or USING clause
            SELECT 1 FROM a LEFT JOIN d ON a.k = b.k LEFT JOIN b;
            --! ON clause references tables to its right
            SELECT v, w, q FROM a JOIN b ON b.w = d.q JOIN d;
            --> 2|3|3
            SELECT v FROM a JOIN b USING(w);
            --! cannot join using column w - column not present in both tables
            """#
        ).run()
    }

    @Test func `aggregates belong to the query whose columns they use`() throws {
        try Script(
            #"""
            CREATE TABLE t(a, b); INSERT INTO t VALUES(1, 10), (2, 20), (2, 30);
            SELECT (SELECT sum(t.b)) FROM t;
            --> 60
            SELECT (SELECT count(*) FROM t AS u WHERE u.a = max(t.a)) FROM t;
            --> 2
            SELECT a, (SELECT sum(t.b) + count(*) FROM t AS u) FROM t GROUP BY a;
            --> 1|13
            --> 2|53
            SELECT a, (SELECT count(*) FROM t AS u WHERE u.b > t.a * 10) FROM t GROUP BY a;
            --> 1|2
            --> 2|1
            SELECT a FROM t GROUP BY a HAVING (SELECT max(t.b)) > 15;
            --> 2
            SELECT a, count(*) FROM t WHERE count(*) > 1;
            --! misuse of aggregate: count()
            SELECT a FROM t WHERE count(*) > 1;
            --! misuse of aggregate function count()
            """#
        ).run()
    }

    /// The row of NULLs entered a subroutine by its middle, and came back where the last row had
    /// come from: with no row before it, at the beginning of the program, for ever.
    @Test(.timeLimit(.minutes(20)))
    func `a row without a partner may be the first where OR finds the others`() throws {
        try Script(
            #"""
            CREATE TABLE a(x);
            CREATE TABLE b(y);
            INSERT INTO a VALUES(9), (1), (2);
            INSERT INTO b VALUES(1), (3), (4);
            SELECT a.x, b.y FROM a LEFT JOIN b ON (b.rowid = 7 OR b.rowid = a.x);
            --> 9|NULL
            --> 1|1
            --> 2|3
            """#
        ).run()
    }

    /// The right side of a FULL JOIN is visited twice; a view there was compiled a second time
    /// with what the first had left in its own tables.
    @Test func `a view with such a join stands on the right of another`() throws {
        try Script(
            #"""
            CREATE TABLE a(n);
            CREATE TABLE b(k, s);
            INSERT INTO a VALUES(0);
            INSERT INTO b VALUES(1, 'x'), (2, 'y');
            CREATE VIEW v AS SELECT s, k FROM b RIGHT JOIN a ON b.k IS a.rowid;
            SELECT l.s, r.k FROM v AS l FULL JOIN v AS r ON l.s = r.k;
            --> 'x'|NULL
            --> NULL|1
            CREATE VIEW w AS SELECT x.s, y.k FROM b AS x JOIN b AS y ON x.s = y.s;
            SELECT l.n, r.k FROM a AS l FULL JOIN w AS r ON l.n = r.k;
            --> 0|NULL
            --> NULL|1
            --> NULL|2
            """#
        ).run()
    }
}
