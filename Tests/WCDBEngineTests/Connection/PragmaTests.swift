import Testing
import WCDBStorage

@testable import WCDBEngine

/// Results are those of SQLite 3.40.1, but for what tells of the file.
struct PragmaTests {
    static let schema = """
        CREATE TABLE t(
            id INTEGER PRIMARY KEY, a TEXT NOT NULL DEFAULT 'x''y', b DECIMAL(5,2) DEFAULT -1,
            c AS (a||b), d DEFAULT (1+1), UNIQUE(b, a));
        CREATE INDEX i1 ON t(a COLLATE NOCASE DESC, lower(a)) WHERE b > 0;
        CREATE TABLE c(
            x REFERENCES t(id) ON DELETE CASCADE, y, FOREIGN KEY(x, y) REFERENCES t(a, b));
        CREATE VIEW v AS SELECT a AS z FROM t;
        """

    @Test(arguments: [
        (
            "table_info(t)",
            ["0|id|INTEGER|0||1", "1|a|TEXT|1|'x''y'|0", "2|b|DECIMAL(5,2)|0|-1|0", "3|d||0|1+1|0"]
        ),
        ("table_info(nosuch)", []),
        ("index_list('t')", ["0|i1|0|c|1", "1|sqlite_autoindex_t_1|1|u|0"]),
        ("index_xinfo(i1)", ["0|1|a|1|NOCASE|1", "1|-2||0|BINARY|1", "2|-1||0|BINARY|0"]),
        ("main.index_info = sqlite_autoindex_t_1", ["0|2|b", "1|1|a"]),
        (
            "foreign_key_list(c)",
            [
                "0|0|t|x|a|NO ACTION|NO ACTION|NONE", "0|1|t|y|b|NO ACTION|NO ACTION|NONE",
                "1|0|t|x|id|NO ACTION|CASCADE|NONE",
            ]
        ),
        (
            "table_list",
            [
                "main|v|view|1|0|0", "main|c|table|2|0|0", "main|t|table|5|0|0",
                "main|sqlite_schema|table|5|0|0", "temp|sqlite_temp_schema|table|5|0|0",
            ]
        ),
        ("database_list", ["0|main|"]),
        ("collation_list", ["0|RTRIM", "1|NOCASE", "2|BINARY"]),
        ("encoding", ["UTF-8"]), ("journal_mode", ["memory"]), ("locking_mode", ["normal"]),
        ("wal_checkpoint", ["0|-1|-1"]), ("integrity_check", ["ok"]), ("quick_check(1)", ["ok"]),
        ("compile_options", []), ("no_such_pragma = 5", []), ("busy_timeout = 250", ["250"]),
    ])
    func `a pragma describes the schema`(_ pragma: String, _ rows: [String]) throws {
        let connection = try Connection.memory(PragmaTests.schema)
        #expect(try connection.rows("PRAGMA \(pragma)") == rows)
    }

    @Test(arguments: [
        ("user_version", "42", "42"), ("user_version", "'abc'", "0"),
        ("user_version", "-1", "-1"), ("application_id", "7", "7"),
        ("foreign_keys", "yes", "1"), ("recursive_triggers", "ON", "1"),
        ("synchronous", "FULL", "2"), ("synchronous", "0", "0"), ("cache_size", "-4000", "-4000"),
        ("temp_store", "MEMORY", "2"),
    ])
    func `what is set is read`(_ name: String, _ value: String, _ expected: String) throws {
        let connection = try Connection.memory()
        #expect(try connection.rows("PRAGMA \(name) = \(value)") == [])
        #expect(try connection.rows("PRAGMA \(name)") == [expected])
    }

    @Test func `a version goes back with its transaction`() throws {
        let connection = try Connection.memory("PRAGMA user_version = 1")
        try connection.execute("BEGIN; PRAGMA user_version = 2; ROLLBACK")
        #expect(try connection.rows("PRAGMA user_version") == ["1"])
    }

    @Test func `an unknown database is refused`() throws {
        let connection = try Connection.memory()
        #expect(connection.refusal("PRAGMA nodb.user_version") == "unknown database nodb")
    }

    @Test func `a connection that only reads refuses changes`() throws {
        let connection = try Connection.memory("CREATE TABLE t(a); PRAGMA query_only = 1")
        #expect(
            connection.refusal("INSERT INTO t VALUES(1)")
                == "attempt to write a readonly database")
        #expect(connection.refusal("PRAGMA query_only = 0; INSERT INTO t VALUES(1)") == nil)
    }

    @Test func `LIKE can be made sensitive to case`() throws {
        let connection = try Connection.memory("PRAGMA case_sensitive_like = ON")
        #expect(try connection.rows("SELECT 'a' LIKE 'A'") == ["0"])
        try connection.execute("PRAGMA case_sensitive_like = OFF")
        #expect(try connection.rows("SELECT 'a' LIKE 'A'") == ["1"])
    }

    @Test func `a file has a log and keeps its numbers`() throws {
        let files = MemoryFileSystem()
        let first = try Connection(path: "/db", fileSystem: files)
        try first.execute("CREATE TABLE t(a); PRAGMA user_version = 3")
        #expect(try first.rows("PRAGMA journal_mode") == ["wal"])
        #expect(try first.rows("PRAGMA database_list") == ["0|main|/db"])
        #expect(try first.rows("PRAGMA wal_checkpoint(TRUNCATE)").count == 1)
        try first.close()
        let second = try Connection(path: "/db", fileSystem: files)
        #expect(try second.rows("PRAGMA user_version") == ["3"])
        try second.close()
    }

    @Test func `indexes are rebuilt`() throws {
        let connection = try Connection.memory(
            "CREATE TABLE t(a, b UNIQUE); CREATE INDEX i ON t(a);"
                + "INSERT INTO t VALUES(2, 1), (1, 2)"
        )
        for name in ["", "t", "i", "nocase", "binary"] {
            try connection.execute("REINDEX \(name)")
            #expect(try connection.rows("SELECT a FROM t WHERE a > 0 ORDER BY a") == ["1", "2"])
            #expect(try connection.rows("SELECT a FROM t WHERE b = 2") == ["1"])
            #expect(try connection.rows("PRAGMA integrity_check") == ["ok"])
        }
        #expect(
            connection.refusal("REINDEX nosuch")
                == "unable to identify the object to be reindexed")
    }

    @Test func `an index that is not its table's is found`() throws {
        let connection = try Connection.memory(
            "CREATE TABLE t(a, b); CREATE INDEX i ON t(a) WHERE b > 0;"
                + "INSERT INTO t VALUES(2, 1), ('x', 2), (NULL, 0); CREATE INDEX j ON t(b)")
        #expect(try connection.rows("PRAGMA integrity_check") == ["ok"])
        let (index, table) = try #require(try connection.index(named: "i", nil))
        try connection.changing(connection.databases[table.database]) { () throws(EngineError) in
            do throws(StorageError) {
                _ = try connection.databases[table.database].transaction.clearTree(index.tree)
            } catch {
                throw .storage(error)
            }
        }
        try connection.endStatement()
        #expect(
            try connection.rows("PRAGMA integrity_check")
                == [
                    "row 1 missing from index i", "row 2 missing from index i",
                    "wrong # of entries in index i",
                ])
        #expect(try connection.rows("PRAGMA quick_check") == ["ok"])
        try connection.execute("REINDEX i")
        #expect(try connection.rows("PRAGMA integrity_check(t)") == ["ok"])
    }

    /// They were told with the collations of the table's columns.
    @Test func `what an index holds behind its key has the collation of the primary key`() throws {
        let connection = try Connection.memory(
            """
            CREATE TABLE w(a COLLATE NOCASE, b COLLATE NOCASE, PRIMARY KEY(a COLLATE BINARY))
                WITHOUT ROWID;
            CREATE INDEX i ON w(b);
            """)
        #expect(
            try connection.rows("PRAGMA index_xinfo(w)") == [
                "0|0|a|0|BINARY|1", "1|1|b|0|BINARY|0",
            ])
        #expect(
            try connection.rows("PRAGMA index_xinfo(i)") == [
                "0|1|b|0|NOCASE|1", "1|0|a|0|BINARY|0",
            ])
    }

    /// It was left out.
    @Test func `a column that an index has by another collation is behind its key, too`() throws {
        let connection = try Connection.memory(
            """
            CREATE TABLE w(a PRIMARY KEY, b AS (a || 1), c) WITHOUT ROWID;
            CREATE INDEX i ON w(c, a COLLATE NOCASE); CREATE INDEX j ON w(c, a);
            """)
        #expect(
            try connection.rows("PRAGMA index_xinfo(i)") == [
                "0|2|c|0|BINARY|1", "1|0|a|0|NOCASE|1", "2|0|a|0|BINARY|0",
            ])
        #expect(
            try connection.rows("PRAGMA index_xinfo(j)") == [
                "0|2|c|0|BINARY|1", "1|0|a|0|BINARY|1",
            ])
        // A column that is computed is not there.
        #expect(
            try connection.rows("PRAGMA index_xinfo(w)") == [
                "0|0|a|0|BINARY|1", "1|2|c|0|BINARY|0",
            ])
    }

    /// FAST was no word, and so 0.
    @Test func `what is deleted may be overwritten where that is fast`() throws {
        let connection = try Connection.memory("")
        for (value, answer) in [("fast", "2"), ("2", "1"), ("'FAST'", "2"), ("faster", "0")] {
            #expect(try connection.rows("PRAGMA secure_delete = \(value)") == [answer])
            #expect(try connection.rows("PRAGMA secure_delete") == [answer])
        }
    }

    @Test func `what is explained has changed nothing`() throws {
        let connection = try Connection.memory("CREATE TABLE t(a); INSERT INTO t VALUES(1), (2)")
        _ = try connection.rows("EXPLAIN SELECT 1")
        #expect(try connection.rows("SELECT changes(), total_changes()") == ["2|2"])
        _ = try connection.rows("EXPLAIN QUERY PLAN DELETE FROM t")
        #expect(try connection.rows("SELECT changes(), total_changes()") == ["0|2"])
    }
}
