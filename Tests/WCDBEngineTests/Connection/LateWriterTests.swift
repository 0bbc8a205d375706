import Foundation
import StorageSimulation
import Synchronization
import Testing
import WCDBStorage

@testable import WCDBEngine

/// Transactions that find out late that they write.
@Suite struct `A transaction that writes late` {
    private let path = "/db/late"
    private let files = MemoryFileSystem()

    private func open() throws -> Connection {
        try Connection(path: path, fileSystem: files)
    }

    /// Another connection commits between BEGIN and the statement.
    private func change(_ begin: String, _ meanwhile: String = "") throws -> String? {
        let other = try open()
        try other.execute(
            "CREATE TABLE IF NOT EXISTS t(a); DELETE FROM t; INSERT INTO t VALUES(1), (2)")
        let connection = try open()
        defer {
            try? connection.close()
            try? other.close()
        }
        try connection.execute(begin)
        // It is compiled, for which the schema is read.
        _ = try connection.prepare("UPDATE t SET a = a + 10")
        if !meanwhile.isEmpty { _ = try connection.rows(meanwhile) }
        try other.execute("INSERT INTO t VALUES(3)")
        if let refusal = connection.refusal("UPDATE t SET a = a + 10") { return refusal }
        try connection.execute("COMMIT")
        #expect(try other.rows("SELECT group_concat(a) FROM t") == ["11,12,13"])
        return nil
    }

    /// To compile took a snapshot, which was old when the statement ran.
    @Test(arguments: ["BEGIN", "SAVEPOINT s", "BEGIN; SAVEPOINT s"])
    func `goes on with the newest commit if nothing was read`(begin: String) throws {
        #expect(try change(begin) == nil)
    }

    @Test(arguments: ["SELECT count(*) FROM t", "PRAGMA table_info(t)"])
    func `is refused if something was`(query: String) throws {
        #expect(try change("BEGIN", query) == "database is locked")
    }

    /// What it showed before was of a snapshot from before BEGIN.
    @Test func `is refused if a query that was open showed something`() throws {
        let other = try open()
        try other.execute("CREATE TABLE t(a); INSERT INTO t VALUES(1), (2), (3)")
        let connection = try open()
        let query = try #require(try connection.prepare("SELECT a FROM t"))
        #expect(try query.step())
        try connection.execute("BEGIN")
        #expect(try query.step())
        try other.execute("INSERT INTO t VALUES(4)")
        query.reset()
        #expect(connection.refusal("UPDATE t SET a = a + 10") == "database is locked")
        try connection.close()
        try other.close()
    }

    /// It had read before it failed.
    @Test func `is refused if a change failed that had read`() throws {
        let other = try open()
        try other.execute("CREATE TABLE t(a); INSERT INTO t VALUES(1), (2)")
        let connection = try open()
        try connection.execute("CREATE TEMP TABLE u(a UNIQUE); INSERT INTO u VALUES(2); BEGIN")
        #expect(
            connection.refusal("INSERT OR FAIL INTO u SELECT a FROM t")
                == "UNIQUE constraint failed: u.a")
        try other.execute("INSERT INTO t VALUES(4)")
        #expect(connection.refusal("UPDATE t SET a = a + 10") == "database is locked")
        try connection.close()
        try other.close()
    }

    @Test func `waits for the writer that is there`() throws {
        let other = try open()
        try other.execute("CREATE TABLE t(a); BEGIN IMMEDIATE; INSERT INTO t VALUES(1)")
        let isReady = DispatchSemaphore(value: 0)
        let isDone = DispatchSemaphore(value: 0)
        let failure = Mutex<(any Error)?>(nil)
        Thread.detachNewThread { [self] in
            do {
                let connection = try open()
                try connection.execute("BEGIN")
                _ = try connection.prepare("DELETE FROM t")
                isReady.signal()
                try connection.execute("DELETE FROM t; COMMIT")
                try connection.close()
            } catch {
                failure.withLock { $0 = error }
            }
            isDone.signal()
        }
        isReady.wait()
        Thread.sleep(forTimeInterval: 0.05)
        try other.execute("COMMIT")
        isDone.wait()
        #expect(failure.withLock { $0 } == nil)
        #expect(try other.rows("SELECT count(*) FROM t") == ["0"])
        try other.close()
    }
}
