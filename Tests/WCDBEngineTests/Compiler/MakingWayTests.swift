import Testing

@testable import WCDBEngine

/// What may happen between the check of a key and the row that has it.
@Suite struct `Rows that make way` {
    /// The new row was written beside the one that the trigger had put in the place of the old.
    @Test func `a trigger that brings the key back makes REPLACE fail`() throws {
        let connection = try Connection.memory(
            """
            PRAGMA recursive_triggers = 1;
            CREATE TABLE t(a INTEGER PRIMARY KEY, b UNIQUE);
            CREATE TRIGGER td AFTER DELETE ON t BEGIN INSERT INTO t VALUES(100, old.b); END;
            INSERT INTO t VALUES(1, 'x')
            """)
        try connection.expect("UNIQUE constraint failed: t.b", "REPLACE INTO t VALUES(5, 'x')")
        #expect(try connection.rows("SELECT * FROM t") == ["1|x"])
        try connection.execute("REINDEX")
    }

    /// The trigger was compiled, and refused the UPDATE, which can remove no row.
    @Test func `an UPDATE of other columns sets off no trigger of DELETE`() throws {
        let connection = try Connection.memory(
            """
            PRAGMA recursive_triggers = 1;
            CREATE TABLE t(a PRIMARY KEY ON CONFLICT REPLACE, b);
            INSERT INTO t VALUES(1, 2);
            CREATE TRIGGER td AFTER DELETE ON t BEGIN INSERT INTO t VALUES(1); END;
            UPDATE t SET b = 3
            """)
        #expect(try connection.rows("SELECT * FROM t") == ["1|3"])
        try connection.expect("table t has 2 columns", "UPDATE t SET a = 3")
    }

    /// The trigger failed where it should have replaced, too.
    @Test func `triggers of rows that make way resolve conflicts alike`() throws {
        let connection = try Connection.memory(
            """
            PRAGMA recursive_triggers = 1;
            CREATE TABLE p(a UNIQUE); CREATE TABLE q(a UNIQUE);
            INSERT INTO p VALUES(1); INSERT INTO q VALUES(1), (2);
            CREATE TRIGGER pd AFTER DELETE ON p BEGIN UPDATE q SET a = 7; END;
            REPLACE INTO p VALUES(1)
            """)
        #expect(try connection.rows("SELECT * FROM q") == ["7"])
    }

    /// The last row went while this one waited: its unchanged column would have been there twice.
    @Test func `a trigger cannot double a key that an UPDATE leaves alone`() throws {
        let connection = try Connection.memory(
            """
            PRAGMA recursive_triggers = 1;
            CREATE TABLE t(a UNIQUE ON CONFLICT REPLACE, b UNIQUE);
            INSERT INTO t VALUES(1, 'x'), (2, 'y');
            CREATE TRIGGER td AFTER DELETE ON t BEGIN
            UPDATE t SET b = 'z' WHERE a = 2; INSERT INTO t VALUES(9, 'y'); END
            """)
        try connection.expect("UNIQUE constraint failed: t.b", "UPDATE t SET a = 1 WHERE a = 2")
        try connection.execute("REINDEX")
    }

    @Test func `so does what a foreign key sets off`() throws {
        let connection = try Connection.memory(
            """
            PRAGMA foreign_keys = 1;
            CREATE TABLE p(a INTEGER PRIMARY KEY, b UNIQUE);
            CREATE TABLE c(x REFERENCES p(b) ON DELETE CASCADE);
            CREATE TRIGGER cd AFTER DELETE ON c BEGIN INSERT INTO p VALUES(100, old.x); END;
            INSERT INTO p VALUES(1, 'x'); INSERT INTO c VALUES('x')
            """)
        try connection.expect("UNIQUE constraint failed: p.b", "REPLACE INTO p VALUES(5, 'x')")
        #expect(try connection.rows("SELECT * FROM p") == ["1|x"])
    }

    @Test func `a fresh rowid may be taken meanwhile`() throws {
        let connection = try Connection.memory(
            """
            PRAGMA recursive_triggers = 1;
            CREATE TABLE t(a INTEGER PRIMARY KEY, b UNIQUE, c);
            CREATE TRIGGER td AFTER DELETE ON t BEGIN
            INSERT INTO t VALUES(old.a + 1, old.b || 'd', old.c); END;
            INSERT INTO t VALUES(1, 'x', 1)
            """)
        try connection.expect(
            "UNIQUE constraint failed: t.a", "REPLACE INTO t(b, c) VALUES('x', 2)")
        #expect(try connection.rows("SELECT * FROM t") == ["1|x|1"])
    }

    /// The row could not be written: its hidden number was given to what the trigger put in.
    @Test func `a table without rowids gives out another number`() throws {
        let connection = try Connection.memory(
            """
            PRAGMA recursive_triggers = 1;
            CREATE TABLE t(a PRIMARY KEY) WITHOUT ROWID;
            INSERT INTO t VALUES(3), (6);
            CREATE TRIGGER td BEFORE DELETE ON t BEGIN INSERT INTO t VALUES(10); END;
            REPLACE INTO t VALUES(3)
            """)
        #expect(try connection.rows("SELECT a FROM t ORDER BY a") == ["3", "6", "10"])
    }

    /// Both rows were lost without an error.
    @Test func `an UPDATE whose own row was removed fails`() throws {
        let connection = try Connection.memory(
            """
            PRAGMA recursive_triggers = 1;
            CREATE TABLE t(a INTEGER PRIMARY KEY, b UNIQUE);
            CREATE TRIGGER td AFTER DELETE ON t BEGIN DELETE FROM t WHERE a = 3; END;
            INSERT INTO t VALUES(1, 'x'), (3, 'z')
            """)
        try connection.expect(
            "constraint failed", "UPDATE OR REPLACE t SET b = 'x' WHERE a = 3")
        #expect(try connection.rows("SELECT * FROM t") == ["1|x", "3|z"])
    }

    @Test func `of several names of the rowid the last counts`() throws {
        let connection = try Connection.memory(
            "CREATE TABLE t(a INTEGER PRIMARY KEY, b); CREATE TABLE u(b)")
        try connection.execute(
            """
            INSERT INTO t(rowid, a, b) VALUES(89, 90, 3);
            INSERT INTO t(a, a, b) VALUES(301, 302, 1);
            INSERT INTO t(rowid, a, b) SELECT 99, 100, 4;
            INSERT INTO t(rowid, a, b) VALUES(NULL, 200, 5);
            INSERT INTO u(rowid, oid, b) VALUES(401, 402, 6)
            """)
        #expect(try connection.rows("SELECT a FROM t") == ["90", "100", "200", "302"])
        #expect(try connection.rows("SELECT rowid FROM u") == ["402"])
    }

    /// The count of broken keys found the child, the action did not: the parent was there for ever.
    @Test func `a parent's key finds children as two columns are compared`() throws {
        let connection = try Connection.memory(
            """
            PRAGMA foreign_keys = 1;
            CREATE TABLE p(a TEXT PRIMARY KEY);
            CREATE TABLE q(x REFERENCES p ON DELETE CASCADE);
            INSERT INTO p VALUES('7'); INSERT INTO q VALUES(7); DELETE FROM p
            """)
        #expect(try connection.rows("SELECT * FROM p") == [])
        #expect(try connection.rows("SELECT * FROM q") == ["7"])
    }

    @Test func `foreign keys are deferred until the next transaction ends`() throws {
        let connection = try Connection.memory(
            """
            PRAGMA foreign_keys = 1;
            CREATE TABLE p(a INTEGER PRIMARY KEY); CREATE TABLE q(x REFERENCES p);
            PRAGMA defer_foreign_keys = 1
            """)
        #expect(try connection.rows("PRAGMA defer_foreign_keys") == ["1"])
        try connection.execute("INSERT INTO p VALUES(1)")
        #expect(try connection.rows("PRAGMA defer_foreign_keys") == ["0"])
        try connection.execute("BEGIN")
        try connection.expect("FOREIGN KEY constraint failed", "INSERT INTO q VALUES(5)")
    }
}

extension Connection {
    fileprivate func expect(_ message: String, _ sql: String) throws {
        let error = #expect(throws: EngineError.self) { try execute(sql) }
        #expect(error.map { "\($0)" }?.contains(message) == true, "\(error as Any)")
    }
}
