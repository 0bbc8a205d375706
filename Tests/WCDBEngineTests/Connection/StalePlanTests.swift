import Testing
import WCDBStorage

@testable import WCDBEngine

/// Compiled statements and the things that make them wrong.
@Suite struct `Plans that went stale` {
    /// The next change of the schema got the cookie and the tree of the one that was undone, and a
    /// remembered program wrote the keys of one index into another.
    @Test(arguments: ["ROLLBACK", "ROLLBACK TO s; COMMIT"])
    func `a schema that was rolled back is not the next one`(undo: String) throws {
        let connection = try Connection.memory("CREATE TABLE t(a, b)")
        let insert = "INSERT INTO t VALUES(1, 2)"
        let kept = try #require(try connection.prepare(insert))
        try connection.execute("BEGIN; SAVEPOINT s; CREATE INDEX i1 ON t(a)")
        _ = try connection.rows(insert)
        _ = try kept.step()
        kept.reset()
        try connection.execute("\(undo); CREATE INDEX i2 ON t(b)")
        _ = try connection.rows(insert)
        _ = try kept.step()
        kept.reset()
        #expect(try connection.rows("PRAGMA integrity_check") == ["ok"])
        #expect(try connection.rows("SELECT count(*) FROM t WHERE b = 2") == ["2"])
    }

    @Test(arguments: ["BEGIN", "SAVEPOINT s"], ["ROLLBACK", "ROLLBACK TO s"])
    func `a column that was rolled back is gone`(begin: String, undo: String) throws {
        guard begin != "BEGIN" || undo == "ROLLBACK" else { return }
        let connection = try Connection.memory("CREATE TABLE t(a); INSERT INTO t VALUES(1)")
        for _ in 0..<3 {
            for _ in 0..<3 { #expect(try connection.rows("SELECT * FROM t") == ["1"]) }
            try connection.execute("\(begin); ALTER TABLE t ADD COLUMN b DEFAULT 2")
            for _ in 0..<3 { #expect(try connection.rows("SELECT * FROM t") == ["1|2"]) }
            try connection.execute(undo)
        }
        for _ in 0..<3 { #expect(try connection.rows("SELECT * FROM t") == ["1"]) }
    }

    /// Nothing but the program was there when the schema changed: the machine is made later.
    @Test(arguments: [false, true])
    func `a statement that was never bound has the new columns`(binds: Bool) throws {
        let connection = try Connection.memory("CREATE TABLE t(a); INSERT INTO t VALUES(1)")
        let select = try #require(try connection.prepare("SELECT *, ?1 FROM t"))
        #expect(select.columnCount == 2)
        if binds { try select.bind(.integer(5), at: 1) }
        try connection.execute("ALTER TABLE t ADD COLUMN b DEFAULT 2")
        #expect(try select.step())
        #expect(select.columnCount == 3)
        #expect(select.columnName(1) == "b")
        #expect(select.column(1).integer == 2)
        #expect(select.column(2).kind == (binds ? .integer : .null))
        select.reset()
    }

    /// A look at the schema came before BEGIN, and another connection wrote in between: the
    /// transaction was refused as one that had read what is old, or saw the old rows.
    @Test(arguments: ["BEGIN", "BEGIN IMMEDIATE", "SAVEPOINT s"])
    func `a transaction does not begin before it was asked for`(begin: String) throws {
        let files = MemoryFileSystem()
        let connection = try Connection(path: "/db", fileSystem: files)
        let other = try Connection(path: "/db", fileSystem: files)
        try connection.execute("CREATE TABLE t(a); INSERT INTO t VALUES(1)")
        let insert = try #require(try connection.prepare("INSERT INTO t VALUES(3)"))
        #expect(try connection.isCurrent(insert))
        try other.execute("INSERT INTO t VALUES(2)")
        try connection.execute(begin)
        #expect(try connection.rows("SELECT count(*) FROM t") == ["2"])
        _ = try insert.step()
        try connection.execute("COMMIT")
        #expect(try other.rows("SELECT a FROM t") == ["1", "2", "3"])
    }

    /// What others did is looked for when a statement runs, not each time its text comes.
    @Test func `a known text has the columns that another connection left`() throws {
        let files = MemoryFileSystem()
        let connection = try Connection(path: "/db", fileSystem: files)
        let other = try Connection(path: "/db", fileSystem: files)
        try connection.execute("CREATE TABLE t(a); INSERT INTO t VALUES(1)")
        let select = "SELECT * FROM t"
        for _ in 0..<3 { #expect(try connection.rows(select) == ["1"]) }
        try other.execute("ALTER TABLE t ADD COLUMN b DEFAULT 2")
        let known = try #require(try connection.prepare(select))
        #expect(try known.step())
        #expect(known.columnCount == 2)
        #expect(known.columnName(1) == "b")
        #expect(known.column(1).integer == 2)
        known.reset()
        try other.execute("DROP TABLE t")
        #expect(throws: EngineError.self) { try connection.prepare(select)?.step() }
        #expect(throws: EngineError.self) { try connection.prepare(select) }
        try other.execute("CREATE TABLE t(x); INSERT INTO t VALUES(8)")
        for _ in 0..<2 { #expect(try connection.rows(select) == ["8"]) }
    }

    /// A name is looked up once for tables and views of a database.
    @Test func `a name may stand for a table, then for a view, then for nothing`() throws {
        let connection = try Connection.memory("CREATE TABLE t(a); INSERT INTO t VALUES(1)")
        for _ in 0..<3 { #expect(try connection.rows("SELECT * FROM t") == ["1"]) }
        try connection.execute("DROP TABLE t; CREATE VIEW t AS SELECT 2 AS x")
        for _ in 0..<3 { #expect(try connection.rows("SELECT * FROM t") == ["2"]) }
        try connection.execute("CREATE TEMP TABLE t(b); INSERT INTO temp.t VALUES(3)")
        for _ in 0..<3 { #expect(try connection.rows("SELECT * FROM T") == ["3"]) }
        #expect(try connection.rows("SELECT * FROM main.t") == ["2"])
        try connection.execute("DROP TABLE t; DROP VIEW t")
        #expect(throws: EngineError.self) { try connection.rows("SELECT * FROM t") }
    }

    @Test func `a pragma that changes LIKE reaches statements that are prepared`() throws {
        let connection = try Connection.memory()
        let like = try #require(try connection.prepare("SELECT 'A' LIKE 'a'"))
        #expect(try like.step())
        #expect(like.column(0).integer == 1)
        like.reset()
        try connection.execute("PRAGMA case_sensitive_like = ON")
        #expect(try like.step())
        #expect(like.column(0).integer == 0)
        like.reset()
        #expect(try connection.rows("SELECT 'A' LIKE 'a'") == ["0"])
    }

    @Test func `counters are as they are now`() throws {
        let connection = try Connection.memory("CREATE TABLE t(id INTEGER PRIMARY KEY, x)")
        let last = try #require(try connection.prepare("SELECT last_insert_rowid(), changes()"))
        for number in [7, 9] {
            try connection.execute("INSERT INTO t(id) VALUES(\(number))")
            #expect(try last.step())
            #expect(last.column(0).integer == Int64(number))
            #expect(last.column(1).integer == 1)
            last.reset()
        }
        try connection.execute(
            """
            CREATE TABLE a(x); CREATE TABLE b(id INTEGER PRIMARY KEY); CREATE TABLE c(bid);
            CREATE TRIGGER tr AFTER INSERT ON a BEGIN
            INSERT INTO b VALUES(NULL); INSERT INTO c VALUES(last_insert_rowid()); END;
            INSERT INTO b VALUES(100); INSERT INTO a VALUES(1)
            """)
        #expect(try connection.rows("SELECT * FROM c") == ["101"])
        try connection.execute(
            "INSERT INTO t(x) VALUES(last_insert_rowid()), (last_insert_rowid())")
        #expect(try connection.rows("SELECT x FROM t WHERE id > 9 ORDER BY id") == ["1", "10"])
    }

    /// Nobody ended the transaction that it had begun for itself.
    @Test func `one that cannot be compiled again leaves no transaction`() throws {
        let connection = try Connection.memory("CREATE TABLE t(a)")
        let statement = try #require(try connection.prepare("INSERT INTO t VALUES(1)"))
        try connection.execute("DROP TABLE t")
        #expect(throws: EngineError.self) { _ = try statement.step() }
        let isOpen = connection.databases.contains { $0.transaction.isActive }
        #expect(!isOpen)
    }

    @Test func `one file under two names does not wait for itself`() throws {
        let connection = try Connection(path: "twice.db", fileSystem: MemoryFileSystem())
        try connection.execute("CREATE TABLE t(x); ATTACH 'twice.db' AS b; BEGIN")
        try connection.execute("INSERT INTO main.t VALUES(1)")
        #expect(connection.refusal("INSERT INTO b.t VALUES(2)") != nil)
        try connection.execute("COMMIT")
        #expect(try connection.rows("SELECT x FROM b.t") == ["1"])
        try connection.close()
    }
}
