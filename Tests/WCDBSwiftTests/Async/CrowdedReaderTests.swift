import Foundation
import Testing
import WCDBSwift

/// Loops over rows hold connections while others wait for one: the loops must go on, or nobody
/// does.
@Suite(.serialized, .timeLimit(.minutes(3))) struct `Loops beside readers that wait` {
    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }

    private func fill() throws {
        try temporary.createTable()
        try database.run(transaction: { handle in
            for number in 1...400 { try handle.exec(sql: "INSERT INTO t VALUES(\(number), 'x')") }
        })
    }

    /// A loop that waits after its first row until it may go on.
    private func loop(_ started: Collected<Int>, _ go: Collected<Bool>, _ done: Collected<Int>)
        -> Task<Void, any Error>
    {
        let database = database
        return Task {
            var count = 0
            for try await _ in database.rows(sql: "SELECT a FROM t") {
                count += 1
                guard count == 1 else { continue }
                started.add(1)
                _ = await go.arrives { $0 }
            }
            done.add(count)
        }
    }

    @Test func `a loop goes on while a blockade and readers wait for its end`() async throws {
        try fill()
        let database = database
        let started = Collected<Int>()
        let go = Collected<Bool>()
        let done = Collected<Int>()
        let open = loop(started, go, done)
        try #require(await started.arrives { $0 == 1 })
        let isOver = Collected<Bool>()
        let thread = Thread {
            database.blockade()
            database.unblockade()
            isOver.add(true)
        }
        thread.start()
        try await Task.sleep(for: .milliseconds(100))
        let readers = (0..<16).map { _ in
            Task { try await database.read { try $0.getRows(sql: "SELECT count(*) FROM t") } }
        }
        try await Task.sleep(for: .milliseconds(100))
        go.add(true)
        let isDone = await done.arrives { $0 == 400 }
        open.cancel()
        #expect(isDone)
        for reader in readers { #expect(try await reader.value[0][0].intValue == 400) }
        #expect(await isOver.arrives { $0 })
    }

    @Test func `more loops than connections take turns`() async throws {
        try fill()
        let started = Collected<Int>()
        let go = Collected<Bool>()
        let done = Collected<Int>()
        let loops = (0..<48).map { _ in loop(started, go, done) }
        for _ in 0..<1000 where started.all.count < 32 {
            try await Task.sleep(for: .milliseconds(10))
        }
        // The others stand in line for a connection that only the end of one of these gives.
        #expect(started.all.count == 32)
        go.add(true)
        for _ in 0..<2000 where done.all.count < loops.count {
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(done.all == Array(repeating: 400, count: 48))
        for open in loops { open.cancel() }
        for open in loops { _ = await open.result }
    }
}
