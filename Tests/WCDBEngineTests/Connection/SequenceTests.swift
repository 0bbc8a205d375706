import Testing

@testable import WCDBEngine

/// What AUTOINCREMENT remembers. Results are those of SQLite 3.40.1.
@Suite struct `Sequences of AUTOINCREMENT` {
    /// A sequence was written with each row: rows that were left out, and statements without rows,
    /// left no trace, and a negative rowid became the last one.
    @Test func `are written when the statement is done`() throws {
        try Script(
            #"""
            CREATE TABLE a(x INTEGER PRIMARY KEY AUTOINCREMENT, y CHECK (y > 0));
            INSERT INTO a SELECT 1, 2 WHERE 0;
            SELECT name, seq FROM sqlite_sequence;
            --> 'a'|0
            INSERT INTO a VALUES(-5, 1);
            SELECT seq FROM sqlite_sequence;
            --> 0
            INSERT OR IGNORE INTO a VALUES(50, 0), (7, 1);
            SELECT seq FROM sqlite_sequence;
            --> 50
            INSERT INTO a VALUES(60, 1), (70, 0);
            --! CHECK constraint failed: y > 0
            INSERT OR FAIL INTO a VALUES(80, 1), (90, 0);
            --! CHECK constraint failed: y > 0
            SELECT seq FROM sqlite_sequence;
            --> 50
            INSERT INTO a(y) VALUES(1), (2);
            SELECT x FROM a;
            --> -5
            --> 7
            --> 80
            --> 81
            --> 82
            UPDATE a SET x = 500 WHERE x = 7;
            SELECT seq FROM sqlite_sequence;
            --> 82
            """#
        ).run()
    }

    @Test func `count what triggers insert, and what an upsert did not`() throws {
        try Script(
            #"""
            CREATE TABLE a(x INTEGER PRIMARY KEY AUTOINCREMENT);
            CREATE TABLE b(x INTEGER PRIMARY KEY AUTOINCREMENT, y);
            CREATE TABLE c(n);
            CREATE TRIGGER g AFTER DELETE ON c BEGIN INSERT INTO a VALUES(OLD.n), (NULL); END;
            DELETE FROM c;
            SELECT * FROM sqlite_sequence;
            --> 'a'|0
            INSERT INTO c VALUES(10), (20);
            DELETE FROM c;
            SELECT group_concat(x) FROM a;
            --> '10,11,20,21'
            INSERT INTO b VALUES(1, 1);
            INSERT INTO b VALUES(99, 1) ON CONFLICT DO NOTHING;
            INSERT INTO b VALUES(99, 1) ON CONFLICT(x) DO UPDATE SET x = 200;
            SELECT * FROM sqlite_sequence;
            --> 'a'|21
            --> 'b'|99
            """#
        ).run()
    }
}
