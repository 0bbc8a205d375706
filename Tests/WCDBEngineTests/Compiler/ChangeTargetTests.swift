import Testing

@testable import WCDBEngine

/// Which table a statement changes. Results are those of SQLite 3.40.1.
@Suite struct `What a statement changes` {
    /// A WITH clause of that name hid the table: nothing was changed, and nothing said so.
    @Test func `is a table, whatever the common tables are called`() throws {
        try Script(
            #"""
            CREATE TABLE t(id INTEGER PRIMARY KEY, v);
            INSERT INTO t VALUES(1, 'a'), (2, 'b'), (3, 'c'), (4, 'd');
            WITH t AS (SELECT 99 AS id) DELETE FROM t WHERE id = 1;
            WITH t AS (SELECT 99 AS id, 'x' AS v) UPDATE t SET v = 'q' WHERE id = 2;
            SELECT group_concat(id || v) FROM t;
            --> '2q,3c,4d'
            WITH t AS (SELECT 99 AS id, 'x' AS v) UPDATE t SET v = v || 'r' WHERE v > 'b';
            SELECT group_concat(id || v) FROM t;
            --> '2qr,3cr,4dr'
            WITH t AS (SELECT 99 AS id, 'x' AS v) DELETE FROM t WHERE v < 'd' ORDER BY v LIMIT 1;
            SELECT group_concat(id || v) FROM t;
            --> '2qr,4dr'
            """#
        ).run()
    }

    @Test func `queries inside of it see the common table`() throws {
        try Script(
            #"""
            CREATE TABLE t(id INTEGER PRIMARY KEY, v);
            INSERT INTO t VALUES(1, 'a'), (2, 'b'), (3, 'c');
            WITH t AS (SELECT 2 AS id) DELETE FROM t WHERE id IN (SELECT id FROM t);
            WITH t AS (SELECT 9 AS n) UPDATE t SET v = (SELECT n FROM t) WHERE id = 3;
            SELECT group_concat(id || v) FROM t;
            --> '1a,39'
            """#
        ).run()
    }

    @Test func `is found by its alias and its database`() throws {
        try Script(
            #"""
            CREATE TABLE t(id INTEGER PRIMARY KEY, v);
            INSERT INTO t VALUES(1, 'a'), (2, 'b');
            CREATE TEMP TABLE u(id INTEGER PRIMARY KEY, v);
            INSERT INTO u VALUES(1, 'x');
            UPDATE main.t AS x SET v = x.v || x.id WHERE x.id = 2;
            UPDATE u SET v = u.v || temp.u.id WHERE temp.u.id = 1;
            DELETE FROM t AS y WHERE y.rowid = 1 AND y.v = 'a';
            SELECT v FROM t UNION ALL SELECT v FROM u;
            --> 'b2'
            --> 'x1'
            """#
        ).run()
    }
}
