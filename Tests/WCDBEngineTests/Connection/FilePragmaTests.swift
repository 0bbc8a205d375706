import Testing
import WCDBStorage

@testable import WCDBEngine

/// What pragmas say of a file, and do to it, when several connections use it.
struct FilePragmaTests {
    let files = MemoryFileSystem()

    private func open() throws -> Connection { try Connection(path: "/db", fileSystem: files) }

    private func number(_ pragma: String, _ connection: Connection) throws -> Int {
        try #require(Int(connection.rows("PRAGMA \(pragma)").first ?? ""))
    }

    @Test func `the version changes when others have committed, and only then`() throws {
        let (own, other) = (try open(), try open())
        try own.execute("CREATE TABLE t(a)")
        let before = try number("data_version", own)
        try own.execute("INSERT INTO t VALUES(1); BEGIN; INSERT INTO t VALUES(2); COMMIT; VACUUM")
        try own.execute("DELETE FROM t WHERE a = 2; PRAGMA incremental_vacuum")
        #expect(try number("data_version", own) == before)
        try other.execute("BEGIN; INSERT INTO t VALUES(3); ROLLBACK; SELECT * FROM t")
        #expect(try number("data_version", own) == before)
        try other.execute("INSERT INTO t VALUES(3)")
        let after = try number("data_version", own)
        #expect(after != before)
        #expect(try number("data_version", own) == after)
        // A transaction reads what was there when it began.
        try own.execute("BEGIN; SELECT * FROM t")
        try other.execute("INSERT INTO t VALUES(4)")
        #expect(try number("data_version", own) == after)
        try own.execute("COMMIT")
        #expect(try number("data_version", own) != after)
        #expect(try number("temp.data_version", own) == 1)
        try own.close()
        try other.close()
    }

    @Test func `the file does not grow beyond its limit, and nothing is lost`() throws {
        let (own, other) = (try open(), try open())
        try own.execute("CREATE TABLE t(a); INSERT INTO t VALUES('kept')")
        let size = try number("page_count", own)
        #expect(try number("max_page_count = 1", own) == size)
        #expect(
            own.refusal("INSERT INTO t VALUES(zeroblob(20000))") == "database or disk is full")
        #expect(own.isAutocommit)
        #expect(try own.rows("SELECT a FROM t") == ["kept"])
        #expect(try number("page_count", own) == size)
        // What fits is taken, and so is what finds gaps.
        #expect(try number("max_page_count = \(size + 20)", own) == size + 20)
        try own.execute(
            "INSERT INTO t VALUES(zeroblob(40000)); DELETE FROM t WHERE a <> 'kept';"
                + "INSERT INTO t VALUES(zeroblob(40000))")
        let full = try #require(
            own.refusal("INSERT INTO t SELECT zeroblob(9000) FROM t, t AS u, t AS v"))
        #expect(full == "database or disk is full")
        #expect(try number("page_count", own) <= size + 20)
        #expect(try own.rows("PRAGMA integrity_check") == ["ok"])
        // The limit is the connection's.
        try other.execute("INSERT INTO t VALUES(zeroblob(200000))")
        #expect(try number("max_page_count = 2", own) == number("page_count", own))
        #expect(try own.rows("SELECT count(*) FROM t") == ["3"])
        try own.close()
        try other.close()
    }

    @Test func `a limit holds for large transactions and for indexes`() throws {
        let connection = try open()
        try connection.execute("CREATE TABLE t(a, b)")
        let size = try number("page_count", connection)
        _ = try connection.rows("PRAGMA max_page_count = \(size + 40)")
        let rows = """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
            INSERT INTO t SELECT i, hex(randomblob(100)) FROM n
            """
        #expect(connection.refusal(rows) == "database or disk is full")
        #expect(try connection.rows("SELECT count(*) FROM t") == ["0"])
        try connection.execute(rows.replacing("2000", with: "600"))
        #expect(connection.refusal("CREATE INDEX i ON t(b, a)") == "database or disk is full")
        #expect(try connection.rows("SELECT count(*) FROM pragma_index_list('t')") == ["0"])
        #expect(try connection.rows("SELECT count(*), max(a) FROM t") == ["600|600"])
        #expect(try connection.rows("PRAGMA integrity_check") == ["ok"])
        try connection.close()
    }

    @Test func `gaps are closed as far as it is told`() throws {
        let connection = try open()
        try connection.execute(
            "CREATE TABLE t(a); INSERT INTO t VALUES(zeroblob(100000)), ('kept');"
                + "CREATE TABLE u(a); INSERT INTO u VALUES(zeroblob(50000)); DELETE FROM t "
                + "WHERE a <> 'kept'")
        let free = try number("freelist_count", connection)
        #expect(free > 20)
        #expect(try connection.rows("PRAGMA incremental_vacuum(1)") == [])
        let fewer = try number("freelist_count", connection)
        #expect(fewer < free && fewer > 0)
        // Within a transaction its trees are in use: nothing happens.
        try connection.execute(
            "BEGIN; INSERT INTO u VALUES(1); SAVEPOINT s; PRAGMA incremental_vacuum; COMMIT")
        #expect(try number("freelist_count", connection) == fewer)
        #expect(try connection.rows("PRAGMA main.incremental_vacuum") == [])
        #expect(try number("freelist_count", connection) == 0)
        #expect(try connection.rows("SELECT a FROM t") == ["kept"])
        #expect(try connection.rows("SELECT length(a) FROM u") == ["50000", "1"])
        #expect(try connection.rows("PRAGMA integrity_check") == ["ok"])
        try connection.close()
    }
}
