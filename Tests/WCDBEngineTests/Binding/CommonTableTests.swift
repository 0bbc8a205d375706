import Testing

@testable import WCDBEngine

/// WITH: named queries, and those that refer to themselves.
/// Results and messages are those of SQLite 3.40.1.
@Suite struct `Common tables` {
    @Test func `recursion counts and stops`() throws {
        try Script(
            #"""
            WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 5) SELECT
              sum(n), count(*) FROM c;
            --> 15|5
            WITH c(n) AS (VALUES(1) UNION ALL SELECT n * 2 FROM c LIMIT 5 OFFSET 2) SELECT
              group_concat(n) FROM c;
            --> '4,8,16,32,64'
            WITH c(n) AS (SELECT 1 UNION SELECT (n * 3) % 7 FROM c) SELECT group_concat(n) FROM c;
            --> '1,3,2,6,4,5'
            WITH c(n) AS (SELECT 1 UNION ALL SELECT 10 UNION ALL SELECT n + 1 FROM c WHERE n % 10
              < 3) SELECT group_concat(n) FROM c;
            --> '1,10,2,11,3,12,13'
            WITH c(n, s) AS (SELECT 1, 'a' UNION ALL SELECT n + 1, s || n FROM c WHERE n < 4)
              SELECT * FROM c;
            --> 1|'a'
            --> 2|'a1'
            --> 3|'a12'
            --> 4|'a123'
            WITH c AS (SELECT 1 AS x UNION ALL SELECT x + 1 FROM c WHERE x < 3) SELECT a.x, b.x
              FROM c AS a, c AS b WHERE a.x < b.x ORDER BY 1, 2;
            --> 1|2
            --> 1|3
            --> 2|3
            """#
        ).run()
    }

    @Test func `the queue may have an order`() throws {
        try Script(
            #"""
            CREATE TABLE tree(id INTEGER PRIMARY KEY, up, name);
            INSERT INTO tree
              VALUES(1,NULL,'r'),(2,1,'b'),(3,1,'a'),(4,2,'b1'),(5,3,'a1'),(6,3,'a2');
            WITH w(id, lvl, name) AS (SELECT id, 0, name FROM tree WHERE up IS NULL UNION ALL
              SELECT t.id, lvl + 1, t.name FROM tree t JOIN w ON t.up = w.id ORDER BY 2 DESC, 3)
              SELECT group_concat(name) FROM w;
            --> 'r,a,a1,a2,b,b1'
            WITH w(id, lvl, name) AS (SELECT id, 0, name FROM tree WHERE up IS NULL UNION ALL
              SELECT t.id, lvl + 1, t.name FROM tree t JOIN w ON t.up = w.id ORDER BY 2, 3 DESC)
              SELECT group_concat(name) FROM w;
            --> 'r,b,a,b1,a2,a1'
            WITH w(id, lvl) AS (SELECT id, 0 FROM tree WHERE up IS NULL UNION ALL SELECT t.id,
              lvl + 1 FROM tree t LEFT JOIN w ON t.up = w.id WHERE w.id IS NOT NULL) SELECT id,
              lvl FROM w ORDER BY 2, 1;
            --> 1|0
            --> 2|1
            --> 3|1
            --> 4|2
            --> 5|2
            --> 6|2
            SELECT name, (WITH p(id, up) AS (SELECT t.id, t.up UNION ALL SELECT x.id, x.up FROM
              tree x, p WHERE x.id = p.up) SELECT count(*) FROM p) FROM tree t ORDER BY t.id;
            --> 'r'|1
            --> 'b'|2
            --> 'a'|2
            --> 'b1'|3
            --> 'a1'|3
            --> 'a2'|3
            """#
        ).run()
    }

    @Test func `tables see each other and hide others`() throws {
        try Script(
            #"""
            CREATE TABLE t(a); INSERT INTO t VALUES(1),(2);
            WITH a AS (SELECT * FROM b), b AS (SELECT 7 AS x) SELECT x FROM a;
            --> 7
            WITH t AS (SELECT 'cte' AS a) SELECT a FROM t;
            --> 'cte'
            WITH t AS (SELECT 'cte' AS a) SELECT a, (SELECT count(*) FROM main.t) FROM t;
            --> 'cte'|2
            WITH x AS (SELECT 1 AS v) SELECT (WITH x AS (SELECT 2 AS v) SELECT v FROM x), v FROM
              x;
            --> 2|1
            WITH x AS (SELECT a FROM t) SELECT (SELECT sum(a) FROM x), (SELECT count(*) FROM x, x
              AS y) FROM x LIMIT 1;
            --> 3|4
            CREATE VIEW v AS WITH x(n) AS (SELECT a * 10 FROM t) SELECT n FROM x;
            WITH t AS (SELECT 99 AS a) SELECT n FROM v;
            --> 10
            --> 20
            WITH unused AS (SELECT * FROM missing) SELECT 1;
            --> 1
            """#
        ).run()
    }

    @Test func `rows of a table with two mentions are made once`() throws {
        try Script(
            #"""
            WITH r AS (SELECT random() AS v) SELECT (SELECT v FROM r) = (SELECT v FROM r);
            --> 1
            WITH r AS MATERIALIZED (SELECT random() AS v) SELECT a.v = b.v FROM r AS a, r AS b;
            --> 1
            WITH q AS NOT MATERIALIZED (SELECT 5 AS z) SELECT (SELECT z FROM q) + (SELECT z FROM
              q);
            --> 10
            """#
        ).run()
    }

    @Test func `statements that change have them too`() throws {
        try Script(
            #"""
            CREATE TABLE t(a);
            WITH s(x) AS (VALUES(1),(2),(3)) INSERT INTO t SELECT x FROM s WHERE x <> 2;
            INSERT INTO t WITH s(x) AS (VALUES(7)) SELECT x FROM s;
            WITH k AS (SELECT max(a) AS m FROM t) UPDATE t SET a = a + (SELECT m FROM k);
            WITH d AS (SELECT min(a) AS m FROM t) DELETE FROM t WHERE a = (SELECT m FROM d);
            SELECT a FROM t;
            --> 10
            --> 14
            CREATE TABLE log(x);
            CREATE TRIGGER tr AFTER INSERT ON t BEGIN INSERT INTO log WITH RECURSIVE c(n) AS
              (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < NEW.a) SELECT n FROM c; END;
            INSERT INTO t VALUES(3);
            SELECT group_concat(x) FROM log;
            --> '1,2,3'
            """#
        ).run()
    }

    /// The query builder writes every join in parentheses.
    @Test func `the table may stand in parentheses`() throws {
        try Script(
            #"""
            CREATE TABLE rep(id INTEGER PRIMARY KEY, boss INT);
            INSERT INTO rep VALUES(1, NULL), (2, 1), (3, 1), (4, 2);
            WITH RECURSIVE t(i) AS (SELECT 1 UNION ALL SELECT rep.id FROM (rep JOIN t ON
              rep.boss = t.i)) SELECT group_concat(i) FROM t;
            --> '1,2,3,4'
            WITH t(i) AS (SELECT 1 UNION ALL SELECT a.id FROM ((rep a JOIN t tt ON a.boss = tt.i)
              JOIN rep b ON b.id = a.id)) SELECT group_concat(i) FROM t;
            --> '1,2,3,4'
            WITH RECURSIVE t(i) AS (SELECT 1 UNION ALL SELECT r.id FROM rep r JOIN (t) ON
              r.boss = t.i) SELECT group_concat(i) FROM t;
            --> '1,2,3,4'
            WITH RECURSIVE t(i) AS (SELECT 1 UNION ALL SELECT r.id FROM rep r RIGHT JOIN ((t)) AS u
              ON r.boss = u.i WHERE r.id NOTNULL) SELECT group_concat(i) FROM t;
            --> '1,2,3,4'
            CREATE VIEW v AS WITH t(i) AS (SELECT 1 UNION SELECT r.id FROM (rep r JOIN t ON
              r.boss = t.i)) SELECT i FROM t;
            SELECT count(*) FROM v;
            --> 4
            WITH RECURSIVE t(i) AS (SELECT 1 UNION ALL SELECT rep.id FROM rep, (t JOIN rep b ON
              b.id = t.i) WHERE rep.boss = t.i) SELECT i FROM t;
            --! circular reference: t
            WITH RECURSIVE t(i) AS (SELECT 1 UNION ALL SELECT z.id FROM (t JOIN rep r ON
              r.boss = t.i) AS z) SELECT i FROM t;
            --! circular reference: t
            WITH RECURSIVE t(i) AS (SELECT 1 UNION ALL SELECT t.i + 1 FROM (t, t AS u)) SELECT i
              FROM t;
            --! multiple references to recursive table: t
            """#
        ).run()
    }

    @Test func `parentheses around one table change nothing`() throws {
        try Script(
            #"""
            CREATE TABLE rep(id INTEGER PRIMARY KEY, boss INT);
            INSERT INTO rep VALUES(1, NULL), (2, 1), (3, 1), (4, 2);
            SELECT group_concat(rep.rowid) FROM rep r LEFT JOIN (rep) ON rep.boss = r.id;
            --> '2,3,4'
            SELECT group_concat(y.rowid) FROM rep r LEFT JOIN (rep AS x) AS y ON y.boss = r.id;
            --> '2,3,4'
            SELECT group_concat(x.rowid) FROM rep r LEFT JOIN ((rep AS x)) ON x.boss = r.id;
            --> '2,3,4'
            """#
        ).run()
    }

    @Test func `what makes no sense is refused`() throws {
        try Script(
            #"""
            WITH c(a, b) AS (SELECT 1) SELECT * FROM c;
            --! table c has 1 values for 2 columns
            WITH c AS (SELECT 1), c AS (SELECT 2) SELECT * FROM c;
            --! duplicate WITH table name: c
            WITH c AS (SELECT * FROM c) SELECT * FROM c;
            --! circular reference: c
            WITH c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < (SELECT max(n) FROM
              c)) SELECT * FROM c;
            --! multiple recursive references: c
            WITH c(n) AS (SELECT 1 UNION ALL SELECT sum(n) FROM c) SELECT * FROM c;
            --! recursive aggregate queries not supported
            WITH c(n) AS (SELECT 1 UNION ALL SELECT a.n FROM c AS a, c AS b) SELECT * FROM c;
            --! multiple references to recursive table: c
            """#
        ).run()
    }
}
