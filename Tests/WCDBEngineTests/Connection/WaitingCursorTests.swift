import Testing
import WCDBStorage

@testable import WCDBEngine

/// Cursors that wait in a prepared statement while the trees under them come and go.
@Suite struct `Waiting cursors` {
    @Test func `a table that was rolled back and made again is another one`() throws {
        let connection = try Connection.memory("CREATE TABLE other(x)")
        try connection.execute("BEGIN; CREATE TABLE t(a UNIQUE)")
        let insert = try #require(try connection.prepare("INSERT INTO t VALUES(?1)"))
        try connection.insert(1, with: insert)
        try connection.execute("ROLLBACK; CREATE TABLE t(a UNIQUE)")
        try connection.insert(2, with: insert)
        try connection.insert(1, with: insert)
        #expect(try connection.rows("SELECT a FROM t ORDER BY a") == ["1", "2"])
        #expect(try connection.rows("PRAGMA integrity_check") == ["ok"])
    }

    /// The first row gives a tree its root, which a savepoint may take away again.
    @Test func `an empty table loses its root and gets another`() throws {
        let connection = try Connection.memory("CREATE TABLE t(a UNIQUE)")
        let insert = try #require(try connection.prepare("INSERT INTO t VALUES(?1)"))
        let count = try #require(try connection.prepare("SELECT count(a) FROM t WHERE a > 0"))
        try connection.execute("BEGIN")
        for _ in 0..<3 {
            try connection.execute("SAVEPOINT s")
            for value in 1...500 { try connection.insert(Int64(value), with: insert) }
            #expect(try connection.number(of: count) == 500)
            try connection.execute("ROLLBACK TO s; RELEASE s")
            #expect(try connection.number(of: count) == 0)
        }
        try connection.insert(1, with: insert)
        try connection.execute("COMMIT; DELETE FROM t")
        try connection.insert(1, with: insert)
        #expect(try connection.number(of: count) == 1)
        #expect(try connection.rows("PRAGMA integrity_check") == ["ok"])
    }

    @Test func `rows that came in order are no promise for the next`() throws {
        let connection = try Connection.memory("CREATE TABLE t(id INTEGER PRIMARY KEY, a UNIQUE)")
        let insert = try #require(try connection.prepare("INSERT INTO t VALUES(?1, ?1)"))
        try connection.execute("BEGIN")
        for value in stride(from: 10, through: 2_000, by: 10) {
            try connection.insert(Int64(value), with: insert)
        }
        for free: Int64 in [5, 15] { try connection.insert(free, with: insert) }
        for taken: Int64 in [2_000, 10] {
            let error = #expect(throws: EngineError.self) {
                try connection.insert(taken, with: insert)
            }
            #expect("\(error as Any)".contains("UNIQUE constraint failed: t.id"))
        }
        try connection.execute("DELETE FROM t WHERE id > 1000; INSERT INTO t VALUES(NULL, -1)")
        try connection.execute("COMMIT")
        #expect(try connection.rows("SELECT max(id), count(*) FROM t") == ["1001|103"])
        #expect(try connection.rows("PRAGMA integrity_check") == ["ok"])
    }

    @Test func `a table that another connection filled is seen`() throws {
        let files = MemoryFileSystem()
        let first = try Connection(path: "/db", fileSystem: files)
        let second = try Connection(path: "/db", fileSystem: files)
        try first.execute("CREATE TABLE t(a)")
        let count = try #require(try first.prepare("SELECT count(a) FROM t WHERE a > 0"))
        #expect(try first.number(of: count) == 0)
        for round in 1...3 {
            try second.execute("INSERT INTO t VALUES(\(round))")
            #expect(try first.number(of: count) == Int64(round))
        }
        try second.execute("DROP TABLE t; CREATE TABLE t(b, a); INSERT INTO t VALUES(0, 7)")
        #expect(try first.number(of: count) == 1)
    }

    @Test func `a database that was detached leaves its statements behind`() throws {
        let connection = try Connection.memory("ATTACH ':memory:' AS x; CREATE TABLE x.t(a)")
        let insert = try #require(try connection.prepare("INSERT INTO x.t VALUES(?1)"))
        try connection.insert(1, with: insert)
        try connection.execute("DETACH x")
        #expect(throws: EngineError.self) { try connection.insert(2, with: insert) }
        try connection.execute("ATTACH ':memory:' AS x; CREATE TABLE x.t(a)")
        try connection.insert(3, with: insert)
        #expect(try connection.rows("SELECT a FROM x.t") == ["3"])
    }
}

extension Connection {
    fileprivate func insert(_ value: Int64, with statement: PreparedSQL) throws {
        defer { statement.reset() }
        try statement.bind(.integer(value), at: 1)
        while try statement.step() {}
    }

    fileprivate func number(of statement: PreparedSQL) throws -> Int64 {
        defer { statement.reset() }
        guard try statement.step() else { return -1 }
        return statement.column(0).integer
    }
}
