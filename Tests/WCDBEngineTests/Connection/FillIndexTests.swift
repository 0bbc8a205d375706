import Testing
import WCDBStorage

@testable import WCDBEngine

@Suite struct `Filling an index` {
    private func table(_ count: Int) throws -> Connection {
        let connection = try Connection.memory("CREATE TABLE t(a, b TEXT COLLATE NOCASE, c)")
        try connection.execute("BEGIN")
        let insert = try #require(try connection.prepare("INSERT INTO t VALUES(?, ?, ?)"))
        for number in 0..<count {
            let scattered = number * 7919 % count
            try insert.bind(.integer(Int64(scattered)), at: 1)
            try insert.bind(.text(scattered % 2 == 0 ? "Row \(scattered)" : "row"), at: 2)
            try insert.bind(number % 3 == 0 ? .null : .real(Double(number) / 4), at: 3)
            _ = try insert.step()
        }
        try connection.execute("COMMIT")
        return connection
    }

    @Test(arguments: [
        "CREATE INDEX i ON t(a)", "CREATE INDEX i ON t(b DESC, a)", "CREATE INDEX i ON t(c, b)",
        "CREATE UNIQUE INDEX i ON t(a)", "CREATE INDEX i ON t(a + 1)",
        "CREATE INDEX i ON t(b) WHERE a > 500",
    ])
    func `holds an entry for each row`(sql: String) throws {
        let connection = try table(2000)
        try connection.execute(sql)
        #expect(try connection.rows("PRAGMA integrity_check") == ["ok"])
        try connection.execute("INSERT INTO t VALUES(-1, 'new', 1); DELETE FROM t WHERE a = 7")
        try connection.execute("REINDEX i")
        #expect(try connection.rows("PRAGMA integrity_check") == ["ok"])
    }

    @Test func `leaves an empty table alone`() throws {
        let connection = try Connection.memory("CREATE TABLE t(a); CREATE INDEX i ON t(a)")
        try connection.execute("INSERT INTO t VALUES(1)")
        #expect(try connection.rows("PRAGMA integrity_check") == ["ok"])
    }

    @Test func `refuses values that are there twice, but NULLs are not`() throws {
        let connection = try Connection.memory(
            "CREATE TABLE t(a, b); INSERT INTO t VALUES(1, NULL), (2, NULL), (1, 'x')")
        #expect(
            connection.refusal("CREATE UNIQUE INDEX i ON t(a)")
                == "UNIQUE constraint failed: t.a")
        try connection.execute("CREATE UNIQUE INDEX i ON t(b)")
        #expect(try connection.rows("SELECT name FROM sqlite_master WHERE type = 'index'") == ["i"])
        #expect(try connection.rows("PRAGMA integrity_check") == ["ok"])
    }

    /// The check of an index reads the table as filling does: what both would read wrongly only
    /// shows beside an index that was there before the rows.
    @Test(arguments: [
        "x", "x DESC", "n, x", "x COLLATE NOCASE", "x COLLATE RTRIM DESC, id", "r, i", "id DESC, r",
        "late, x", "younger", "s, x", "v, r", "x) WHERE (r > 0",
    ])
    func `has the entries that insertion makes`(columns: String) throws {
        let connection = try Connection.memory(
            """
            CREATE TABLE old(id INTEGER PRIMARY KEY, x, n COLLATE NOCASE, r REAL, i INTEGER);
            WITH RECURSIVE c(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM c WHERE k < 700)
            INSERT INTO old SELECT k * 31 - 3000, CASE k % 11 WHEN 0 THEN NULL WHEN 1 THEN k / 4.0
              WHEN 2 THEN -k * 100000000000 WHEN 3 THEN 'Text ' || k % 40 || '  '
              WHEN 4 THEN x'00ff' || k WHEN 5 THEN -0.0 WHEN 6 THEN replace(hex(zeroblob(4000)),
              '0', 'ab') || k WHEN 7 THEN k * 1.0 WHEN 8 THEN char(0, 1, k) ELSE k END,
              CASE WHEN k % 2 THEN 'UPPER' || k ELSE 'upper' || k END, k % 5 - 2, k
            FROM c;
            """)
        let added =
            """
            ALTER TABLE TABLE_NAME ADD COLUMN late TEXT DEFAULT 'later';
            ALTER TABLE TABLE_NAME ADD COLUMN younger;
            """
        let computed = "s AS (x || 1) STORED, v AS (r * 2)"
        for name in ["filled", "inserted"] {
            try connection.execute(
                """
                CREATE TABLE \(name)(id INTEGER PRIMARY KEY, x, n COLLATE NOCASE, r REAL,
                    i INTEGER, \(computed));
                """ + added.replacing("TABLE_NAME", with: name))
        }
        try connection.execute(
            """
            CREATE INDEX first ON inserted(\(columns));
            INSERT INTO inserted(id, x, n, r, i) SELECT id, x, n, r, i FROM old;
            INSERT INTO filled(id, x, n, r, i) SELECT id, x, n, r, i FROM old;
            UPDATE filled SET younger = 3, late = NULL WHERE id % 3 = 0;
            UPDATE inserted SET younger = 3, late = NULL WHERE id % 3 = 0;
            CREATE INDEX second ON filled(\(columns));
            """)
        let condition = columns.contains("WHERE") ? " WHERE r > 0" : ""
        let read = "SELECT quote(x), n, r, i, late, younger, s, v, id FROM "
        let found = try connection.rows(read + "filled INDEXED BY second" + condition)
        let expected = try connection.rows(read + "inserted INDEXED BY first" + condition)
        #expect(found == expected && found.count > 200)
        #expect(try connection.rows("PRAGMA integrity_check") == ["ok"])
    }

    /// Rows from before ALTER TABLE lack the column, and some are no longer in their leaf.
    @Test func `takes the default of a column that rows are too short for`() throws {
        let connection = try Connection.memory(
            """
            CREATE TABLE t(a, b);
            INSERT INTO t VALUES(1, zeroblob(9000)), (2, 'x'), (3, zeroblob(9000)), (4, NULL);
            ALTER TABLE t ADD COLUMN c REAL DEFAULT 7;
            INSERT INTO t VALUES(5, NULL, 1);
            CREATE INDEX i ON t(c, a);
            """)
        let rows = try connection.rows("SELECT c, a FROM t INDEXED BY i WHERE c > 0")
        #expect(rows == ["1.0|5", "7.0|1", "7.0|2", "7.0|3", "7.0|4"])
        #expect(try connection.rows("PRAGMA integrity_check") == ["ok"])
    }
}
