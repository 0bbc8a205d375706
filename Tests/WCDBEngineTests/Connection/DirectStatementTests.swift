import StorageSimulation
import Testing
import WCDBSQL
import WCDBStorage

@testable import WCDBEngine

/// Statements that are no programs: what is known of them before they run.
@Suite struct `Statements that are run as they are` {
    private let files = MemoryFileSystem()

    private func prepare(_ sql: String, _ connection: Connection) throws -> PreparedSQL {
        try #require(try connection.prepare(sql))
    }

    /// The value was dropped, and a database in memory attached in the place of the file: what was
    /// written there was lost.
    @Test(arguments: ["ATTACH ?1 AS ?2", "ATTACH ? AS ?", "ATTACH :path AS :name"])
    func `the file to attach, and its name, may be parameters`(_ sql: String) throws {
        let other = try Connection(path: "/other", fileSystem: files)
        try other.execute("CREATE TABLE t(a); INSERT INTO t VALUES(7)")
        try other.close()
        let connection = try Connection(path: "/main", fileSystem: files)
        for asTree in [false, true] {
            let statement =
                asTree
                ? try connection.prepare(Parser.statement(sql), text: nil)
                : try prepare(sql, connection)
            #expect(statement.parameterCount == 2)
            try statement.bind(.text("/other"), at: 1)
            try statement.bind(.text("aux"), at: 2)
            #expect(throws: EngineError.self) { try statement.bind(.integer(1), at: 3) }
            #expect(try !statement.step())
            #expect(try connection.rows("SELECT a FROM aux.t") == ["7"])
            #expect(try connection.rows("PRAGMA database_list").last == "2|aux|/other")
            let detach = try prepare("DETACH $name", connection)
            #expect(detach.parameterIndex("$name") == 1 && detach.parameterIndex("$n") == nil)
            try detach.bind(.text("aux"), at: 1)
            _ = try detach.step()
        }
    }

    /// All of them were NULL.
    @Test func `a table is filled from a query with parameters`() throws {
        let connection = try Connection.memory(
            "CREATE TABLE s(a, b); INSERT INTO s VALUES(1, 'x'), (2, 'y'), (3, 'z')")
        let create = try prepare(
            "CREATE TABLE t AS SELECT a, ?2 AS c FROM s WHERE a > ?1 OR b = :b", connection)
        #expect(create.parameterCount == 3 && create.parameterIndex(":b") == 3)
        try create.bind(.integer(2), at: 1)
        try create.bind(.text("w"), at: 2)
        try create.bind(.text("x"), at: 3)
        _ = try create.step()
        #expect(try connection.rows("SELECT * FROM t ORDER BY a") == ["1|w", "3|w"])
        #expect(try connection.rows("SELECT sql FROM sqlite_schema")[1] == "CREATE TABLE t(a,c)")
    }

    /// Somebody who looked at the parameters of a tree changed the names of its columns.
    @Test func `a tree makes the same table, looked at or not`() throws {
        let sql = "CREATE TABLE t AS SELECT ?, :a, ?, ?3"
        var definitions: Set<String> = []
        for isLookedAt in [false, true] {
            for asTree in [false, true] {
                let connection = try Connection.memory()
                let statement =
                    asTree
                    ? try connection.prepare(Parser.statement(sql), text: nil)
                    : try prepare(sql, connection)
                if isLookedAt { #expect(statement.parameterCount == 3) }
                _ = try statement.step()
                definitions.formUnion(try connection.rows("SELECT sql FROM sqlite_schema"))
            }
        }
        #expect(definitions.count == 1)
    }

    @Test func `what is explained is not bound while its lines come`() throws {
        let connection = try Connection.memory()
        let explain = try prepare("EXPLAIN SELECT ?1", connection)
        #expect(try explain.step())
        let refusal = #expect(throws: EngineError.self) { try explain.bind(.integer(1), at: 1) }
        #expect(refusal?.code == .misuse)
        explain.reset()
        try explain.bind(.integer(1), at: 1)
    }

    /// Its columns were found by running it, which looked at the columns of the view, and so on.
    @Test func `a view may list tables, and be listed itself`() throws {
        let connection = try Connection.memory("CREATE VIEW v AS SELECT * FROM pragma_table_list")
        #expect(try connection.rows("PRAGMA table_list").contains("main|v|view|6|0|0"))
        #expect(try connection.rows("SELECT name FROM v WHERE type = 'view'") == ["v"])
    }

    @Test func `pragmas with rows are functions, as long as they change nothing`() throws {
        let connection = try Connection.memory()
        #expect(try connection.rows("SELECT * FROM pragma_locking_mode") == ["normal"])
        #expect(
            connection.refusal("SELECT * FROM pragma_wal_checkpoint")
                == "no such table: pragma_wal_checkpoint")
    }

    @Test func `the target of a copy may be a parameter`() throws {
        let connection = try Connection(path: "/main", fileSystem: files)
        try connection.execute("CREATE TABLE t(a); INSERT INTO t VALUES(5)")
        let vacuum = try prepare("VACUUM INTO ?", connection)
        try vacuum.bind(.text("/copy"), at: 1)
        _ = try vacuum.step()
        let copy = try Connection(path: "/copy", fileSystem: files)
        #expect(try copy.rows("SELECT a FROM t") == ["5"])
    }

    @Test func `EXPLAIN has the parameters of what it explains`() throws {
        let connection = try Connection.memory("CREATE TABLE t(a)")
        let explain = try prepare("EXPLAIN SELECT * FROM t WHERE a = :a", connection)
        #expect(explain.parameterIndex(":a") == 1)
        try explain.bind(.integer(1), at: 1)
        #expect(try explain.step())
    }

    /// There were none before the first step: who looked for a column by its name found nothing.
    @Test func `columns are known before the first row`() throws {
        let connection = try Connection(path: "/main", fileSystem: files)
        try connection.execute("CREATE TABLE t(a PRIMARY KEY, b REFERENCES t)")
        let asked = [
            "table_info(t)", "table_xinfo(t)", "table_list", "index_list(t)",
            "index_info(sqlite_autoindex_t_1)", "index_xinfo(sqlite_autoindex_t_1)",
            "foreign_key_list(t)", "foreign_key_check", "database_list", "collation_list",
            "function_list", "compile_options", "user_version", "user_version = 3",
            "application_id", "schema_version", "page_size", "page_size = 512", "page_count",
            "freelist_count", "max_page_count", "max_page_count = 100000", "data_version",
            "auto_vacuum", "auto_vacuum = 0", "encoding", "encoding = 'UTF-8'", "journal_mode",
            "journal_mode = off", "locking_mode", "synchronous", "synchronous = 1",
            "case_sensitive_like = 0", "wal_checkpoint", "incremental_vacuum", "integrity_check",
            "quick_check", "foreign_keys", "foreign_keys = 1", "busy_timeout", "busy_timeout = 5",
            "mmap_size = 0", "cache_size", "nothing_of_the_kind",
        ]
        for pragma in asked {
            let statement = try prepare("PRAGMA \(pragma)", connection)
            let before = (0..<statement.columnCount).map(statement.columnName)
            _ = try statement.step()
            let after = (0..<statement.columnCount).map(statement.columnName)
            #expect(before == after, "PRAGMA \(pragma)")
        }
        let explain = try prepare("EXPLAIN QUERY PLAN SELECT 1", connection)
        #expect(explain.columnCount == 4 && explain.columnName(3) == "detail")
    }

    @Test(arguments: [
        ("DROP TABLE u", "no such table: u"),
        ("CREATE TABLE t(x)", "table t already exists"),
        ("CREATE TABLE u(a, a)", "duplicate column name: a"),
        ("CREATE TABLE u AS SELECT z FROM t", "no such column: z"),
        ("CREATE TABLE u(a DEFAULT (b))", "default value of column [a] is not constant"),
        ("CREATE INDEX i ON u(a)", "no such table: main.u"),
        ("CREATE INDEX i ON t(z)", "no such column: z"),
        ("CREATE TRIGGER r AFTER INSERT ON u BEGIN SELECT 1; END", "no such table: main.u"),
        ("CREATE TRIGGER r AFTER INSERT ON t BEGIN SELECT 1; END", "trigger r already exists"),
        ("ALTER TABLE t ADD COLUMN a", "duplicate column name: a"),
        ("ALTER TABLE t DROP COLUMN z", "no such column: \"z\""),
        ("REINDEX z", "unable to identify the object to be reindexed"),
        ("CREATE VIRTUAL TABLE v USING fts5(a)", "not supported yet: CREATE VIRTUAL TABLE"),
    ])
    func `a statement of the schema is checked before it runs`(
        _ sql: String, _ message: String
    ) throws {
        let connection = try Connection.memory(
            "CREATE TABLE t(a, b); CREATE TRIGGER r BEFORE DELETE ON t BEGIN SELECT 1; END")
        let refusal = #expect(throws: EngineError.self) { try prepare(sql, connection).check() }
        #expect(refusal?.message == message)
        #expect(connection.refusal(sql) == message)
    }

    @Test func `a check changes nothing`() throws {
        let connection = try Connection.memory("CREATE TABLE t(a, b); INSERT INTO t VALUES(1, 2)")
        let before = try connection.rows("SELECT * FROM sqlite_schema")
        for sql in [
            "CREATE TABLE u(a UNIQUE)", "CREATE TABLE u AS SELECT * FROM t",
            "CREATE UNIQUE INDEX i ON t(a)", "CREATE VIEW v AS SELECT 1",
            "CREATE TEMP TRIGGER r AFTER INSERT ON t BEGIN SELECT 1; END",
            "ALTER TABLE t RENAME TO u", "ALTER TABLE t RENAME a TO z", "ALTER TABLE t DROP b",
            "ALTER TABLE t ADD c DEFAULT 3", "DROP TABLE t", "ANALYZE", "REINDEX",
            "INSERT INTO t VALUES(3, 4)", "PRAGMA user_version = 4",
        ] {
            let statement = try prepare(sql, connection)
            try statement.check()
            #expect(try connection.rows("SELECT * FROM sqlite_schema") == before, "\(sql)")
            #expect(try connection.rows("SELECT * FROM t") == ["1|2"])
        }
        #expect(try connection.rows("PRAGMA user_version") == ["0"])
    }
}
