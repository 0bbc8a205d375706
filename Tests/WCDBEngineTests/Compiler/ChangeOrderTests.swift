import Testing

@testable import WCDBEngine

/// In which order rows are changed, and what their new values are computed from: triggers and rows
/// that give way to others make it visible. Results are those of SQLite 3.40.1.
@Suite struct `The order of changes` {
    /// An index on a column with few bytes was cheaper to walk than the table.
    @Test func `rows are visited by rowid whatever index finds them`() throws {
        try Script(
            #"""
            CREATE TABLE t(a UNIQUE, b);
            INSERT INTO t VALUES(3, 'x'), (1, 'y'), (NULL, 'z'), (2, 'w');
            CREATE TABLE log(n);
            CREATE TRIGGER d AFTER DELETE ON t BEGIN INSERT INTO log VALUES(old.rowid); END;
            CREATE TRIGGER u AFTER UPDATE ON t BEGIN INSERT INTO log VALUES(-old.rowid); END;
            UPDATE t SET b = a WHERE a < 5;
            DELETE FROM t;
            SELECT group_concat(n) FROM log;
            --> '-1,-2,-4,1,2,3,4'
            """#
        ).run()
    }

    @Test func `those that a LIMIT chooses too`() throws {
        try Script(
            #"""
            CREATE TABLE t(a);
            INSERT INTO t VALUES(3), (1), (4), (2);
            CREATE TABLE log(n);
            CREATE TRIGGER d AFTER DELETE ON t BEGIN INSERT INTO log VALUES(old.a); END;
            DELETE FROM t ORDER BY a LIMIT 3;
            SELECT group_concat(n) FROM log;
            --> '3,1,2'
            """#
        ).run()
    }

    /// Row by row: 2 is in the way of the first, 3 has left when the third comes.
    @Test func `who gives way to whom follows from that order`() throws {
        try Script(
            #"""
            CREATE TABLE t(a PRIMARY KEY ON CONFLICT IGNORE);
            INSERT INTO t VALUES(3), (-1), (0), (2);
            UPDATE t SET a = rowid WHERE a < 5;
            SELECT changes();
            --> 3
            SELECT a FROM t ORDER BY rowid;
            --> 1
            --> -1
            --> 3
            --> 4
            """#
        ).run()
    }

    /// Its indexes lost the keys that the row had before the trigger, and got those of values that
    /// the trigger had replaced.
    @Test func `a trigger before an update may change the same row`() throws {
        let connection = try Connection.memory(
            """
            CREATE TABLE t(a, b, c);
            CREATE INDEX i ON t(b);
            CREATE INDEX j ON t(c);
            INSERT INTO t VALUES(1, 2, 3), (4, 5, 6);
            CREATE TRIGGER g BEFORE UPDATE OF a ON t BEGIN
              UPDATE t SET b = b + 10, c = c + 100 WHERE rowid = new.rowid; END;
            UPDATE t SET a = a + 1, b = 0 WHERE a = 4;
            UPDATE t SET a = a + 1;
            """)
        #expect(try connection.rows("PRAGMA integrity_check") == ["ok"])
        #expect(try connection.rows("SELECT * FROM t") == ["2|12|103", "6|10|206"])
    }

    @Test func `new values are computed when a row's turn comes`() throws {
        try Script(
            #"""
            CREATE TABLE t(a, b);
            INSERT INTO t VALUES(1, 1), (2, 2), (3, 3);
            UPDATE t SET a = (SELECT sum(x.a) FROM t AS x WHERE x.b <> t.b);
            SELECT a FROM t ORDER BY b;
            --> 5
            --> 8
            --> 13
            UPDATE t SET a = (SELECT max(a) FROM t) + b;
            SELECT a FROM t ORDER BY b;
            --> 14
            --> 15
            --> 16
            CREATE TRIGGER g AFTER UPDATE OF a ON t BEGIN UPDATE t SET b = b + 10; END;
            UPDATE t SET a = b;
            SELECT a, b FROM t;
            --> 1|31
            --> 12|32
            --> 23|33
            """#
        ).run()
    }

    /// SET comes before WHERE in the text, whichever is compiled first.
    @Test func `parameters are counted in the order of the text`() throws {
        let connection = try Connection.memory(
            "CREATE TABLE t(a, b); INSERT INTO t VALUES(1, 1), (2, 2);")
        let statement = try #require(
            try connection.prepare("UPDATE t SET a = ?, b = ? WHERE a = ? RETURNING ?"))
        for index in 1...4 {
            try statement.bind(.integer(Int64(index == 3 ? 2 : index * 10)), at: index)
        }
        #expect(try statement.step())
        #expect(Value(statement.column(0)) == .integer(40))
        statement.reset()
        #expect(try connection.rows("SELECT * FROM t") == ["1|1", "10|20"])
    }

    @Test func `what a trigger inserted is nobody's last row, however it ends`() throws {
        try Script(
            #"""
            CREATE TABLE t(a);
            CREATE TABLE u(b);
            INSERT INTO u VALUES(1), (2), (3), (4);
            CREATE TRIGGER i AFTER INSERT ON t WHEN new.a = 1 BEGIN
              INSERT INTO u VALUES(5); SELECT RAISE(IGNORE); END;
            CREATE TRIGGER f AFTER INSERT ON t WHEN new.a = 2 BEGIN
              INSERT INTO u VALUES(6); SELECT RAISE(ABORT, 'no'); END;
            INSERT INTO t VALUES(1);
            SELECT last_insert_rowid();
            --> 1
            INSERT INTO t VALUES(2);
            --! no
            SELECT last_insert_rowid();
            --> 2
            """#
        ).run()
    }

    /// It inserts into `sqlite_stat1`.
    @Test func `ANALYZE leaves the last rowid alone`() throws {
        let connection = try Connection.memory(
            "CREATE TABLE t(a); INSERT INTO t VALUES(1), (2), (3); ANALYZE;")
        #expect(connection.lastInsertRowID == 3)
    }

    /// Without rowids a row is whoever has its key when its turn comes: here the first row, which
    /// took the place of the last.
    @Test func `without rowids a row is found again by its key`() throws {
        try Script(
            #"""
            CREATE TABLE t(a PRIMARY KEY, b) WITHOUT ROWID;
            INSERT INTO t VALUES(2, '_'), (1, 4), (4, 3);
            UPDATE OR REPLACE t SET a = b, b = a;
            SELECT changes();
            --> 3
            SELECT * FROM t ORDER BY 1;
            --> 1|4
            --> '_'|2
            """#
        ).run()
    }
}
