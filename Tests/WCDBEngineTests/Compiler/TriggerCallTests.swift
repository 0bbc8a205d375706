import Testing

@testable import WCDBEngine

/// Triggers as programs that are called: how many there are, and what is counted in them.
/// Results are those of SQLite 3.40.1.
@Suite struct `Calls of triggers` {
    /// Each trigger of a chain set off the next one twice, and all of them became parts of one
    /// program: thirteen tables were too much for it.
    @Test func `a chain of triggers is as long as it was written`() throws {
        let connection = try Connection.memory("CREATE TABLE t0(n)")
        for number in 1...40 {
            try connection.execute(
                """
                CREATE TABLE t\(number)(n);
                CREATE TRIGGER g\(number) AFTER INSERT ON t\(number - 1) WHEN NEW.n > 0 BEGIN
                INSERT INTO t\(number) VALUES(NEW.n - 1);
                INSERT INTO t\(number) VALUES(0);
                END
                """)
        }
        try connection.execute("INSERT INTO t0 VALUES(3)")
        #expect(try connection.rows("SELECT count(*) FROM t1") == ["2"])
        #expect(try connection.rows("SELECT group_concat(n) FROM t3") == ["0,0"])
    }

    @Test func `what a trigger names must be there, whether rows set it off or not`() throws {
        try Script(
            #"""
            CREATE TABLE t(n);
            CREATE TRIGGER g AFTER DELETE ON t BEGIN INSERT INTO nowhere VALUES(1); END;
            DELETE FROM t;
            --! no such table: main.nowhere
            """#
        ).run()
    }

    /// A trigger on main.t was looked for by the name, and so it watched temp.t as well.
    @Test func `a temporary trigger watches what it was made for`() throws {
        try Script(
            #"""
            CREATE TABLE t(a, b);
            CREATE TABLE l(x);
            CREATE TEMP TRIGGER g AFTER INSERT ON main.t
              BEGIN INSERT INTO l VALUES('m' || NEW.a); END;
            CREATE TEMP TRIGGER h AFTER INSERT ON t BEGIN INSERT INTO l VALUES('n' || NEW.a); END;
            CREATE TEMP TABLE t(a);
            INSERT INTO t VALUES(1);
            INSERT INTO main.t VALUES(2, 0);
            CREATE TEMP TRIGGER i AFTER INSERT ON t BEGIN INSERT INTO l VALUES('t' || NEW.a); END;
            INSERT INTO t VALUES(3);
            DROP TABLE temp.t;
            SELECT name FROM sqlite_temp_master;
            --> 'g'
            --> 'h'
            ALTER TABLE t RENAME TO tt;
            INSERT INTO tt VALUES(4, 0);
            SELECT group_concat(x) FROM (SELECT x FROM l ORDER BY 1);
            --> 'm2,m4,n2,n4,t3'
            SELECT name, tbl_name FROM sqlite_temp_master;
            --> 'g'|'tt'
            --> 'h'|'tt'
            DROP TABLE tt;
            SELECT count(*) FROM sqlite_temp_master;
            --> 0
            """#
        ).run()
    }

    @Test func `changes() in a trigger is what its last step did`() throws {
        try Script(
            #"""
            CREATE TABLE t(a);
            CREATE TABLE l(n);
            INSERT INTO l VALUES(5), (6), (200);
            CREATE TRIGGER g AFTER INSERT ON t BEGIN
              UPDATE l SET n = n + 1;
              INSERT INTO l VALUES(changes());
              INSERT INTO l VALUES(changes());
              DELETE FROM l WHERE n > 100;
              INSERT INTO l SELECT changes() + 50;
            END;
            INSERT INTO t VALUES(1), (2);
            SELECT changes(), total_changes();
            --> 2|20
            SELECT group_concat(n) FROM l;
            --> '7,8,4,2,52,5,1,50'
            """#
        ).run()
    }

    @Test func `last_insert_rowid() forgets triggers, also of a statement that failed`() throws {
        try Script(
            #"""
            PRAGMA foreign_keys=ON;
            CREATE TABLE p(id INTEGER PRIMARY KEY);
            CREATE TABLE c(p REFERENCES p ON DELETE CASCADE);
            CREATE TABLE l(n);
            INSERT INTO l VALUES(1), (2), (3);
            CREATE TRIGGER g AFTER DELETE ON c BEGIN
              INSERT INTO l VALUES(0);
              SELECT RAISE(FAIL, 'no') WHERE OLD.p = 101;
            END;
            INSERT INTO p VALUES(100), (101);
            INSERT INTO c VALUES(100), (101);
            INSERT INTO p VALUES(77);
            DELETE FROM p WHERE id > 99;
            --! no
            SELECT last_insert_rowid(), changes();
            --> 77|2
            SELECT group_concat(id) FROM p;
            --> '77'
            """#
        ).run()
    }
}
