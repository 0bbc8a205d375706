import Foundation
import Testing
import WCDBSwift

/// Loops over rows hold connections while others wait for one: the loops must go on, or nobody
/// does.
@Suite(.serialized, .timeLimit(.minutes(20))) struct `Loops beside readers that wait` {
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

    /// While loops followed one another, each let the next one in before whoever waited for their
    /// end: for as long as they did.
    @Test func `a closing is not put off by loops that begin later`() async throws {
        try fill()
        let database = database
        let isOver = Collected<Bool>()
        let loops = (0..<4).map { _ in
            Task.detached {
                var count = 0
                while isOver.all.isEmpty {
                    for try await _ in database.rows(sql: "SELECT a FROM t") {
                        count += 1
                        if count % 100 == 0 { try await Task.sleep(for: .milliseconds(10)) }
                    }
                }
            }
        }
        try await Task.sleep(for: .milliseconds(100))
        let begin = ContinuousClock.now
        for _ in 0..<20 {
            let isClosed = Collected<Bool>()
            Thread {
                database.close()
                isClosed.add(true)
            }.start()
            try #require(await isClosed.arrives { $0 })
        }
        #expect(begin.duration(to: .now) < .seconds(20))
        isOver.add(true)
        for loop in loops { try await loop.value }
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

    @Test func `there may be more loops than connections`() async throws {
        try fill()
        let started = Collected<Int>()
        let go = Collected<Bool>()
        let done = Collected<Int>()
        let loops = (0..<48).map { _ in loop(started, go, done) }
        // Those that find the connections taken have read their rows at once.
        #expect(await started.arrives(count: 48))
        go.add(true)
        #expect(await done.arrives(count: loops.count))
        #expect(done.all == Array(repeating: 400, count: 48))
        for open in loops { open.cancel() }
        for open in loops { _ = await open.result }
    }

    /// All connections were the loops', and what is within them waited for one for ever: a server
    /// with as many requests at a time stood still.
    @Test func `loops read and write within, however many there are`() async throws {
        try fill()
        let database = database
        try database.exec(sql: "CREATE TABLE log(a)")
        try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<48 {
                group.addTask {
                    var sum = 0
                    var isFirst = true
                    for try await row in database.rows(sql: "SELECT a FROM t") {
                        sum += row[0].intValue
                        guard isFirst else { continue }
                        isFirst = false
                        // So that all have begun.
                        try await Task.sleep(for: .milliseconds(100))
                        for try await inner in database.rows(sql: "SELECT b FROM t LIMIT 1") {
                            #expect(inner[0].stringValue == "x")
                        }
                        let count = try await database.read {
                            try $0.getValue(sql: "SELECT count(*) FROM t")?.intValue
                        }
                        #expect(count == 400)
                        try await database.write {
                            try $0.exec(sql: "INSERT INTO log VALUES(\(number))")
                        }
                    }
                    return sum
                }
            }
            for try await sum in group { #expect(sum == 400 * 401 / 2) }
        }
        #expect(try temporary.rows(of: "SELECT count(DISTINCT a) FROM log") == ["48"])
    }

    @Test func `a loop reads within while somebody waits to close the database`() async throws {
        try fill()
        let database = database
        var isFirst = true
        let isClosed = Collected<Bool>()
        for try await _ in database.rows(sql: "SELECT a FROM t") {
            guard isFirst else { continue }
            isFirst = false
            let thread = Thread {
                database.close()
                isClosed.add(true)
            }
            thread.start()
            try await Task.sleep(for: .milliseconds(100))
            let count = try await database.read { try $0.getRows(sql: "SELECT * FROM t").count }
            #expect(count == 400)
            // Some batches of rows, without a connection; and loops that end before their rows do.
            for limit in [1, 2, 128, 129, 400] {
                var sum = 0
                for try await row in database.rows(sql: "SELECT a FROM t LIMIT \(limit)") {
                    sum += row[0].intValue
                }
                #expect(sum == limit * (limit + 1) / 2)
            }
            for try await row in database.rows(sql: "SELECT a FROM t") where row[0].intValue > 200 {
                break
            }
            #expect(isClosed.all.isEmpty)
        }
        #expect(await isClosed.arrives { $0 })
    }

    /// The threads that read for tasks were those of all databases.
    @Test func `readers of a database that is kept shut do not keep others waiting`() async throws {
        try fill()
        let database = database
        let other = TemporaryDatabase()
        try other.createTable()
        let go = try await temporary.shut()
        let readers = (0..<20).map { _ in
            Task { try await database.read { try $0.getRows(sql: "SELECT * FROM t").count } }
        }
        try await Task.sleep(for: .milliseconds(100))
        let read = Collected<Int>()
        let reader = Task { [other] in
            read.add(try await other.database.read { try $0.getRows(sql: "SELECT * FROM t").count })
        }
        #expect(await read.arrives { $0 == 0 })
        go.signal()
        for reader in readers { #expect(try await reader.value == 400) }
        try await reader.value
    }
}
