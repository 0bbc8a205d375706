import Foundation
import Synchronization
import Testing
import WCDBStorage

@testable import WCDBEngine

/// A statement that waits for a writer who changes the schema starts again with the new one.
@Suite struct `Schema changes meanwhile` {
    /// Runs `waiting` on another connection while this one has the right to write, changes the
    /// schema, and lets it go on.
    private func run(
        _ waiting: String, while change: String, files: MemoryFileSystem = MemoryFileSystem()
    ) throws -> (Connection, failure: EngineError?) {
        let first = try Connection(path: nil, fileSystem: files)
        try first.execute("CREATE TABLE t(a, b); INSERT INTO t VALUES(1, 'x')")
        try first.execute("BEGIN IMMEDIATE")
        let failure = Mutex<EngineError?>(nil)
        let thread = BackgroundThread(name: "waiting") {
            do throws(EngineError) {
                let second = try Connection(path: nil, fileSystem: files)
                try second.execute(waiting)
                try second.close()
            } catch {
                failure.withLock { $0 = error }
            }
        }
        // It has read the old schema and stands in line.
        while !first.othersWaitToWrite { Thread.sleep(forTimeInterval: 0.001) }
        try first.execute(change)
        try first.execute("COMMIT")
        thread.join()
        return (first, failure.withLock { $0 })
    }

    @Test func `an insert keeps the index that came`() throws {
        let (connection, failure) = try run(
            "INSERT INTO t VALUES(2, 'y')", while: "CREATE INDEX i ON t(b)")
        #expect(failure == nil)
        #expect(try connection.rows("PRAGMA integrity_check") == ["ok"])
        #expect(try connection.rows("SELECT a FROM t INDEXED BY i WHERE b = 'y'") == ["2"])
    }

    @Test func `an index is built with the column that came`() throws {
        let (connection, failure) = try run(
            "CREATE INDEX i ON t(c)", while: "ALTER TABLE t ADD COLUMN c DEFAULT 5")
        #expect(failure == nil)
        #expect(try connection.rows("SELECT a FROM t INDEXED BY i WHERE c = 5") == ["1"])
    }

    @Test func `a table that came is not made twice`() throws {
        let (_, failure) = try run("CREATE TABLE u(x)", while: "CREATE TABLE u(y)")
        #expect(failure?.message == "table u already exists")
        let (connection, none) = try run(
            "CREATE TABLE IF NOT EXISTS u(x)", while: "CREATE TABLE u(y)")
        #expect(none == nil)
        #expect(try connection.rows("SELECT y FROM u").isEmpty)
    }

    @Test func `a table that went is missed`() throws {
        let (_, failure) = try run("INSERT INTO t VALUES(2, 'y')", while: "DROP TABLE t")
        #expect(failure?.message == "no such table: t")
    }
}
