import Foundation
import Synchronization
import Testing
import WCDBSwift

@Suite(.serialized) struct `Cancellation and waiting` {
    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }

    /// Holds the right to write until the closure is done, or for ten seconds; says which.
    @discardableResult
    private func whileAnotherWrites(
        in other: Database? = nil, _ body: () throws -> Void
    ) throws -> DispatchTimeoutResult {
        let database = other ?? database
        let outcome = Mutex(DispatchTimeoutResult.success)
        let isHeld = DispatchSemaphore(value: 0)
        let isDone = DispatchSemaphore(value: 0)
        let isOver = DispatchSemaphore(value: 0)
        let thread = Thread {
            try? database.run(transaction: { handle in
                try handle.exec(StatementSQL("INSERT INTO t(b) VALUES('held')"))
                isHeld.signal()
                let ended = isDone.wait(timeout: .now() + 10)
                outcome.withLock { $0 = ended }
            })
            isOver.signal()
        }
        thread.start()
        isHeld.wait()
        do {
            defer {
                isDone.signal()
                isOver.wait()
            }
            try body()
        }
        return outcome.withLock { $0 }
    }

    /// What was to be stopped was committed.
    @Test func `a signal stops a commit, and not what undoes`() throws {
        try temporary.createTable()
        let signal = Handle.CancellationSignal()
        let error = #expect(throws: WCDBError.self) {
            try database.run(transaction: { handle in
                handle.attach(cancellationSignal: signal)
                try handle.exec(sql: "INSERT INTO t VALUES(1, 'x')")
                signal.cancel()
            })
        }
        #expect(error?.code == .Interrupt)
        #expect(try temporary.rows().isEmpty)
        let handle = try database.getHandle()
        let later = Handle.CancellationSignal()
        handle.attach(cancellationSignal: later)
        try handle.exec(sql: "BEGIN")
        try handle.exec(sql: "SAVEPOINT s")
        try handle.exec(sql: "INSERT INTO t VALUES(1, 'x')")
        later.cancel()
        for sql: SQLTemplate in ["SAVEPOINT z", "RELEASE s", "COMMIT"] {
            let error = #expect(throws: WCDBError.self) { try handle.exec(sql: sql) }
            #expect(error?.code == .Interrupt)
        }
        try handle.exec(sql: "ROLLBACK TO s")
        handle.detachCancellationSignal()
        try handle.exec(sql: "INSERT INTO t VALUES(2, 'y')")
        try handle.exec(sql: "COMMIT")
        let rows = try database.getColumn(from: StatementSQL("SELECT a FROM t"))
        #expect(rows.map(\.intValue) == [2])
    }

    /// The level stayed open, and what had failed was committed later.
    @Test func `a signal that stops the end of a nested transaction undoes it`() throws {
        try temporary.createTable()
        let handle = try database.getHandle()
        try handle.begin()
        let signal = Handle.CancellationSignal()
        handle.attach(cancellationSignal: signal)
        let error = #expect(throws: WCDBError.self) {
            try handle.run(pausableTransaction: { handle, isDone, _ in
                try handle.exec(sql: "INSERT INTO t VALUES(1, 'x')")
                isDone = true
                signal.cancel()
            })
        }
        #expect(error?.code == .Interrupt)
        handle.detachCancellationSignal()
        try handle.commit()
        #expect(!handle.isInTransaction)
        #expect(try temporary.rows().isEmpty)
    }

    @Test func `a signal stops what runs and what comes later`() throws {
        try temporary.createTable()
        let handle = try database.getHandle()
        let signal = Handle.CancellationSignal()
        handle.attach(cancellationSignal: signal)
        #expect(try handle.getValue(from: StatementSQL("SELECT 1"))?.intValue == 1)
        signal.cancel()
        for _ in 0..<2 {
            let error = #expect(throws: WCDBError.self) {
                try handle.exec(StatementSQL("SELECT 1"))
            }
            #expect(error?.code == .Interrupt)
        }
        handle.detachCancellationSignal()
        #expect(try handle.getValue(from: StatementSQL("SELECT 1"))?.intValue == 1)
        // One that was given already stops at once.
        handle.attach(cancellationSignal: signal)
        #expect(throws: WCDBError.self) { try handle.exec(StatementSQL("SELECT 1")) }
    }

    @Test func `a signal goes with the last handle`() throws {
        try temporary.createTable()
        let signal = Handle.CancellationSignal()
        do {
            let handle = try database.getHandle()
            handle.attach(cancellationSignal: signal)
        }
        signal.cancel()
        #expect(try temporary.rows().isEmpty)
    }

    /// Connections were told apart by their numbers, and every database counts its own from one.
    @Test func `a signal for two databases stays with one when it is taken off the other`() throws {
        let other = TemporaryDatabase()
        let signal = Handle.CancellationSignal()
        let handle = try database.getHandle()
        handle.attach(cancellationSignal: signal)
        let otherHandle = try other.database.getHandle()
        otherHandle.attach(cancellationSignal: signal)
        otherHandle.detachCancellationSignal()
        signal.cancel()
        #expect(throws: WCDBError.self) { try handle.exec(StatementSQL("SELECT 1")) }
        #expect(try otherHandle.getValue(from: StatementSQL("SELECT 1"))?.intValue == 1)
    }

    @Test func `a signal that comes while it is taken off stops nothing later`() throws {
        let handle = try database.getHandle()
        let signals = (0..<5000).map { _ in Handle.CancellationSignal() }
        let isAttached = DispatchSemaphore(value: 0)
        let isCancelled = DispatchSemaphore(value: 0)
        let thread = Thread {
            for signal in signals {
                guard isAttached.wait(timeout: .now() + 300) == .success else { return }
                signal.cancel()
                isCancelled.signal()
            }
        }
        thread.start()
        for signal in signals {
            handle.attach(cancellationSignal: signal)
            isAttached.signal()
            handle.detachCancellationSignal()
            try #require(isCancelled.wait(timeout: .now() + 300) == .success)
            try handle.exec(StatementSQL("SELECT 1"))
        }
        #expect(try handle.getValue(from: StatementSQL("SELECT 1"))?.intValue == 1)
    }

    @Test func `a signal stops a statement that waits to write`() throws {
        try temporary.createTable()
        try whileAnotherWrites {
            let handle = try database.getHandle()
            let signal = Handle.CancellationSignal()
            handle.attach(cancellationSignal: signal)
            DispatchQueue.global().asyncAfter(deadline: .now() + 0.05) { signal.cancel() }
            let error = #expect(throws: WCDBError.self) {
                try handle.exec(StatementSQL("INSERT INTO t(b) VALUES('waits')"))
            }
            #expect(error?.code == .Interrupt)
        }
        #expect(try temporary.rows().map { $0[1] } == ["held"])
        // The line moved past the one that gave up.
        try database.exec(StatementSQL("INSERT INTO t(b) VALUES('next')"))
    }

    /// Only the files that were attached when the signal came were told of it.
    @Test func `a signal stops a statement that waits for a file attached later`() throws {
        let other = TemporaryDatabase()
        try other.createTable()
        let end = try whileAnotherWrites(in: other.database) {
            let handle = try database.getHandle()
            let signal = Handle.CancellationSignal()
            handle.attach(cancellationSignal: signal)
            try handle.exec(sql: "ATTACH \(other.database.path) AS other")
            DispatchQueue.global().asyncAfter(deadline: .now() + 0.05) { signal.cancel() }
            let error = #expect(throws: WCDBError.self) {
                try handle.exec(sql: "INSERT INTO other.t(b) VALUES('waits')")
            }
            #expect(error?.code == .Interrupt)
        }
        #expect(end == .success, "it waited until the other writer had enough")
    }

    @Test func `a long wait is told with what is waited for`() throws {
        try temporary.createTable()
        let told = Collected<(path: String, thread: UInt64, sql: String)>()
        let path = database.path
        Database.globalTraceBusy(
            { _, path, thread, sql in told.add((path, thread, sql)) }, timeOut: 0.02)
        defer { Database.globalTraceBusy(nil, timeOut: 0) }
        try whileAnotherWrites {
            let handle = try database.getHandle()
            let signal = Handle.CancellationSignal()
            handle.attach(cancellationSignal: signal)
            DispatchQueue.global().async {
                _ = told.waits { $0.path == path }
                signal.cancel()
            }
            #expect(throws: WCDBError.self) {
                try handle.exec(StatementSQL("INSERT INTO t(b) VALUES('waits')"))
            }
        }
        let first = try #require(told.all.first { $0.path == path })
        #expect(first.sql == "INSERT INTO t(b) VALUES('held')")
        #expect(first.thread > 0)
    }

    @Test func `a blockade that lasts is told too`() throws {
        try temporary.createTable()
        let told = Collected<String>()
        let path = database.path
        Database.globalTraceBusy({ _, path, _, _ in told.add(path) }, timeOut: 0.02)
        defer { Database.globalTraceBusy(nil, timeOut: 0) }
        database.blockade()
        let isDone = DispatchSemaphore(value: 0)
        let thread = Thread { [database] in
            _ = try? database.getRows(from: TemporaryDatabase.selectAll)
            isDone.signal()
        }
        thread.start()
        #expect(told.waits { $0 == path })
        database.unblockade()
        isDone.wait()
    }

    @Test func `a close that waits for a handle is told`() throws {
        try temporary.createTable()
        let told = Collected<(path: String, thread: UInt64)>()
        let path = database.path
        Database.globalTraceBusy(
            { _, path, thread, _ in told.add((path, thread)) }, timeOut: 0.02)
        defer { Database.globalTraceBusy(nil, timeOut: 0) }
        let isHeld = DispatchSemaphore(value: 0)
        let thread = Thread { [database] in
            let handle = try? database.getHandle()
            isHeld.signal()
            _ = told.waits { $0.path == path }
            withExtendedLifetime(handle) {}
        }
        thread.start()
        isHeld.wait()
        database.close()
        let first = try #require(told.all.first { $0.path == path })
        #expect(first.thread > 0)
    }

    /// It was forgotten with the signal that the program had attached itself meanwhile.
    @Test func `of a task is not taken away by a signal of the program`() async throws {
        try temporary.createTable()
        let (isRunning, mayGoOn) = (Collected<Bool>(), DispatchSemaphore(value: 0))
        let task = Task {
            try await database.write { handle in
                try handle.exec(sql: "INSERT INTO t VALUES(1, 'x')")
                handle.attach(cancellationSignal: Handle.CancellationSignal())
                isRunning.add(true)
                _ = mayGoOn.wait(timeout: .now() + 60)
                handle.detachCancellationSignal()
            }
        }
        try #require(await isRunning.arrives { $0 })
        task.cancel()
        mayGoOn.signal()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try temporary.rows().isEmpty)
    }

    @Test func `of a task that reads nothing more is told all the same`() async throws {
        let (isRunning, mayGoOn) = (Collected<Bool>(), DispatchSemaphore(value: 0))
        let task = Task {
            try await database.read { _ in
                isRunning.add(true)
                _ = mayGoOn.wait(timeout: .now() + 60)
                return 1
            }
        }
        try #require(await isRunning.arrives { $0 })
        task.cancel()
        mayGoOn.signal()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    /// Vacuuming waited for the other writer whatever was said.
    @Test(arguments: ["VACUUM", "PRAGMA incremental_vacuum"] as [SQLTemplate])
    func `reaches a vacuum that waits`(sql: SQLTemplate) throws {
        try temporary.createTable()
        let ended = try whileAnotherWrites {
            let signal = Handle.CancellationSignal()
            let handle = try database.getHandle()
            handle.attach(cancellationSignal: signal)
            Thread {
                Thread.sleep(forTimeInterval: 0.2)
                signal.cancel()
            }.start()
            let error = #expect(throws: WCDBError.self) { try handle.exec(sql: sql) }
            #expect(error?.code == .Interrupt)
        }
        #expect(ended == .success)
    }

    /// The commit did not return before the next writer was done, who may wait for just that.
    @Test func `a commit does not wait to close its gaps`() throws {
        try temporary.createTable()
        database.enableAutoVacuum(incremental: false)
        try database.exec(
            sql: """
                INSERT INTO t SELECT value, printf('%4000d', value)
                FROM (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n
                    WHERE value < 40) SELECT value FROM n)
                """)
        let isCommitted = DispatchSemaphore(value: 0)
        let ends = Collected<DispatchTimeoutResult>()
        try database.run(transaction: { handle in
            try handle.exec(sql: "DELETE FROM t WHERE a < 30")
            Thread { [database] in
                try? database.run(transaction: { handle in
                    try handle.exec(sql: "INSERT INTO t VALUES(100, 'x')")
                    ends.add(isCommitted.wait(timeout: .now() + 10))
                })
            }.start()
            // By then it is in the line.
            Thread.sleep(forTimeInterval: 0.5)
        })
        isCommitted.signal()
        #expect(ends.waits { _ in true })
        #expect(ends.all == [.success])
        // The next commit that leaves gaps closes these too.
        try database.exec(sql: "DELETE FROM t WHERE a = 35")
        let free = StatementPragma().pragma(.freelistCount)
        #expect(try database.getValue(from: free)?.intValue == 0)
    }
}
