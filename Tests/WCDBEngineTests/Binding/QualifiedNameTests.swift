import Testing

@testable import WCDBEngine

/// What may stand before the name of a column.
/// Results are those of SQLite 3.40.1.
@Suite struct `Qualified names` {
    /// Any name of a database was taken for theirs.
    @Test func `rows at hand are in no database`() throws {
        try Script(
            #"""
            CREATE TABLE t(a UNIQUE, b); CREATE TABLE u(c);
            WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT main.c.x + 1 FROM c WHERE x < 3)
            SELECT * FROM c;
            --! no such column: main.c.x
            INSERT INTO t VALUES(1, 2) RETURNING main.t.a;
            --! no such column: main.t.a
            INSERT INTO t VALUES(1, 2), (1, 3) ON CONFLICT(a) DO UPDATE SET b = main.excluded.b;
            --! no such column: main.excluded.b
            CREATE TRIGGER r AFTER INSERT ON u BEGIN SELECT main.new.c; END;
            INSERT INTO u VALUES(1);
            --! no such column: main.new.c
            CREATE TRIGGER q BEFORE UPDATE ON t BEGIN SELECT temp.old.a; END;
            UPDATE t SET b = 1;
            --! no such column: temp.old.a
            CREATE VIEW v AS SELECT a FROM t;
            CREATE TRIGGER o INSTEAD OF INSERT ON v BEGIN SELECT 1; END;
            INSERT INTO v VALUES(1) RETURNING main.v.a;
            --! no such column: main.v.a
            """#
        ).run()
    }

    @Test func `the row that an upsert meets is in the database of its table`() throws {
        try Script(
            #"""
            CREATE TABLE t(a UNIQUE, b); INSERT INTO t VALUES(1, 2);
            INSERT INTO t VALUES(1, 0) ON CONFLICT(a) DO UPDATE SET b = main.t.b + 1;
            INSERT INTO t AS x VALUES(1, 0) ON CONFLICT(a) DO UPDATE SET b = main.x.b + 1;
            INSERT INTO t VALUES(1, 0) ON CONFLICT(a) DO UPDATE SET b = temp.t.b + 1;
            --! no such column: temp.t.b
            SELECT b FROM t;
            --> 4
            """#
        ).run()
    }

    @Test func `functions in FROM are in the main database`() throws {
        try Script(
            #"""
            SELECT main.j.value FROM json_each('[1]') AS j;
            --> 1
            SELECT temp.j.value FROM json_each('[1]') AS j;
            --! no such column: temp.j.value
            CREATE TABLE t(a); INSERT INTO t VALUES(1);
            SELECT main.q.z FROM t LEFT JOIN (t AS s JOIN (SELECT 1 AS z) AS q);
            --! no such column: main.q.z
            """#
        ).run()
    }

    /// It was known as `sqlite_master` only.
    @Test func `the temporary catalog has a name of its own`() throws {
        try Script(
            #"""
            CREATE TEMP TABLE t(a); CREATE TABLE u(b);
            SELECT sqlite_temp_master.name FROM sqlite_temp_master;
            --> 't'
            SELECT temp.sqlite_temp_master.name FROM temp.sqlite_master;
            --> 't'
            SELECT sqlite_master.name, sqlite_temp_master.name
            FROM sqlite_master, sqlite_temp_master;
            --> 'u'|'t'
            SELECT m.name FROM sqlite_temp_master AS m;
            --> 't'
            """#
        ).run()
    }
}
