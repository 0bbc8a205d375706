import Testing

@testable import WCDBEngine

/// In a table without rowids, REPLACE writes over the row that has the key already.
@Suite struct `Rows that are written over` {
    @Test func `take the place of the one with their key`() throws {
        let connection = try Connection.memory(
            """
            CREATE TABLE t(a TEXT COLLATE NOCASE, b INTEGER, c, u UNIQUE, PRIMARY KEY(a, b DESC))
              WITHOUT ROWID;
            CREATE INDEX t_c ON t(c);
            INSERT INTO t VALUES('one', 1, 'x', 10), ('two', 2, 'y', 20), ('three', 3, 'z', 30);
            REPLACE INTO t VALUES('ONE', 1, 'long' || hex(zeroblob(50)), 10), ('four', 4, 'v', NULL)
            """)
        #expect(
            try connection.rows("SELECT a, b, length(c), u FROM t ORDER BY a")
                == ["four|4|1|", "ONE|1|104|10", "three|3|1|30", "two|2|1|20"])
        // The key as it is written now is in the index, too.
        #expect(try connection.rows("SELECT a FROM t WHERE a = 'one' AND b = 1") == ["ONE"])
        #expect(try connection.rows("SELECT a FROM t WHERE c > 'long' AND c < 'm'") == ["ONE"])
        #expect(try connection.rows("SELECT count(*) FROM t WHERE c = 'x'") == ["0"])
        #expect(try connection.rows("PRAGMA integrity_check") == ["ok"])
    }

    @Test func `make way for others where another key is in the way as well`() throws {
        let connection = try Connection.memory(
            """
            CREATE TABLE t(a PRIMARY KEY, u UNIQUE, v) WITHOUT ROWID;
            INSERT INTO t VALUES(1, 10, 'a'), (2, 20, 'b'), (3, 30, 'c'), (4, 40, 'd')
            """)
        // The row with the key and the one with the unique value: one is written over, one goes.
        try connection.execute("REPLACE INTO t VALUES(1, 20, 'new')")
        #expect(connection.changeCount == 1)
        #expect(
            try connection.rows("SELECT * FROM t ORDER BY a") == ["1|20|new", "3|30|c", "4|40|d"])
        try connection.execute("REPLACE INTO t VALUES(9, 30, 'other'), (4, 40, 'same')")
        #expect(connection.changeCount == 2)
        #expect(
            try connection.rows("SELECT * FROM t ORDER BY u")
                == ["1|20|new", "9|30|other", "4|40|same"])
        try connection.execute("UPDATE OR REPLACE t SET a = 4 WHERE a = 9")
        #expect(try connection.rows("SELECT * FROM t ORDER BY a") == ["1|20|new", "4|30|other"])
        #expect(try connection.rows("PRAGMA integrity_check") == ["ok"])
    }

    @Test func `are those of a query that reads the table itself`() throws {
        let connection = try Connection.memory(
            """
            CREATE TABLE t(a, b, c, PRIMARY KEY(a, b)) WITHOUT ROWID;
            WITH RECURSIVE k(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM k WHERE i < 3000)
            INSERT INTO t SELECT printf('%04x', i * 7919 % 65536), i % 3, i FROM k;
            REPLACE INTO t SELECT a, b, c || 'x' FROM t;
            REPLACE INTO t SELECT a, 2 - b, c || 'y' FROM t
            """)
        // Those with the middle key twice, the others to and fro.
        #expect(
            try connection.rows("SELECT count(*), sum(b = 1), sum(c LIKE '%xy') FROM t")
                == ["5000|1000|3000"])
        #expect(try connection.rows("PRAGMA integrity_check") == ["ok"])
    }

    /// Triggers and foreign keys have to be told of the row that goes.
    @Test func `are removed and put in where somebody notices`() throws {
        let connection = try Connection.memory(
            """
            PRAGMA foreign_keys = ON;
            CREATE TABLE t(a PRIMARY KEY, v) WITHOUT ROWID;
            CREATE TABLE child(p REFERENCES t(a) ON DELETE CASCADE);
            INSERT INTO t VALUES(1, 'a'), (2, 'b');
            INSERT INTO child VALUES(1), (2), (2);
            REPLACE INTO t VALUES(2, 'c')
            """)
        #expect(try connection.rows("SELECT p FROM child") == ["1"])
        #expect(try connection.rows("SELECT * FROM t ORDER BY a") == ["1|a", "2|c"])
    }
}
