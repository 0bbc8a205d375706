import Testing

@testable import WCDBEngine

/// Which broken foreign keys count: those of the statement, or of the transaction, and no others.
/// Results and messages are those of SQLite 3.40.1.
@Suite struct `Broken foreign keys` {
    private static let orphan = """
        CREATE TABLE p(id INTEGER PRIMARY KEY, u UNIQUE);
        CREATE TABLE c(p REFERENCES p DEFERRABLE INITIALLY DEFERRED);
        INSERT INTO p VALUES(1, 1), (2, 2);
        INSERT INTO c VALUES(9999);
        PRAGMA foreign_keys=ON;

        """

    /// The key of an older orphan was looked for again at COMMIT, and not found.
    @Test func `that are older do not refuse a COMMIT`() throws {
        try Script(
            Self.orphan + #"""
                BEGIN;
                INSERT INTO c VALUES(9999);
                DELETE FROM c WHERE rowid = 1;
                COMMIT;
                SELECT rowid, p FROM c;
                --> 2|9999
                BEGIN;
                DELETE FROM c;
                INSERT INTO c VALUES(7777);
                COMMIT;
                --! FOREIGN KEY constraint failed
                ROLLBACK;
                """#
        ).run()
    }

    @Test func `are mended by a new parent, until its savepoint is rolled back`() throws {
        try Script(
            Self.orphan + #"""
                BEGIN;
                INSERT INTO c VALUES(66), (67);
                SAVEPOINT a;
                INSERT INTO p VALUES(66, 66);
                ROLLBACK TO a;
                DELETE FROM c WHERE p = 67;
                COMMIT;
                --! FOREIGN KEY constraint failed
                INSERT INTO p VALUES(66, 66);
                COMMIT;
                SELECT p FROM c;
                --> 9999
                --> 66
                """#
        ).run()
    }

    @Test func `count when the parent is dropped, and DROP counts rows`() throws {
        try Script(
            Self.orphan + #"""
                INSERT INTO c VALUES(2);
                BEGIN;
                DROP TABLE p;
                SELECT changes();
                --> 2
                COMMIT;
                --! FOREIGN KEY constraint failed
                CREATE TABLE p(id INTEGER PRIMARY KEY, u UNIQUE);
                COMMIT;
                --! FOREIGN KEY constraint failed
                INSERT INTO p VALUES(2, 3);
                COMMIT;
                DROP TABLE p;
                --! FOREIGN KEY constraint failed
                """#
        ).run()
    }

    @Test func `of a table that refers to itself`() throws {
        try Script(
            #"""
            PRAGMA foreign_keys=ON;
            CREATE TABLE n(id INTEGER PRIMARY KEY, up REFERENCES n);
            INSERT INTO n VALUES(1, 1), (3, 2), (2, 3);
            INSERT INTO n VALUES(4, 5);
            --! FOREIGN KEY constraint failed
            UPDATE n SET id = 7, up = 7 WHERE id = 1;
            UPDATE n SET id = 8 WHERE id = 7;
            --! FOREIGN KEY constraint failed
            DELETE FROM n WHERE id = 2;
            --! FOREIGN KEY constraint failed
            DELETE FROM n WHERE id < 4;
            DELETE FROM n;
            SELECT count(*) FROM n;
            --> 0
            """#
        ).run()
    }

    @Test func `need a parent table even where a child goes`() throws {
        try Script(
            #"""
            CREATE TABLE c(x, p REFERENCES nowhere);
            INSERT INTO c VALUES(1, 2);
            PRAGMA foreign_keys=ON;
            UPDATE c SET x = 2;
            UPDATE c SET p = 2;
            --! no such table: main.nowhere
            DELETE FROM c;
            --! no such table: main.nowhere
            DROP TABLE c;
            """#
        ).run()
    }

    /// A single row is judged before it is there, so that there is nothing to undo.
    @Test func `of a single row leave nothing in a transaction`() throws {
        try Script(
            #"""
            PRAGMA foreign_keys=ON;
            CREATE TABLE p(id INTEGER PRIMARY KEY, n);
            CREATE TABLE c(p REFERENCES p, s REFERENCES c(p));
            CREATE UNIQUE INDEX cp ON c(p);
            INSERT INTO p VALUES(1, 0), (2, 0);
            BEGIN;
            INSERT INTO c VALUES(9, NULL);
            --! FOREIGN KEY constraint failed
            INSERT INTO c VALUES(1, 1);
            UPDATE c SET s = 2;
            --! FOREIGN KEY constraint failed
            INSERT INTO c VALUES(2, 1), (3, 1);
            --! FOREIGN KEY constraint failed
            COMMIT;
            SELECT * FROM c;
            --> 1|1
            """#
        ).run()
    }

    @Test func `matter only to those who touch them`() throws {
        try Script(
            #"""
            PRAGMA foreign_keys=ON;
            CREATE TABLE p(a UNIQUE, b, n);
            CREATE TABLE c(x REFERENCES p(b));
            INSERT INTO p VALUES(1, 2, 3);
            UPDATE p SET n = 4;
            UPDATE p SET b = 4;
            --! foreign key mismatch - "c" referencing "p"
            DELETE FROM p;
            --! foreign key mismatch - "c" referencing "p"
            DROP TABLE p;
            """#
        ).run()
    }
}
