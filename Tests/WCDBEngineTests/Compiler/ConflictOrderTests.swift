import Testing

@testable import WCDBEngine

/// In which order the keys of a row are looked at, and what is not looked at.
/// Results and messages are those of SQLite 3.40.1.
@Suite struct `Order of conflicts` {
    /// A conflict clause of the statement put the key that was made last before the others.
    @Test func `keys that were made to REPLACE wait to the end`() throws {
        try Script(
            #"""
            CREATE TABLE t(a PRIMARY KEY, b UNIQUE ON CONFLICT REPLACE);
            INSERT INTO t VALUES(1, 1), (2, 2);
            INSERT OR FAIL INTO t VALUES(1, 2);
            --! UNIQUE constraint failed: t.a
            CREATE TABLE w(a, b, PRIMARY KEY(b), UNIQUE(b, a) ON CONFLICT REPLACE) WITHOUT ROWID;
            INSERT INTO w VALUES(1, 1);
            INSERT OR ABORT INTO w VALUES(1, 1);
            --! UNIQUE constraint failed: w.b
            """#
        ).run()
    }

    /// Triggers of UPDATE made several things of it, RETURNING did not.
    @Test func `one row that is put in alone does not ask for keys that refer to it`() throws {
        try Script(
            #"""
            PRAGMA foreign_keys = ON;
            CREATE TABLE t(a, b);
            CREATE TABLE u(c REFERENCES t);
            CREATE TRIGGER g AFTER UPDATE ON t BEGIN SELECT 1; END;
            INSERT INTO t VALUES(1, 2);
            INSERT INTO t VALUES(1, 2) RETURNING a;
            --! foreign key mismatch - "u" referencing "t"
            INSERT INTO t VALUES(1, 2), (3, 4);
            --! foreign key mismatch - "u" referencing "t"
            CREATE TRIGGER h AFTER INSERT ON t BEGIN SELECT 1; END;
            INSERT INTO t VALUES(1, 2);
            --! foreign key mismatch - "u" referencing "t"
            """#
        ).run()
    }

    /// The eldest acted first, so one that restricts found nothing any more, or too much.
    @Test func `of several foreign keys the youngest acts first`() throws {
        try Script(
            #"""
            PRAGMA foreign_keys = ON;
            CREATE TABLE p(id INTEGER PRIMARY KEY, u UNIQUE);
            CREATE TABLE c(id INTEGER PRIMARY KEY, pid REFERENCES p(id) ON DELETE CASCADE,
              pu REFERENCES p(u) ON DELETE RESTRICT);
            INSERT INTO p VALUES(1, 'a'), (2, 'b');
            INSERT INTO c VALUES(1, 1, 'a'), (2, 2, 'b');
            DELETE FROM p WHERE id = 1;
            --! FOREIGN KEY constraint failed
            CREATE TABLE q(id INTEGER PRIMARY KEY, u UNIQUE);
            CREATE TABLE d(id INTEGER PRIMARY KEY, pu REFERENCES q(u) ON DELETE RESTRICT,
              pid REFERENCES q(id) ON DELETE CASCADE);
            INSERT INTO q VALUES(1, 'a');
            INSERT INTO d VALUES(1, 1, 1), (2, 'a', 1);
            --! FOREIGN KEY constraint failed
            INSERT INTO d VALUES(2, 'a', 1);
            DELETE FROM q WHERE id = 1;
            SELECT count(*) FROM d;
            --> 0
            """#
        ).run()
    }

    /// It went by.
    @Test func `a view has no keys`() throws {
        try Script(
            #"""
            CREATE TABLE t(a);
            CREATE VIEW v AS SELECT a FROM t;
            CREATE TRIGGER g INSTEAD OF INSERT ON v BEGIN INSERT INTO t VALUES(new.a); END;
            INSERT INTO v VALUES(1) ON CONFLICT DO NOTHING;
            --! cannot UPSERT a view
            INSERT INTO t VALUES(1) RETURNING t.*;
            --! RETURNING may not use "TABLE.*" wildcards
            """#
        ).run()
    }
}
