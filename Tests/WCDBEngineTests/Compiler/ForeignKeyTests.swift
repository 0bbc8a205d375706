import Testing

@testable import WCDBEngine

/// Foreign keys that are enforced.
/// Results and messages are those of SQLite 3.40.1.
@Suite struct `Foreign keys` {
    @Test func `a row may not refer to nothing`() throws {
        try Script(
            #"""
            PRAGMA foreign_keys=ON;
            CREATE TABLE p(id INTEGER PRIMARY KEY, code TEXT COLLATE NOCASE UNIQUE);
            CREATE TABLE c(id INTEGER PRIMARY KEY, pid INT REFERENCES p, code REFERENCES p(code));
            INSERT INTO p VALUES(1, 'a'), (2, 'B');
            INSERT INTO c VALUES(1, 1, 'A'), (2, '2', 'b'), (3, NULL, NULL);
            INSERT INTO c VALUES(4, 5, NULL);
            --! FOREIGN KEY constraint failed
            UPDATE c SET pid = 9 WHERE id = 1;
            --! FOREIGN KEY constraint failed
            UPDATE c SET pid = 2, code = NULL WHERE id = 1;
            DELETE FROM p WHERE id = 2;
            --! FOREIGN KEY constraint failed
            UPDATE p SET id = 3 WHERE id = 2;
            --! FOREIGN KEY constraint failed
            UPDATE p SET id = 3 WHERE id = 1;
            INSERT OR IGNORE INTO c VALUES(9, 99, NULL);
            --! FOREIGN KEY constraint failed
            INSERT OR REPLACE INTO p VALUES(2, 'z');
            --! FOREIGN KEY constraint failed
            SELECT * FROM p; SELECT * FROM c;
            --> 2|'B'
            --> 3|'a'
            --> 1|2|NULL
            --> 2|2|'b'
            --> 3|NULL|NULL
            """#
        ).run()
    }

    @Test func `a statement is judged when it ends`() throws {
        try Script(
            #"""
            PRAGMA foreign_keys=ON;
            CREATE TABLE self(id INTEGER PRIMARY KEY, up REFERENCES self(id));
            INSERT INTO self VALUES(2, 1), (1, 2);
            UPDATE self SET id = id + 10, up = up + 10;
            DELETE FROM self WHERE id = 11;
            --! FOREIGN KEY constraint failed
            DELETE FROM self;
            SELECT count(*) FROM self;
            --> 0
            CREATE TABLE a(x PRIMARY KEY); CREATE TABLE b(x REFERENCES a(x));
            INSERT INTO a VALUES(1); INSERT INTO b VALUES(1);
            CREATE TRIGGER tr AFTER DELETE ON a BEGIN INSERT INTO a VALUES(OLD.x); END;
            DELETE FROM a;
            SELECT x FROM a;
            --> 1
            """#
        ).run()
    }

    @Test func `rules change the rows that refer`() throws {
        try Script(
            #"""
            PRAGMA foreign_keys=ON;
            CREATE TABLE p(id INTEGER PRIMARY KEY, code UNIQUE);
            CREATE TABLE cc(id INTEGER PRIMARY KEY, p REFERENCES p ON DELETE CASCADE ON UPDATE
              CASCADE);
            CREATE TABLE cn(id INTEGER PRIMARY KEY, p REFERENCES p ON DELETE SET NULL ON UPDATE
              SET NULL);
            CREATE TABLE cd(id INTEGER PRIMARY KEY, p DEFAULT 3 REFERENCES p ON DELETE SET
              DEFAULT);
            CREATE TABLE g(x REFERENCES cc(id) ON DELETE CASCADE);
            CREATE TABLE log(m);
            CREATE TRIGGER tr AFTER DELETE ON cc BEGIN INSERT INTO log VALUES('cc ' || OLD.id);
              END;
            INSERT INTO p VALUES(1, 'a'), (2, 'b'), (3, 'c');
            INSERT INTO cc VALUES(10, 1), (11, 2); INSERT INTO cn VALUES(20, 1), (21, 2); INSERT
              INTO cd VALUES(30, 1); INSERT INTO g VALUES(10), (11);
            DELETE FROM p WHERE id = 1;
            SELECT changes(), total_changes();
            --> 1|16
            SELECT * FROM cc; SELECT * FROM cn; SELECT * FROM cd; SELECT * FROM g; SELECT * FROM
              log;
            --> 11|2
            --> 20|NULL
            --> 21|2
            --> 30|3
            --> 11
            --> 'cc 10'
            UPDATE p SET id = 22 WHERE id = 2;
            SELECT * FROM cc; SELECT * FROM cn;
            --> 11|22
            --> 20|NULL
            --> 21|NULL
            DELETE FROM p WHERE id = 3;
            --! FOREIGN KEY constraint failed
            CREATE TABLE tree(id INTEGER PRIMARY KEY, up REFERENCES tree ON DELETE CASCADE);
            INSERT INTO tree VALUES(1, NULL), (2, 1), (3, 2), (4, 3), (5, NULL);
            DELETE FROM tree WHERE id = 1;
            SELECT id, changes() FROM tree;
            --> 5|1
            """#
        ).run()
    }

    /// It was set to NULL, which no rowid can be.
    @Test func `a default is set in an INTEGER PRIMARY KEY too`() throws {
        try Script(
            #"""
            PRAGMA foreign_keys=ON;
            CREATE TABLE p(id INTEGER PRIMARY KEY);
            CREATE TABLE c(a, id INTEGER PRIMARY KEY DEFAULT (1 + 2) REFERENCES p
              ON DELETE SET DEFAULT ON UPDATE SET DEFAULT);
            CREATE TABLE d(id INTEGER PRIMARY KEY DEFAULT '3' REFERENCES p ON DELETE SET DEFAULT);
            CREATE TABLE e(id INTEGER PRIMARY KEY REFERENCES p ON DELETE SET DEFAULT);
            INSERT INTO p VALUES(3), (4), (5), (6), (7);
            INSERT INTO c VALUES('x', 4);
            INSERT INTO d VALUES(6);
            INSERT INTO e VALUES(7);
            DELETE FROM p WHERE id = 4;
            DELETE FROM p WHERE id = 6;
            SELECT *, rowid FROM c;
            --> 'x'|3|3
            SELECT * FROM d;
            --> 3
            DELETE FROM p WHERE id = 7;
            --! datatype mismatch
            UPDATE c SET id = 5;
            UPDATE p SET id = 9 WHERE id = 5;
            SELECT * FROM c;
            --> 'x'|3
            """#
        ).run()
    }

    @Test func `restriction is judged at once`() throws {
        try Script(
            #"""
            PRAGMA foreign_keys=ON;
            CREATE TABLE p(id INTEGER PRIMARY KEY);
            CREATE TABLE r(x REFERENCES p ON DELETE RESTRICT ON UPDATE RESTRICT DEFERRABLE
              INITIALLY DEFERRED);
            INSERT INTO p VALUES(1), (2); INSERT INTO r VALUES(1);
            BEGIN;
            DELETE FROM p WHERE id = 1;
            --! FOREIGN KEY constraint failed
            UPDATE p SET id = 9 WHERE id = 1;
            --! FOREIGN KEY constraint failed
            UPDATE p SET id = 1 WHERE id = 1;
            DELETE FROM p WHERE id = 2;
            COMMIT;
            SELECT id FROM p;
            --> 1
            """#
        ).run()
    }

    @Test func `what is deferred is judged when the transaction ends`() throws {
        try Script(
            #"""
            PRAGMA foreign_keys=ON;
            CREATE TABLE p(a, b, UNIQUE(a, b));
            CREATE TABLE c(x, y, FOREIGN KEY(x, y) REFERENCES p(a, b) DEFERRABLE INITIALLY
              DEFERRED);
            INSERT INTO c VALUES(1, 2);
            --! FOREIGN KEY constraint failed
            BEGIN;
            INSERT INTO c VALUES(1, 2), (1, NULL);
            COMMIT;
            --! FOREIGN KEY constraint failed
            SAVEPOINT s; DELETE FROM c; ROLLBACK TO s; RELEASE s;
            COMMIT;
            --! FOREIGN KEY constraint failed
            INSERT INTO p VALUES(1, 2);
            COMMIT;
            BEGIN; INSERT INTO c VALUES(8, 8); SAVEPOINT s; DELETE FROM c WHERE x = 8; RELEASE s;
              COMMIT;
            CREATE TABLE d(x REFERENCES p2(id)); CREATE TABLE p2(id PRIMARY KEY);
            PRAGMA defer_foreign_keys=ON;
            BEGIN; INSERT INTO d VALUES(5);
            COMMIT;
            --! FOREIGN KEY constraint failed
            ROLLBACK;
            SELECT count(*) FROM c;
            --> 2
            """#
        ).run()
    }

    @Test func `tables that do not fit are found when they are used`() throws {
        try Script(
            #"""
            PRAGMA foreign_keys=ON;
            CREATE TABLE p(a, b, c UNIQUE);
            CREATE TABLE bad(x REFERENCES p(a));
            INSERT INTO bad VALUES(1);
            --! foreign key mismatch - "bad" referencing "p"
            INSERT INTO bad VALUES(NULL);
            --! foreign key mismatch - "bad" referencing "p"
            DELETE FROM p;
            --! foreign key mismatch - "bad" referencing "p"
            CREATE TABLE lost(x REFERENCES nowhere);
            INSERT INTO lost VALUES(NULL);
            --! no such table: main.nowhere
            DROP TABLE bad;
            DELETE FROM p;
            """#
        ).run()
    }

    @Test func `dropping a table deletes its rows first`() throws {
        try Script(
            #"""
            PRAGMA foreign_keys=ON;
            CREATE TABLE p(id INTEGER PRIMARY KEY); CREATE TABLE c(x REFERENCES p ON DELETE SET
              NULL); CREATE TABLE d(x REFERENCES p);
            INSERT INTO p VALUES(1), (2); INSERT INTO c VALUES(1); INSERT INTO d VALUES(2);
            DROP TABLE p;
            --! FOREIGN KEY constraint failed
            SELECT * FROM c;
            --> 1
            DELETE FROM d;
            DROP TABLE p;
            SELECT * FROM c;
            --> NULL
            """#
        ).run()
    }

    @Test func `pragmas tell`() throws {
        try Script(
            #"""
            CREATE TABLE p(id INTEGER PRIMARY KEY, a, b, UNIQUE(a, b));
            CREATE TABLE c(x REFERENCES p, y, z, FOREIGN KEY(y, z) REFERENCES p(a, b) ON DELETE
              CASCADE ON UPDATE SET NULL);
            INSERT INTO c VALUES(7, 1, 2), (NULL, NULL, 2), (8, NULL, NULL);
            PRAGMA foreign_key_list(c);
            --> 0|0|'p'|'y'|'a'|'SET NULL'|'CASCADE'|'NONE'
            --> 0|1|'p'|'z'|'b'|'SET NULL'|'CASCADE'|'NONE'
            --> 1|0|'p'|'x'|NULL|'NO ACTION'|'NO ACTION'|'NONE'
            PRAGMA foreign_key_check;
            --> 'c'|1|'p'|0
            --> 'c'|1|'p'|1
            --> 'c'|3|'p'|1
            PRAGMA foreign_key_check(p);
            --> (no rows)
            BEGIN; PRAGMA foreign_keys=ON; COMMIT;
            PRAGMA foreign_keys;
            --> 0
            """#
        ).run()
    }

    /// DEFAULT VALUES gives no rowid: nothing can be in its way, whatever REPLACE would do.
    @Test func `a row of defaults replaces none, so that nobody asks who refers to it`() throws {
        let connection = try Connection.memory(
            """
            PRAGMA foreign_keys = ON;
            CREATE TABLE p(id INTEGER PRIMARY KEY ON CONFLICT REPLACE, d NOT NULL DEFAULT 7);
            CREATE TABLE c(x REFERENCES p(missing));
            INSERT INTO p DEFAULT VALUES
            """)
        #expect(try connection.rows("SELECT * FROM p") == ["1|7"])
        #expect(
            connection.refusal("INSERT INTO p VALUES(1, 2)")
                == "foreign key mismatch - \"c\" referencing \"p\"")
    }
}
