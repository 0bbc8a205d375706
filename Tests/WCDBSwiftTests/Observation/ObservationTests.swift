import Foundation
import Testing
import WCDBSwift

@Suite(.timeLimit(.minutes(20))) struct `Observation` {
    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }
    struct Refusal: Error {}

    private static func texts(_ rows: MultiRowsValue?) -> [String]? {
        rows?.map { $0[0].stringValue }
    }

    @Test func `rows come at once, and when they change`() async throws {
        try temporary.createTable()
        try database.exec(sql: "CREATE TABLE other(x)")
        var rows = database.observe(sql: "SELECT b FROM t WHERE a < 10 ORDER BY a")
            .makeAsyncIterator()
        #expect(Self.texts(try await rows.next()) == [])
        try database.exec(sql: "INSERT INTO t VALUES(1, 'x')")
        #expect(Self.texts(try await rows.next()) == ["x"])
        // What does not concern the query, changes no row of it, or is undone, is not seen.
        try database.exec(sql: "INSERT INTO other VALUES(1)")
        try database.exec(sql: "INSERT INTO t VALUES(100, 'far')")
        try database.run(controllableTransaction: { handle in
            try handle.exec(sql: "DELETE FROM t")
            return false
        })
        // Several commits at once are one change.
        try database.exec(sql: "INSERT INTO t VALUES(2, 'y')")
        try database.run(transaction: { handle in
            try handle.exec(sql: "UPDATE t SET b = 'z' WHERE a = 1")
            try handle.exec(sql: "INSERT INTO t VALUES(3, 'w')")
        })
        #expect(Self.texts(try await rows.next()) == ["z", "y", "w"])
        try database.exec(sql: "DROP TABLE t")
        await #expect(throws: WCDBError.self) { try await rows.next() }
    }

    /// The change had been taken from those that are to be told, and the next call waited for
    /// another one.
    @Test func `a change whose rows could not be read is not lost`() async throws {
        try temporary.createTable()
        var rows = database.observe(sql: "SELECT abs(a) FROM t").makeAsyncIterator()
        #expect(Self.texts(try await rows.next()) == [])
        try database.exec(sql: "INSERT INTO t VALUES(-9223372036854775808, 'x')")
        for _ in 1...2 {
            await #expect(throws: WCDBError.self) { try await rows.next() }
        }
        try database.exec(sql: "UPDATE t SET a = 3")
        #expect(Self.texts(try await rows.next()) == ["3"])
    }

    @Test func `nothing is seen before it is committed`() async throws {
        try temporary.createTable()
        var changes = database.changes().makeAsyncIterator()
        try database.begin()
        try database.exec(sql: "INSERT INTO t VALUES(1, 'x')")
        try database.begin()
        try database.exec(sql: "INSERT INTO t VALUES(2, 'x')")
        try database.rollback()
        try database.rollback()
        try database.exec(sql: "CREATE TABLE u(x)")
        let first = await changes.next()
        #expect(first?.tables == [])
        #expect(first?.isSchemaChanged == true)
        try database.exec(sql: "INSERT INTO U VALUES(1)")
        let second = await changes.next()
        #expect(second?.tables == ["u"])
        #expect(second?.isSchemaChanged == false)
    }

    @Test func `a task that was cancelled before is told no rows, and no error`() async throws {
        try temporary.createTable()
        let database = database
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            var rows = database.observe(TemporaryDatabase.selectAll).makeAsyncIterator()
            return try await rows.next()?.count
        }
        #expect(try await task.value == nil)
    }

    @Test func `a loop ends with its task, and others go on`() async throws {
        try temporary.createTable()
        let database = database
        let seen = Collected<Int>()
        let task = Task {
            for try await rows in database.observe(TemporaryDatabase.selectAll) {
                seen.add(rows.count)
            }
        }
        #expect(await seen.arrives { $0 == 0 })
        // Written by any thread, through any object.
        let path = database.path
        let thread = Thread { try? Database(at: path).exec(sql: "INSERT INTO t VALUES(1, 'x')") }
        thread.start()
        #expect(await seen.arrives { $0 == 1 })
        task.cancel()
        _ = await task.result
        try database.exec(sql: "INSERT INTO t VALUES(2, 'x')")
        #expect(seen.all == [0, 1])
    }
}
