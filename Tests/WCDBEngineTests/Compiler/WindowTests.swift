import Testing

@testable import WCDBEngine

/// Functions over the rows around a row.
/// Results and messages are those of SQLite 3.40.1.
@Suite struct `Window functions` {
    @Test func `ranks`() throws {
        try Script(
            #"""
            CREATE TABLE t(id INTEGER PRIMARY KEY, g, v);
            INSERT INTO t(g, v)
              VALUES('a',10),('a',20),('a',20),('a',30),('b',5),('b',NULL),('c',1);
            SELECT id, row_number() OVER w, rank() OVER w, dense_rank() OVER w,
              round(percent_rank() OVER w, 3), round(cume_dist() OVER w, 3), ntile(3) OVER w FROM
              t WINDOW w AS (PARTITION BY g ORDER BY v) ORDER BY id;
            --> 1|1|1|1|0.0|0.25|1
            --> 2|2|2|2|0.333|0.75|1
            --> 3|3|2|2|0.333|0.75|2
            --> 4|4|4|3|1.0|1.0|3
            --> 5|2|2|2|1.0|1.0|2
            --> 6|1|1|1|0.0|0.5|1
            --> 7|1|1|1|0.0|1.0|1
            SELECT id, rank() OVER (ORDER BY v DESC NULLS LAST), ntile(2) OVER (ORDER BY id),
              ntile(100) OVER (ORDER BY id) FROM t ORDER BY id;
            --> 1|4|1|1
            --> 2|2|1|2
            --> 3|2|1|3
            --> 4|1|1|4
            --> 5|5|2|5
            --> 6|7|2|6
            --> 7|6|2|7
            SELECT id, row_number() OVER () FROM t WHERE g = 'a' ORDER BY id;
            --> 1|1
            --> 2|2
            --> 3|3
            --> 4|4
            SELECT id FROM t ORDER BY row_number() OVER (ORDER BY v DESC, id) LIMIT 3;
            --> 4
            --> 2
            --> 3
            """#
        ).run()
    }

    @Test func `neighbours`() throws {
        try Script(
            #"""
            CREATE TABLE t(id INTEGER PRIMARY KEY, g, v);
            INSERT INTO t(g, v) VALUES('a',10),('a',20),('a',20),('a',30),('b',5),('b',NULL);
            SELECT id, lag(v) OVER w, lead(v, 2, 'none') OVER w, lag(v, 0) OVER w, lead(v, id)
              OVER w FROM t WINDOW w AS (PARTITION BY g ORDER BY id) ORDER BY id;
            --> 1|NULL|20|10|20
            --> 2|10|30|20|30
            --> 3|20|'none'|20|NULL
            --> 4|20|'none'|30|NULL
            --> 5|NULL|'none'|5|NULL
            --> 6|5|'none'|NULL|NULL
            SELECT id, first_value(v) OVER w, last_value(v) OVER w, nth_value(v, 2) OVER w FROM t
              WINDOW w AS (PARTITION BY g ORDER BY id) ORDER BY id;
            --> 1|10|10|NULL
            --> 2|10|20|20
            --> 3|10|20|20
            --> 4|10|30|20
            --> 5|5|5|NULL
            --> 6|5|NULL|NULL
            SELECT id, last_value(id) OVER (ORDER BY v), nth_value(id, 3) OVER (ORDER BY id ROWS
              BETWEEN 1 PRECEDING AND 1 FOLLOWING) FROM t ORDER BY id;
            --> 1|1|NULL
            --> 2|3|3
            --> 3|3|4
            --> 4|4|5
            --> 5|5|6
            --> 6|6|NULL
            SELECT id, first_value(id) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW
              EXCLUDE CURRENT ROW) FROM t ORDER BY id;
            --> 1|NULL
            --> 2|1
            --> 3|2
            --> 4|3
            --> 5|4
            --> 6|5
            """#
        ).run()
    }

    @Test func `frames of rows`() throws {
        try Script(
            #"""
            CREATE TABLE t(id INTEGER PRIMARY KEY, v);
            INSERT INTO t(v) VALUES(1),(2),(2),(4),(7),(NULL);
            SELECT id, sum(v) OVER (ORDER BY v), sum(v) OVER (ORDER BY v ROWS UNBOUNDED
              PRECEDING), sum(v) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING),
              sum(v) OVER () FROM t ORDER BY id;
            --> 1|1|1|3|16
            --> 2|5|3|5|16
            --> 3|5|5|8|16
            --> 4|9|9|13|16
            --> 5|16|16|11|16
            --> 6|NULL|NULL|7|16
            SELECT id, group_concat(id) OVER (ORDER BY id ROWS BETWEEN 3 PRECEDING AND 2
              PRECEDING), group_concat(id) OVER (ORDER BY id ROWS BETWEEN 2 FOLLOWING AND 9
              FOLLOWING), count(*) OVER (ORDER BY id ROWS BETWEEN 2 FOLLOWING AND 1 FOLLOWING)
              FROM t ORDER BY id;
            --> 1|NULL|'3,4,5,6'|0
            --> 2|NULL|'4,5,6'|0
            --> 3|'1'|'5,6'|0
            --> 4|'1,2'|'6'|0
            --> 5|'2,3'|NULL|0
            --> 6|'3,4'|NULL|0
            SELECT id, group_concat(id) OVER (ORDER BY id ROWS BETWEEN CURRENT ROW AND UNBOUNDED
              FOLLOWING), max(v) OVER (ORDER BY id ROWS BETWEEN CURRENT ROW AND UNBOUNDED
              FOLLOWING), sum(v) OVER (ORDER BY id DESC) FROM t ORDER BY id;
            --> 1|'1,2,3,4,5,6'|7|16
            --> 2|'2,3,4,5,6'|7|15
            --> 3|'3,4,5,6'|7|13
            --> 4|'4,5,6'|7|11
            --> 5|'5,6'|7|7
            --> 6|'6'|NULL|NULL
            SELECT id, count(*) FILTER (WHERE v > 1) OVER (ORDER BY id ROWS BETWEEN 2 FOLLOWING
              AND 3 FOLLOWING), avg(v) OVER (ORDER BY id ROWS 2 PRECEDING), total(v) OVER (ORDER
              BY id) FROM t ORDER BY id;
            --> 1|2|1.0|1.0
            --> 2|2|1.5|3.0
            --> 3|1|1.66666666666667|5.0
            --> 4|0|2.66666666666667|9.0
            --> 5|0|4.33333333333333|16.0
            --> 6|0|5.5|16.0
            """#
        ).run()
    }

    @Test func `frames of values and of groups`() throws {
        try Script(
            #"""
            CREATE TABLE t(id INTEGER PRIMARY KEY, v);
            INSERT INTO t(v) VALUES(1),(2),(2),(4),(7),(NULL),(2.5),('x'),(NULL);
            SELECT id, group_concat(id) OVER (ORDER BY v RANGE BETWEEN 1 PRECEDING AND 2
              FOLLOWING) FROM t ORDER BY id;
            --> 1|'1,2,3,7'
            --> 2|'1,2,3,7,4'
            --> 3|'1,2,3,7,4'
            --> 4|'4'
            --> 5|'5'
            --> 6|'6,9'
            --> 7|'2,3,7,4'
            --> 8|'8'
            --> 9|'6,9'
            SELECT id, group_concat(id) OVER (ORDER BY v DESC RANGE BETWEEN 1 PRECEDING AND
              CURRENT ROW) FROM t ORDER BY id;
            --> 1|'2,3,1'
            --> 2|'7,2,3'
            --> 3|'7,2,3'
            --> 4|'4'
            --> 5|'5'
            --> 6|'6,9'
            --> 7|'7'
            --> 8|'8'
            --> 9|'6,9'
            SELECT id, group_concat(id) OVER (ORDER BY v RANGE BETWEEN UNBOUNDED PRECEDING AND
              0.5 FOLLOWING) FROM t ORDER BY id;
            --> 1|'6,9,1'
            --> 2|'6,9,1,2,3,7'
            --> 3|'6,9,1,2,3,7'
            --> 4|'6,9,1,2,3,7,4'
            --> 5|'6,9,1,2,3,7,4,5'
            --> 6|'6,9'
            --> 7|'6,9,1,2,3,7'
            --> 8|'6,9,1,2,3,7,4,5,8'
            --> 9|'6,9'
            """#
        ).run()
    }

    @Test func `frames of groups`() throws {
        try Script(
            #"""
            CREATE TABLE t(id INTEGER PRIMARY KEY, v);
            INSERT INTO t(v) VALUES(1),(2),(2),(4),(7),(NULL),(2.5),('x'),(NULL);
            SELECT id, group_concat(id) OVER (ORDER BY v NULLS LAST RANGE BETWEEN 1 FOLLOWING AND
              3 FOLLOWING) FROM t ORDER BY id;
            --> 1|'2,3,7,4'
            --> 2|'4'
            --> 3|'4'
            --> 4|'5'
            --> 5|NULL
            --> 6|'6,9'
            --> 7|'4'
            --> 8|'8'
            --> 9|'6,9'
            SELECT id, group_concat(id) OVER (ORDER BY v GROUPS BETWEEN 1 PRECEDING AND CURRENT
              ROW), group_concat(id) OVER (ORDER BY v GROUPS BETWEEN 1 FOLLOWING AND 2 FOLLOWING)
              FROM t ORDER BY id;
            --> 1|'6,9,1'|'2,3,7'
            --> 2|'1,2,3'|'7,4'
            --> 3|'1,2,3'|'7,4'
            --> 4|'7,4'|'5,8'
            --> 5|'4,5'|'8'
            --> 6|'6,9'|'1,2,3'
            --> 7|'2,3,7'|'4,5'
            --> 8|'5,8'|NULL
            --> 9|'6,9'|'1,2,3'
            SELECT id, group_concat(id) OVER (ORDER BY v GROUPS CURRENT ROW) FROM t ORDER BY id;
            --> 1|'1'
            --> 2|'2,3'
            --> 3|'2,3'
            --> 4|'4'
            --> 5|'5'
            --> 6|'6,9'
            --> 7|'7'
            --> 8|'8'
            --> 9|'6,9'
            """#
        ).run()
    }

    @Test func `rows that are left out`() throws {
        try Script(
            #"""
            CREATE TABLE t(id INTEGER PRIMARY KEY, v);
            INSERT INTO t(v) VALUES(1),(2),(2),(4),(2);
            SELECT id, group_concat(id) OVER (ORDER BY v ROWS BETWEEN UNBOUNDED PRECEDING AND
              UNBOUNDED FOLLOWING EXCLUDE CURRENT ROW) FROM t ORDER BY id;
            --> 1|'2,3,5,4'
            --> 2|'1,3,5,4'
            --> 3|'1,2,5,4'
            --> 4|'1,2,3,5'
            --> 5|'1,2,3,4'
            SELECT id, group_concat(id) OVER (ORDER BY v ROWS BETWEEN UNBOUNDED PRECEDING AND
              UNBOUNDED FOLLOWING EXCLUDE GROUP) FROM t ORDER BY id;
            --> 1|'2,3,5,4'
            --> 2|'1,4'
            --> 3|'1,4'
            --> 4|'1,2,3,5'
            --> 5|'1,4'
            SELECT id, group_concat(id) OVER (ORDER BY v RANGE BETWEEN UNBOUNDED PRECEDING AND
              CURRENT ROW EXCLUDE TIES) FROM t ORDER BY id;
            --> 1|'1'
            --> 2|'1,2'
            --> 3|'1,3'
            --> 4|'1,2,3,5,4'
            --> 5|'1,5'
            SELECT id, count(*) OVER (ORDER BY v ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE
              NO OTHERS) FROM t ORDER BY id;
            --> 1|2
            --> 2|3
            --> 3|3
            --> 4|2
            --> 5|3
            """#
        ).run()
    }

    @Test func `windows come after groups and before the order`() throws {
        try Script(
            #"""
            CREATE TABLE t(g, v); INSERT INTO t VALUES('a', 1), ('a', 2), ('b', 5), ('c', 5);
            SELECT g, sum(count(*)) OVER (ORDER BY g), sum(v) FROM t GROUP BY g;
            --> 'a'|2|3
            --> 'b'|3|5
            --> 'c'|4|5
            SELECT g, rank() OVER (ORDER BY sum(v) DESC) AS r FROM t GROUP BY g ORDER BY r, g;
            --> 'b'|1
            --> 'c'|1
            --> 'a'|3
            SELECT DISTINCT count(*) OVER () FROM t;
            --> 4
            SELECT g, v + sum(v) OVER (PARTITION BY g) AS s FROM t ORDER BY s DESC, v LIMIT 2;
            --> 'b'|10
            --> 'c'|10
            SELECT * FROM (SELECT g, row_number() OVER (PARTITION BY g ORDER BY v DESC) AS n FROM
              t) WHERE n = 1 ORDER BY g;
            --> 'a'|1
            --> 'b'|1
            --> 'c'|1
            SELECT max(s) FROM (SELECT sum(v) OVER (ORDER BY v, g) AS s FROM t);
            --> 13
            SELECT sum(v) OVER w, count(*) OVER (w ROWS 1 PRECEDING) FROM t WINDOW w AS (ORDER BY
              v, g);
            --> 1|1
            --> 3|2
            --> 8|2
            --> 13|2
            SELECT (SELECT sum(u.v) OVER () FROM t AS u WHERE u.g = t.g LIMIT 1) FROM t;
            --> 3
            --> 3
            --> 5
            --> 5
            SELECT sum(v) OVER (PARTITION BY g COLLATE NOCASE) FROM (SELECT 'A' AS g, 1 AS v
              UNION ALL SELECT 'a', 2);
            --> 3
            --> 3
            SELECT 1, count(*) OVER () UNION ALL SELECT 2, count(*) OVER (ORDER BY v) FROM t
              ORDER BY 1, 2;
            --> 1|1
            --> 2|1
            --> 2|2
            --> 2|4
            --> 2|4
            """#
        ).run()
    }

    @Test func `what makes no sense is refused`() throws {
        try Script(
            #"""
            CREATE TABLE t(a, b); INSERT INTO t VALUES(1, 2), (1, 3);
            SELECT a FROM t WHERE row_number() OVER () = 1;
            --! misuse of window function row_number()
            SELECT a FROM t GROUP BY row_number() OVER ();
            --! misuse of window function row_number()
            SELECT sum(DISTINCT a) OVER () FROM t;
            --! DISTINCT is not supported for window functions
            SELECT sum(a) OVER (ORDER BY b ROWS -1 PRECEDING) FROM t;
            --! frame starting offset must be a non-negative integer
            SELECT sum(a) OVER (ORDER BY b ROWS BETWEEN 1 PRECEDING AND 1.5 FOLLOWING) FROM t;
            --! frame ending offset must be a non-negative integer
            SELECT sum(a) OVER (ORDER BY b RANGE 'x' PRECEDING) FROM t;
            --! frame starting offset must be a non-negative number
            SELECT sum(a) OVER (ORDER BY a, b RANGE 1 PRECEDING) FROM t;
            --! RANGE with offset PRECEDING/FOLLOWING requires one ORDER BY expression
            SELECT sum(a) OVER (ROWS BETWEEN 1 FOLLOWING AND 1 PRECEDING) FROM t;
            --! unsupported frame specification
            SELECT ntile(0) OVER () FROM t;
            --! argument of ntile must be a positive integer
            SELECT nth_value(a, 0) OVER () FROM t;
            --! second argument to nth_value must be a positive integer
            SELECT row_number() FROM t;
            --! misuse of window function row_number()
            SELECT abs(a) OVER () FROM t;
            --! abs() may not be used as a window function
            SELECT sum(a) OVER nope FROM t;
            --! no such window: nope
            SELECT rank() FILTER (WHERE 1) OVER (ORDER BY a) FROM t;
            --! FILTER clause may only be used with aggregate window functions
            SELECT sum(sum(a) OVER ()) OVER () FROM t;
            --! misuse of window function sum()
            SELECT sum(a) OVER (w PARTITION BY b) FROM t WINDOW w AS (ORDER BY a);
            --! cannot override PARTITION clause of window: w
            SELECT sum(a) OVER (w ORDER BY b) FROM t WINDOW w AS (ORDER BY a);
            --! cannot override ORDER BY clause of window: w
            SELECT sum(a) OVER (w) FROM t WINDOW w AS (ROWS 1 PRECEDING);
            --! cannot override frame specification of window: w
            SELECT sum(a) OVER (ORDER BY b ROWS -1 PRECEDING) FROM t WHERE 0;
            --> (no rows)
            """#
        ).run()
    }
}
