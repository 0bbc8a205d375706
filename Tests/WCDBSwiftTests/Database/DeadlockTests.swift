import Foundation
import Testing
import WCDBSwift

/// Threads that wait for one another are told, where they would have waited for ever.
@Suite struct `Deadlocks` {
    @Test func `of two databases are reported to one of two threads`() throws {
        let (left, right) = (TemporaryDatabase(), TemporaryDatabase())
        try left.createTable()
        try right.createTable()
        let meeting = DispatchGroup()
        meeting.enter()
        meeting.enter()
        let errors = Collected<WCDBError?>()
        for (first, second) in [(left, right), (right, left)] {
            errors.start {
                try first.database.run(transaction: { _ in
                    try first.database.exec(TemporaryDatabase.insert(1, "own"))
                    meeting.leave()
                    meeting.wait()
                    try second.database.exec(TemporaryDatabase.insert(2, "other's"))
                })
            }
        }
        try #require(errors.waits(forCount: 2))
        let told = errors.all.compactMap(\.self)
        #expect(told.count == 1)
        #expect(told.first?.code == .Busy)
        #expect(told.first?.message?.contains("waits, directly or not") == true)
        // The other one is whole in both files, the refused one in none.
        let rows = try left.rows() + right.rows()
        #expect(rows.sorted { $0[0] < $1[0] } == [["1", "own"], ["2", "other's"]])
    }

    /// Those who wait to write were counted, and the one whose transaction they waited for stood in
    /// the line behind them, where nobody looks for circles.
    @Test func `are reported where many wait to write`() throws {
        let (left, right) = (TemporaryDatabase(), TemporaryDatabase())
        try left.createTable()
        try right.createTable()
        let errors = Collected<WCDBError?>()
        let (writesLeft, writesRight) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        errors.start {
            try left.database.run(transaction: { _ in
                writesLeft.signal()
                writesRight.wait()
                Thread.sleep(forTimeInterval: 0.5)
                try right.database.exec(TemporaryDatabase.insert(1, "of the left"))
            })
        }
        writesLeft.wait()
        errors.start {
            try right.database.run(transaction: { _ in
                for row in 2...5 {
                    errors.start {
                        try right.database.exec(TemporaryDatabase.insert(row, "in line"))
                    }
                }
                writesRight.signal()
                try left.database.exec(TemporaryDatabase.insert(1, "of the right"))
            })
        }
        try #require(errors.waits(forCount: 6))
        let told = errors.all.compactMap(\.self)
        #expect(told.map(\.code) == [.Busy])
    }

    /// The one that closes waited for the connection that was being given up, and what the program
    /// wanted to be run before that waited for the one that closes.
    @Test func `do not come of a closing beside a purge`() throws {
        let temporary = TemporaryDatabase()
        try temporary.createTable()
        let database = temporary.database
        let (isRunning, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let done = Collected<String>()
        database.setConfig(
            named: "last words", withInvocation: { _ in },
            withUninvocation: { _ in
                isRunning.signal()
                _ = mayGoOn.wait(timeout: .now() + 60)
                done.add("read \(try temporary.rows().count)")
            })
        _ = try temporary.rows()
        Thread {
            database.purge()
            done.add("purged")
        }.start()
        isRunning.wait()
        Thread {
            database.close()
            done.add("closed")
        }.start()
        Thread.sleep(forTimeInterval: 0.3)
        for _ in 0..<3 { mayGoOn.signal() }
        for word in ["read 0", "purged", "closed"] { #expect(done.waits { $0 == word }) }
    }

    /// Who is told of the error was called before the connection counted as not opened.
    @Test func `do not come of removing what could not be opened`() throws {
        let temporary = TemporaryDatabase()
        let database = temporary.database
        try Data(repeating: 0x5A, count: 8192).write(to: URL(fileURLWithPath: database.path))
        database.traceError { error in
            if error.code == .NotADatabase { try? database.removeFiles() }
        }
        defer { database.traceError(nil) }
        let answers = Collected<String>()
        Thread {
            for _ in 1...2 {
                do {
                    try temporary.createTable()
                    answers.add("made")
                } catch {
                    answers.add("refused")
                }
            }
        }.start()
        #expect(answers.waits { $0 == "made" })
        #expect(answers.all == ["refused", "made"])
    }
}
