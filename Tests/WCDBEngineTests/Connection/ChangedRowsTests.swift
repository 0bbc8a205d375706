import StorageSimulation
import Testing
import WCDBStorage

@testable import WCDBEngine

/// What INSERT, UPDATE and DELETE leave behind and report. Each was found by running random
/// scripts beside SQLite.
@Suite struct `Changed rows` {
    @Test func `rows without a rowid can be changed and removed`() throws {
        let connection = try Connection.memory(
            """
            CREATE TABLE t(a TEXT PRIMARY KEY, b) WITHOUT ROWID;
            INSERT INTO t VALUES('x', 1), ('y', 2), ('z', 3);
            UPDATE t SET b = b * 10 WHERE a > 'x';
            DELETE FROM t WHERE b = 30;
            """)
        #expect(try connection.rows("SELECT * FROM t ORDER BY a") == ["x|1", "y|20"])
    }

    /// Row by row in the order of the keys: the first one is in nobody's way, the last one wins.
    @Test func `rows without a rowid change in the order of their keys`() throws {
        let connection = try Connection.memory(
            """
            CREATE TABLE t(a PRIMARY KEY ON CONFLICT REPLACE, b) WITHOUT ROWID;
            INSERT INTO t VALUES('b', 1), ('a', 2);
            UPDATE t SET a = 'c';
            """)
        #expect(try connection.rows("SELECT * FROM t") == ["c|1"])
    }

    /// A column called rowid hid the key by which UPDATE finds its rows again.
    @Test func `a column may be called rowid`() throws {
        let connection = try Connection.memory(
            "CREATE TABLE t(rowid TEXT); INSERT INTO t VALUES('a'), ('b'); UPDATE t SET rowid = 7;")
        #expect(try connection.rows("SELECT rowid FROM t") == ["7", "7"])
    }

    @Test func `the next rowid follows a negative one`() throws {
        let connection = try Connection.memory(
            "CREATE TABLE t(a INTEGER PRIMARY KEY); INSERT INTO t VALUES(-7), (NULL);")
        #expect(try connection.rows("SELECT a FROM t") == ["-7", "-6"])
    }

    @Test func `the default of an INTEGER PRIMARY KEY means nothing`() throws {
        let connection = try Connection.memory(
            "CREATE TABLE t(a INTEGER PRIMARY KEY DEFAULT 100, b); INSERT INTO t DEFAULT VALUES;")
        #expect(try connection.rows("SELECT a FROM t") == ["1"])
    }

    /// The second row of VALUES looked into a table that already held the first one.
    @Test func `all rows of VALUES see the table as it was`() throws {
        let connection = try Connection.memory(
            "CREATE TABLE t(a, b); INSERT INTO t VALUES(1, 2), (3, (SELECT max(a) FROM t));")
        #expect(try connection.rows("SELECT a, b IS NULL FROM t") == ["1|0", "3|1"])
    }

    @Test func `a statement that fails has changed nothing`() throws {
        let connection = try Connection.memory(
            "CREATE TABLE t(a UNIQUE); INSERT INTO t VALUES(1), (2);")
        #expect(connection.changeCount == 2)
        #expect(connection.refusal("INSERT INTO t VALUES(3), (1)") != nil)
        #expect(connection.changeCount == 0)
        #expect(connection.refusal("INSERT OR FAIL INTO t VALUES(3), (1)") != nil)
        #expect(connection.changeCount == 1)
    }

    @Test func `what triggers change counts in the total alone`() throws {
        let connection = try Connection.memory(
            """
            CREATE TABLE t(a); CREATE TABLE log(a);
            CREATE TRIGGER g AFTER INSERT ON t BEGIN
                INSERT INTO log VALUES(new.a), (new.a); DELETE FROM log;
            END;
            INSERT INTO t VALUES(1);
            """)
        #expect(connection.changeCount == 1)
        #expect(connection.totalChangeCount == 5)
    }

    /// A RAISE(ROLLBACK) made every later error of the same statement end the transaction.
    @Test func `an error does not inherit the conflict action of an earlier one`() throws {
        let connection = try Connection.memory(
            "CREATE TABLE t(a UNIQUE ON CONFLICT ROLLBACK, b); INSERT INTO t VALUES(1, 1);")
        let insert = try #require(
            try connection.prepare("INSERT INTO t VALUES(?, abs(?))"))
        try insert.bind(.integer(1), at: 1)
        #expect(throws: EngineError.self) { try insert.step() }
        insert.reset()
        try connection.execute("BEGIN")
        try insert.bind(.integer(2), at: 1)
        try insert.bind(.integer(.min), at: 2)
        #expect(throws: EngineError.self) { try insert.step() }
        #expect(!connection.isAutocommit)
    }

    /// A source of the first row's trigger was gone, one of the second row's lay where it had
    /// been, and took its index for its own.
    @Test func `the trigger of each row has cursors of its own`() throws {
        let connection = try Connection.memory(
            """
            CREATE TABLE t(a, b PRIMARY KEY); CREATE TABLE u(a);
            CREATE TRIGGER g BEFORE INSERT ON u BEGIN
                SELECT a FROM t ORDER BY b; UPDATE t SET a = a + b;
            END;
            INSERT INTO t VALUES(1, 10), (2, 20);
            INSERT INTO u VALUES(1), (2), (3);
            """)
        #expect(try connection.rows("SELECT a FROM t") == ["31", "62"])
    }

    @Test(arguments: [
        // The youngest index is asked first, what replaces comes last.
        ("a PRIMARY KEY, b UNIQUE", "UNIQUE constraint failed: t.b"),
        ("a UNIQUE, b UNIQUE ON CONFLICT REPLACE", "UNIQUE constraint failed: t.a"),
        ("a INTEGER PRIMARY KEY, b UNIQUE", "UNIQUE constraint failed: t.a"),
        ("a INTEGER PRIMARY KEY ON CONFLICT REPLACE, b UNIQUE", "UNIQUE constraint failed: t.b"),
    ])
    func `of several conflicts the same one is reported as by SQLite`(
        columns: String, message: String
    ) throws {
        let connection = try Connection.memory(
            "CREATE TABLE t(\(columns)); INSERT INTO t VALUES(1, 1);")
        #expect(connection.refusal("INSERT INTO t VALUES(1, 1)") == message)
    }

    @Test func `equal constraints are one, with one conflict action`() throws {
        let connection = try Connection.memory(
            """
            CREATE TABLE t(a PRIMARY KEY, UNIQUE(a) ON CONFLICT REPLACE);
            INSERT INTO t VALUES(1), (1);
            """)
        #expect(try connection.rows("SELECT count(*) FROM t") == ["1"])
        #expect(
            connection.refusal(
                "CREATE TABLE u(a UNIQUE ON CONFLICT FAIL, UNIQUE(a) ON CONFLICT IGNORE)")
                == "conflicting ON CONFLICT clauses specified")
    }

    /// After the index failed, its tree id went to the table; the transaction still had the tree
    /// open with byte keys.
    @Test func `what a savepoint took back leaves no tree behind`() throws {
        let connection = try Connection.memory(
            "CREATE TABLE t(a); INSERT INTO t VALUES(1), (1); SAVEPOINT s;")
        #expect(connection.refusal("CREATE UNIQUE INDEX i ON t(a)") != nil)
        try connection.execute("CREATE TABLE u(a); INSERT INTO u VALUES(5)")
        #expect(try connection.rows("SELECT * FROM u") == ["5"])
    }

    /// It seemed to say nothing new, but it is asked before the primary key makes room.
    @Test func `UNIQUE over an INTEGER PRIMARY KEY has an index`() throws {
        let connection = try Connection.memory(
            "CREATE TABLE t(a INTEGER PRIMARY KEY ON CONFLICT REPLACE, UNIQUE(a))")
        #expect(
            connection.refusal("INSERT INTO t VALUES(1), (1)") == "UNIQUE constraint failed: t.a")
        #expect(try connection.rows("SELECT count(*) FROM sqlite_master") == ["2"])
    }

    /// Without rowids an INTEGER PRIMARY KEY gets its index when all others have theirs, unless
    /// UNIQUE asked for the same one before; the youngest is asked first.
    @Test func `an INTEGER PRIMARY KEY without rowids comes last`() throws {
        let connection = try Connection.memory(
            """
            CREATE TABLE t(a INTEGER PRIMARY KEY, b UNIQUE) WITHOUT ROWID;
            CREATE TABLE u(a INTEGER PRIMARY KEY UNIQUE, b UNIQUE) WITHOUT ROWID;
            INSERT INTO t VALUES(1, 1); INSERT INTO u VALUES(1, 1);
            """)
        #expect(
            try connection.rows("SELECT name FROM pragma_index_list('t') WHERE origin = 'pk'")
                == ["sqlite_autoindex_t_2"])
        #expect(
            connection.refusal("INSERT INTO t VALUES(1, 1)") == "UNIQUE constraint failed: t.a")
        #expect(
            connection.refusal("INSERT INTO u VALUES(1, 1)") == "UNIQUE constraint failed: u.b")
    }

    /// Its name was that of the word in the text.
    @Test func `RETURNING rowid is called as the column that is the rowid`() throws {
        let connection = try Connection.memory("CREATE TABLE t(a INTEGER PRIMARY KEY)")
        let statement = try #require(
            try connection.prepare("INSERT INTO t VALUES(4) RETURNING rowid"))
        #expect(statement.columnName(0) == "a")
    }

    /// Rows are put in as they are found, unless what finds them would see them.
    @Test(arguments: [
        "INSERT INTO t SELECT id + 100, v FROM u",
        "INSERT INTO t SELECT id + 100, v FROM t",
        "INSERT INTO t SELECT id + 100, v FROM w",
        "INSERT INTO t SELECT id + 100, (SELECT max(v) FROM t) FROM u",
        "INSERT INTO t SELECT id + 100, v FROM u WHERE v IN (SELECT v FROM t)",
        "INSERT INTO t SELECT id + 100, v FROM u WHERE EXISTS (SELECT 1 FROM t WHERE t.v < u.v)",
        "INSERT INTO t WITH c AS (SELECT id + 100 AS i, v FROM t) SELECT i, v FROM c",
        "WITH c AS (SELECT id + 100 AS i, v FROM t) INSERT INTO t SELECT i, v FROM c",
        "INSERT INTO t SELECT id + 100, v FROM u UNION ALL SELECT id + 200, v FROM t",
        "INSERT OR REPLACE INTO t SELECT id, v + 50 FROM u ORDER BY v DESC LIMIT 3",
        "INSERT OR IGNORE INTO t SELECT id, v + 50 FROM u",
        "INSERT INTO t SELECT id + 100, count(*) FROM u GROUP BY v % 2",
        "INSERT INTO t SELECT seq + 100, 0 FROM sqlite_sequence",
    ]) func `rows of a query are those from before the change`(sql: String) throws {
        let setup = """
            CREATE TABLE t(id INTEGER PRIMARY KEY AUTOINCREMENT, v UNIQUE ON CONFLICT REPLACE);
            CREATE TABLE u(id INTEGER PRIMARY KEY AUTOINCREMENT, v);
            CREATE VIEW w AS SELECT id, v FROM t;
            INSERT INTO t(v) VALUES(10), (20), (30);
            INSERT INTO u(v) VALUES(20), (30), (31), (32), (40);
            """
        // In the second one the same rows are put aside by hand.
        let (connection, aside) = (try Connection.memory(setup), try Connection.memory(setup))
        let query = sql.replacing(/INSERT( OR [A-Z]+)? INTO t/, with: "")
        let rows = try aside.rows(
            "SELECT quote(c1) || ',' || quote(c2) FROM "
                + "(SELECT 0 AS c1, 0 AS c2 WHERE 0 UNION ALL SELECT * FROM (\(query)))")
        let verb = try #require(sql.firstMatch(of: /INSERT( OR [A-Z]+)? INTO t/)).output.0
        for row in rows { try aside.execute("\(verb) VALUES(\(row))") }
        try connection.execute(sql)
        #expect(!rows.isEmpty)
        #expect(try connection.rows("SELECT * FROM t") == aside.rows("SELECT * FROM t"))
        #expect(
            try connection.rows("SELECT * FROM sqlite_sequence")
                == aside.rows("SELECT * FROM sqlite_sequence"))
    }

    /// A row is written over where it lies; SQL that removes first says what must come of it.
    @Test(arguments: 1...16) func `REPLACE is to remove and to insert`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let definitions = [
            "id INTEGER PRIMARY KEY, a, b, c", "id INTEGER PRIMARY KEY, a UNIQUE, b, c",
            "id INTEGER PRIMARY KEY, a, b, c, UNIQUE(b, c), UNIQUE(c DESC, id)",
            "id INTEGER PRIMARY KEY, a TEXT COLLATE NOCASE UNIQUE, b INTEGER, c REAL",
            "id INTEGER PRIMARY KEY, a, b AS (a + 1), c CHECK (c IS NOT 7)",
            "id PRIMARY KEY, a, b, c", "a, id INTEGER, b UNIQUE, c, PRIMARY KEY(id DESC)",
            "id TEXT, a, b, c UNIQUE, PRIMARY KEY(id)",
        ]
        let definition = definitions[Int(seed % 8)]
        let isGenerated = definition.contains("AS")
        let setup = """
            CREATE TABLE t(\(definition)) \(seed % 8 > 4 ? "WITHOUT ROWID" : "");
            CREATE INDEX i ON t(b, a);
            CREATE INDEX p ON t(c) \(seed % 2 == 0 ? "WHERE c > 1" : "");
            """
        let (over, apart) = (try Connection.memory(setup), try Connection.memory(setup))
        let values = ["1", "2", "3", "1.0", "2.5", "'a'", "'A'", "NULL", "x'01'", "'1'"]
        for step in 0..<200 {
            func value() -> String { values[random.below(values.count)] }
            let id = random.below(12)
            let row = [String(id)] + (0..<(isGenerated ? 2 : 3)).map { _ in value() }
            let columns = isGenerated ? "(id, a, c)" : "(id, a, b, c)"
            try over.execute("REPLACE INTO t\(columns) VALUES(\(row.joined(separator: ",")))")
            try apart.execute("DELETE FROM t WHERE id = \(id)")
            try apart.execute("REPLACE INTO t\(columns) VALUES(\(row.joined(separator: ",")))")
            let (found, expected) = (try over.rows(Self.all), try apart.rows(Self.all))
            #expect(found == expected, "step \(step), seed \(seed)")
            for index in ["i", "p"] where seed % 2 == 1 || index == "i" {
                let query = "SELECT id, a, b, c, typeof(c) FROM t INDEXED BY \(index) ORDER BY id"
                #expect(try over.rows(query) == apart.rows(query), "\(index), seed \(seed)")
            }
        }
        #expect(try over.rows("PRAGMA integrity_check") == ["ok"])
    }

    @Test func `CREATE TABLE AS has no last rowid of its own`() throws {
        let connection = try Connection.memory(
            """
            CREATE TABLE s(a INTEGER PRIMARY KEY);
            INSERT INTO s VALUES(1), (2), (17);
            CREATE TABLE t AS SELECT last_insert_rowid() AS a FROM s;
            """)
        #expect(try connection.rows("SELECT a FROM t") == ["17", "17", "17"])
        #expect(try connection.rows("SELECT last_insert_rowid()") == ["17"])
    }

    /// The pages of the transaction are written to their places and read again: a cursor's pin
    /// stayed on memory that was another page's by then, and the process ended.
    @Test func `a large transaction reads what it has written`() throws {
        let connection = try Connection.memory(
            """
            CREATE TABLE s(a INTEGER PRIMARY KEY, b TEXT, c TEXT);
            CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT, c TEXT, n INT DEFAULT 1);
            CREATE INDEX t1 ON t(b, c);
            CREATE INDEX t2 ON t(c DESC);
            CREATE UNIQUE INDEX t3 ON t(n, a);
            BEGIN;
            WITH RECURSIVE k(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM k WHERE i < 4000)
            INSERT INTO s SELECT (i * 7919) % 10007, printf('%0*d', 1500 + i % 7, i * 31 % 3001),
                hex(zeroblob(i % 1200)) FROM k;
            INSERT INTO t(a, b, c) SELECT a % 300, b || (a % 9), c FROM s WHERE 1 ORDER BY a
                ON CONFLICT(a) DO UPDATE SET c = excluded.c || substr(c, 1, 10), n = n + 1,
                    b = (SELECT max(b) || excluded.a FROM s WHERE a < excluded.a + 5);
            """)
        #expect(try connection.rows("PRAGMA integrity_check") == ["ok"])
        #expect(try connection.rows("SELECT count(*), sum(n) FROM t") == ["300|4000"])
    }

    private static let all =
        "SELECT id, a, typeof(a), b, typeof(b), c, typeof(c) FROM t ORDER BY id"
}
