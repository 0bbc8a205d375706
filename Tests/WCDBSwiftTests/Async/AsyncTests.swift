import Foundation
import Testing
import WCDBSwift

@Suite(.timeLimit(.minutes(20))) struct `Tasks` {
    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }
    struct Refusal: Error {}

    @Test func `reading and writing`() async throws {
        try temporary.createTable()
        let database = database
        let identifier = try await database.write { handle in
            try handle.exec(sql: "INSERT INTO t(b) VALUES(\("x"))")
            return handle.lastInsertedRowID
        }
        #expect(identifier == 1)
        let text = try await database.read { handle in
            try handle.getValue(sql: "SELECT b FROM t")?.stringValue
        }
        #expect(text == "x")
        await #expect(throws: Refusal.self) {
            try await database.write { handle in
                try handle.exec(sql: "DELETE FROM t")
                throw Refusal()
            }
        }
        #expect(try temporary.rows().count == 1)
        let error = await #expect(throws: WCDBError.self) {
            try await database.read { try $0.exec(sql: "DELETE FROM t") }
        }
        #expect(error?.code == .Readonly)
        // The connection that read may write again.
        try database.exec(sql: "INSERT INTO t(b) VALUES('y')")
        #expect(!database.isInTransaction)
    }

    @Test func `a read is of one moment`() async throws {
        try temporary.createTable()
        let database = database
        let counts = try await database.read { handle in
            let before = try handle.getValue(sql: "SELECT count(*) FROM t")?.intValue
            OtherThread.run {
                try? database.exec(sql: "INSERT INTO t(b) VALUES('meanwhile')")
            }
            return [before, try handle.getValue(sql: "SELECT count(*) FROM t")?.intValue]
        }
        #expect(counts == [0, 0])
        #expect(try temporary.rows().count == 1)
    }

    @Test func `many tasks write and none is lost`() async throws {
        try temporary.createTable()
        let database = database
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    try await database.write {
                        try $0.exec(sql: "INSERT INTO t(b) VALUES(\(number))")
                    }
                    _ = try await database.read { try $0.getRows(sql: "SELECT * FROM t") }
                }
            }
            try await group.waitForAll()
        }
        #expect(try temporary.rows().count == 200)
    }

    @Test func `a task that is cancelled stops what it does`() async throws {
        try temporary.createTable()
        let database = database
        let isStarted = Collected<Bool>()
        let task = Task {
            try await database.write { handle in
                try handle.exec(sql: "INSERT INTO t(b) VALUES('never')")
                isStarted.add(true)
                while true { try handle.exec(sql: "INSERT INTO t(b) VALUES('never')") }
            }
        }
        #expect(await isStarted.arrives { $0 })
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try temporary.rows().isEmpty)
        try await database.write { try $0.exec(sql: "INSERT INTO t(b) VALUES('next')") }
    }

    @Test func `a task that waits for a writer is cancelled at once`() async throws {
        try temporary.createTable()
        let database = database
        let isHeld = Collected<Bool>()
        let isDone = DispatchSemaphore(value: 0)
        let thread = Thread {
            try? database.run(transaction: { _ in
                isHeld.add(true)
                isDone.wait()
            })
        }
        thread.start()
        #expect(await isHeld.arrives { $0 })
        let first = Task { try await database.write { try $0.exec(sql: "DELETE FROM t") } }
        let second = Task { try await database.write { try $0.exec(sql: "DELETE FROM t") } }
        try await Task.sleep(for: .milliseconds(30))
        second.cancel()
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        await #expect(throws: CancellationError.self) { try await second.value }
        isDone.signal()
        try await database.write { try $0.exec(sql: "INSERT INTO t(b) VALUES('x')") }
    }

    @Test func `a task that waits for a connection is cancelled at once`() async throws {
        try temporary.createTable()
        let database = database
        let isDone = try await temporary.shut()
        defer { isDone.signal() }
        let outcomes = Collected<Bool>()
        let reader = Task {
            do {
                try await database.read { try $0.exec(sql: "SELECT * FROM t") }
            } catch {
                outcomes.add(error is CancellationError)
            }
        }
        let loop = Task {
            do {
                for try await _ in database.rows(sql: "SELECT * FROM t") {}
            } catch {
                outcomes.add(error is CancellationError)
            }
        }
        try await Task.sleep(for: .milliseconds(50))
        reader.cancel()
        loop.cancel()
        #expect(await outcomes.arrives(count: 2))
        #expect(outcomes.all == [true, true])
    }

    @Test func `what a cancelled task goes on with is not kept`() async throws {
        try temporary.createTable()
        let database = database
        let isStarted = Collected<Bool>()
        let task = Task {
            try await database.write { handle in
                try handle.exec(sql: "INSERT INTO t(b) VALUES('never')")
                isStarted.add(true)
                // A closure that does not care for errors.
                while (try? handle.exec(sql: "SELECT 1")) != nil {}
            }
        }
        try #require(await isStarted.arrives { $0 })
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try temporary.rows().isEmpty)
    }

    @Test func `a task that was cancelled does not begin`() async throws {
        try temporary.createTable()
        let database = database
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            try await database.write { try $0.exec(sql: "INSERT INTO t(b) VALUES('x')") }
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try temporary.rows().isEmpty)
    }

    @Test func `rows come one after the other`() async throws {
        try temporary.createTable()
        try database.run(transaction: { handle in
            for number in 1...1000 { try handle.exec(sql: "INSERT INTO t VALUES(\(number), 'x')") }
        })
        var sum = 0
        var count = 0
        for try await row in database.rows(sql: "SELECT a FROM t ORDER BY a") {
            if count == 10 { try database.exec(sql: "DELETE FROM t WHERE a > 500") }
            sum += row[0].intValue
            count += 1
        }
        // The rows are those of the moment when the loop began.
        #expect(count == 1000)
        #expect(sum == 500_500)
        for try await row in database.rows(from: TemporaryDatabase.selectAll) {
            #expect(row[0].intValue == 1)
            break
        }
        // Nobody has a connection any more, or soon: closing ends.
        try database.close {}
        let error = await #expect(throws: WCDBError.self) {
            for try await _ in database.rows(sql: "SELECT * FROM missing") {}
        }
        #expect(error?.message == "no such table: missing")
    }

    @Test func `a loop over rows ends with its task`() async throws {
        try temporary.createTable()
        try database.run(transaction: { handle in
            for number in 1...300 { try handle.exec(sql: "INSERT INTO t VALUES(\(number), 'x')") }
        })
        let database = database
        let count = Collected<Int>()
        let task = Task {
            // More rows than anybody will ever wait for.
            for try await row in database.rows(sql: "SELECT t.a FROM t, t AS u, t AS v, t AS w") {
                count.add(row[0].intValue)
                await Task.yield()
            }
        }
        #expect(await count.arrives { $0 > 0 })
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try database.close {}
    }

    /// The transaction belonged to no thread: nobody could end it, and everybody waited for it.
    @Test func `rows of a statement that begins a transaction`() async throws {
        try temporary.createTable()
        let begun = database.rows(sql: "BEGIN IMMEDIATE")
        let error = await #expect(throws: WCDBError.self) { for try await _ in begun {} }
        #expect(error?.code == .Misuse)
        try database.exec(TemporaryDatabase.insert(1, "x"))
        database.close()
        #expect(!database.isOpened)
    }
}
