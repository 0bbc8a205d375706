import Testing

@testable import WCDBEngine

/// Triggers: their order, recursion, views, what they leave alone.
/// Results and messages are those of SQLite 3.40.1.
@Suite struct `Triggers of every kind` {
    @Test func `INSTEAD OF triggers make a view writable`() throws {
        try Script(
            #"""
            CREATE TABLE t(n);
            INSERT INTO t VALUES(1), (2), (8);
            CREATE VIEW v AS SELECT n, n * 10 AS m FROM t;
            INSERT INTO v VALUES(9, 9);
            --! cannot modify v because it is a view
            CREATE TRIGGER vi INSTEAD OF INSERT ON v BEGIN INSERT INTO t VALUES(coalesce(NEW.m /
              10, -NEW.n)); END;
            CREATE TRIGGER vu INSTEAD OF UPDATE OF m ON v BEGIN UPDATE t SET n = NEW.m WHERE n =
              OLD.n; END;
            INSERT INTO v(m) VALUES(80), (90);
            INSERT INTO v SELECT n, NULL FROM t WHERE n = 2;
            UPDATE v SET m = m + 1 WHERE n = 8;
            UPDATE v SET n = 1;
            --! cannot modify v because it is a view
            DELETE FROM v;
            --! cannot modify v because it is a view
            CREATE TRIGGER vd INSTEAD OF DELETE ON v WHEN OLD.n > 50 BEGIN DELETE FROM t WHERE n
              = OLD.n; END;
            DELETE FROM v WHERE m > 100;
            SELECT group_concat(n) FROM t;
            --> '1,2,9,-2'
            SELECT changes();
            --> 0
            INSERT INTO v(m) VALUES(70) RETURNING m, n;
            --> 70|NULL
            """#
        ).run()
    }

    @Test func `a trigger sets itself off only if it is asked to`() throws {
        try Script(
            #"""
            CREATE TABLE t(n);
            CREATE TRIGGER r AFTER INSERT ON t WHEN NEW.n < 5 BEGIN INSERT INTO t VALUES(NEW.n +
              1); END;
            INSERT INTO t VALUES(1);
            SELECT group_concat(n) FROM t;
            --> '1,2'
            DELETE FROM t;
            PRAGMA recursive_triggers=ON;
            INSERT INTO t VALUES(1);
            SELECT group_concat(n), changes() FROM t;
            --> '1,2,3,4,5'|1
            CREATE TABLE f(n, x);
            CREATE TRIGGER fr AFTER INSERT ON f WHEN NEW.n > 1 BEGIN INSERT INTO f VALUES(NEW.n -
              1, NEW.x || 'a'); INSERT INTO f VALUES(NEW.n - 2, NEW.x || 'b'); END;
            INSERT INTO f VALUES(4, '');
            SELECT count(*), group_concat(n || x, ' ') FROM f;
            --> 9|'4 3a 2aa 1aaa 0aab 1ab 2b 1ba 0bb'
            CREATE TABLE e(n);
            CREATE TRIGGER er AFTER INSERT ON e BEGIN INSERT INTO e VALUES(NEW.n + 1); END;
            INSERT INTO e VALUES(1);
            --! too many levels of trigger recursion
            SELECT count(*) FROM e;
            --> 0
            CREATE TRIGGER ei BEFORE INSERT ON e WHEN NEW.n > 50 BEGIN SELECT RAISE(IGNORE); END;
            INSERT INTO e VALUES(1);
            SELECT count(*) FROM e;
            --> 50
            CREATE TABLE u(a UNIQUE); CREATE TABLE log(m);
            CREATE TRIGGER ud AFTER DELETE ON u BEGIN INSERT INTO log VALUES(OLD.a); END;
            INSERT INTO u VALUES(1);
            REPLACE INTO u VALUES(1);
            SELECT m FROM log;
            --> 1
            """#
        ).run()
    }

    @Test func `NEW has no rowid before there is one`() throws {
        try Script(
            #"""
            CREATE TABLE t(a, b); CREATE TABLE k(id INTEGER PRIMARY KEY, a); CREATE TABLE log(n
              INTEGER PRIMARY KEY, m);
            CREATE TRIGGER i1 BEFORE INSERT ON t BEGIN INSERT INTO log(m) VALUES('t ' ||
              NEW.rowid); END;
            CREATE TRIGGER i2 BEFORE INSERT ON k BEGIN INSERT INTO log(m) VALUES('k ' || NEW.id);
              END;
            CREATE TRIGGER i3 AFTER INSERT ON k BEGIN INSERT INTO log(m) VALUES('after ' ||
              NEW.id); END;
            INSERT INTO t VALUES(1, 1); INSERT INTO t(rowid, a) VALUES(7, 2); INSERT INTO k(a)
              VALUES(1); INSERT INTO k VALUES(5, 1);
            SELECT m FROM log ORDER BY n;
            --> 't -1'
            --> 't 7'
            --> 'k -1'
            --> 'after 1'
            --> 'k 5'
            --> 'after 5'
            SELECT last_insert_rowid(), changes();
            --> 5|1
            """#
        ).run()
    }

    @Test func `the newest of several comes first`() throws {
        try Script(
            #"""
            CREATE TABLE o(x); CREATE TABLE log(n INTEGER PRIMARY KEY, m);
            CREATE TRIGGER o1 AFTER INSERT ON o BEGIN INSERT INTO log(m) VALUES('first'); END;
            CREATE TRIGGER o2 AFTER INSERT ON o BEGIN INSERT INTO log(m) VALUES('second'); END;
            INSERT INTO o VALUES(1);
            SELECT group_concat(m) FROM log;
            --> 'second,first'
            CREATE TEMP TRIGGER o3 AFTER INSERT ON main.o BEGIN INSERT INTO log(m)
              VALUES('temporary'); END;
            DELETE FROM log;
            INSERT INTO o VALUES(1);
            SELECT group_concat(m) FROM log;
            --> 'temporary,second,first'
            DROP TRIGGER o3;
            INSERT INTO o VALUES(1);
            SELECT group_concat(m) FROM log;
            --> 'temporary,second,first,second,first'
            """#
        ).run()
    }

    /// Temporary ones of a table or view of another database came the newest first as well.
    @Test func `the oldest temporary trigger of several comes first`() throws {
        try Script(
            #"""
            CREATE TABLE o(x); CREATE TABLE log(n INTEGER PRIMARY KEY, m);
            CREATE VIEW v AS SELECT x FROM o;
            CREATE TEMP TABLE own(x);
            CREATE TRIGGER o1 AFTER INSERT ON o BEGIN INSERT INTO log(m) VALUES('o1'); END;
            CREATE TEMP TRIGGER t1 AFTER INSERT ON o BEGIN INSERT INTO log(m) VALUES('t1'); END;
            CREATE TEMP TRIGGER t2 AFTER INSERT ON o BEGIN INSERT INTO log(m) VALUES('t2'); END;
            CREATE TRIGGER o2 AFTER INSERT ON o BEGIN INSERT INTO log(m) VALUES('o2'); END;
            CREATE TEMP TRIGGER t3 AFTER INSERT ON o BEGIN INSERT INTO log(m) VALUES('t3'); END;
            CREATE TEMP TRIGGER v1 INSTEAD OF INSERT ON v BEGIN INSERT INTO log(m)
              VALUES('v1'); END;
            CREATE TEMP TRIGGER v2 INSTEAD OF INSERT ON v BEGIN INSERT INTO log(m)
              VALUES('v2'); END;
            CREATE TRIGGER v3 INSTEAD OF INSERT ON v BEGIN INSERT INTO log(m) VALUES('v3'); END;
            CREATE TRIGGER v4 INSTEAD OF INSERT ON v BEGIN INSERT INTO log(m) VALUES('v4'); END;
            CREATE TEMP TRIGGER w1 AFTER INSERT ON own BEGIN INSERT INTO log(m)
              VALUES('w1'); END;
            CREATE TEMP TRIGGER w2 AFTER INSERT ON own BEGIN INSERT INTO log(m)
              VALUES('w2'); END;
            INSERT INTO o VALUES(1);
            INSERT INTO v VALUES(1);
            INSERT INTO own VALUES(1);
            SELECT group_concat(m) FROM log;
            --> 't1,t2,t3,o2,o1,v1,v2,v4,v3,w2,w1'
            DROP TRIGGER t1;
            CREATE TEMP TRIGGER t1 AFTER INSERT ON o BEGIN INSERT INTO log(m) VALUES('t1'); END;
            ALTER TABLE o RENAME TO p;
            DELETE FROM log;
            INSERT INTO p VALUES(1);
            SELECT group_concat(m) FROM log;
            --> 't2,t3,t1,o2,o1'
            """#
        ).run()
    }

    @Test func `a column without OLD or NEW is none of theirs`() throws {
        try Script(
            #"""
            CREATE TABLE t(a); CREATE TABLE log(m);
            CREATE TRIGGER x AFTER INSERT ON t BEGIN INSERT INTO log SELECT a FROM t WHERE a =
              NEW.a; END;
            INSERT INTO t VALUES(3);
            SELECT m FROM log;
            --> 3
            CREATE TRIGGER y AFTER INSERT ON t BEGIN INSERT INTO log SELECT a; END;
            INSERT INTO t VALUES(4);
            --! no such column: a
            DROP TRIGGER y;
            CREATE TRIGGER z AFTER INSERT ON t BEGIN SELECT nope FROM nowhere; END;
            INSERT INTO t VALUES(50);
            --! no such table: main.nowhere
            CREATE TRIGGER q AFTER INSERT ON t BEGIN SELECT ?; END;
            --! trigger cannot use variables
            """#
        ).run()
    }

    /// In SQLite the columns of NEW and OLD are compared as expressions are: without affinity, but
    /// for the rowid.
    @Test func `NEW and OLD have no affinity`() throws {
        try Script(
            #"""
            CREATE TABLE t(i INTEGER PRIMARY KEY, a TEXT, n NUMERIC);
            CREATE TABLE l(i, r, a, n);
            CREATE TRIGGER g AFTER INSERT ON t BEGIN
              INSERT INTO l VALUES(new.i = '1', new.rowid = '1', new.a < 3, new.n = '1'); END;
            INSERT INTO t VALUES(1, '1', 1);
            SELECT * FROM l;
            --> 1|1|0|0
            """#
        ).run()
    }

    /// It was NULL, and renaming another table went through although the trigger cannot run.
    @Test func `a row without a rowid has none in NEW`() throws {
        try Script(
            #"""
            CREATE TABLE t(a PRIMARY KEY) WITHOUT ROWID;
            CREATE TABLE u(b);
            CREATE TRIGGER g AFTER INSERT ON t WHEN new.rowid BEGIN UPDATE u SET b = 1; END;
            INSERT INTO t VALUES(3);
            --! no such column: new.rowid
            ALTER TABLE u RENAME TO v;
            --! error in trigger g: no such column: new.rowid
            """#
        ).run()
    }

    /// SQLite goes by the names that are written; here it counts that the rowid changes.
    @Test func `UPDATE OF a rowid is set off by each of its names`() throws {
        try Script(
            #"""
            CREATE TABLE log(x);
            CREATE TABLE t(a INTEGER PRIMARY KEY, b);
            CREATE TRIGGER ta AFTER UPDATE OF a ON t BEGIN INSERT INTO log VALUES('a'); END;
            CREATE TRIGGER tr AFTER UPDATE OF _rowid_ ON t BEGIN INSERT INTO log VALUES('r'); END;
            CREATE TRIGGER tb AFTER UPDATE OF b ON t BEGIN INSERT INTO log VALUES('b'); END;
            INSERT INTO t VALUES(1, 1);
            UPDATE t SET a = 2;
            UPDATE t SET oid = 3;
            UPDATE t SET b = 4;
            SELECT group_concat(x, '') FROM log;
            --> 'rarab'
            CREATE TABLE u(oid, b);
            CREATE TRIGGER ur AFTER UPDATE OF rowid ON u BEGIN INSERT INTO log VALUES('u'); END;
            CREATE TRIGGER uo AFTER UPDATE OF oid ON u BEGIN INSERT INTO log VALUES('o'); END;
            INSERT INTO u VALUES(1, 1);
            DELETE FROM log;
            UPDATE u SET oid = 2;
            UPDATE u SET _rowid_ = 3;
            SELECT group_concat(x, '') FROM log;
            --> 'ou'
            CREATE VIEW v AS SELECT b AS x FROM u;
            CREATE TRIGGER vx INSTEAD OF UPDATE OF X ON v BEGIN INSERT INTO log VALUES('v'); END;
            UPDATE v SET x = 1;
            SELECT group_concat(x, '') FROM log;
            --> 'ouv'
            """#
        ).run()
    }
}
