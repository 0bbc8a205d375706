import Foundation
import Testing
import WCDBSwift

/// Commits that an observer must hear of, however they come about.
@Suite(.timeLimit(.minutes(20))) struct `Changes that observers hear of` {
    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }
    struct Refusal: Error {}

    /// Collects how many rows a table has, from now on.
    private func watch(
        _ table: String, from other: Database? = nil
    ) -> (task: Task<Void, any Error>, counts: Collected<Int>) {
        let counts = Collected<Int>()
        let database = other ?? database
        let task = Task {
            for try await rows in database.observe(sql: "SELECT * FROM \(table: table)") {
                counts.add(rows.count)
            }
        }
        return (task, counts)
    }

    @Test func `rows of RETURNING that nobody asks for`() async throws {
        try temporary.createTable()
        let (task, counts) = watch("t")
        defer { task.cancel() }
        try #require(await counts.arrives { $0 == 0 })
        // One step, and the statement is given up: the row is there all the same.
        let number = try database.getValue(sql: "INSERT INTO t VALUES(1, 'x') RETURNING a")
        #expect(number?.intValue == 1)
        #expect(await counts.arrives { $0 == 1 })
    }

    @Test func `a change of RETURNING is told once`() async throws {
        try temporary.createTable()
        var changes = database.changes().makeAsyncIterator()
        let rows = try database.getRows(sql: "INSERT INTO t(b) VALUES('x'), ('y') RETURNING a")
        #expect(rows.count == 2)
        try database.exec(sql: "CREATE TABLE u(x)")
        #expect(await changes.next()?.tables == ["t"])
        #expect(await changes.next()?.isSchemaChanged == true)
    }

    @Test func `what a conflict with FAIL keeps`() async throws {
        try temporary.createTable()
        let (task, counts) = watch("t")
        defer { task.cancel() }
        try #require(await counts.arrives { $0 == 0 })
        #expect(throws: WCDBError.self) {
            try database.exec(sql: "INSERT OR FAIL INTO t VALUES(1, 'x'), (2, 'y'), (1, 'z')")
        }
        #expect(await counts.arrives { $0 == 2 })
    }

    @Test func `what foreign keys do to other tables`() async throws {
        database.setConfig(
            named: "keys", withInvocation: { try $0.exec(sql: "PRAGMA foreign_keys = 1") })
        try database.exec(sql: "CREATE TABLE house(id INTEGER PRIMARY KEY)")
        for (child, parent) in [("room", "house"), ("chair", "room")] {
            try database.exec(
                sql: """
                    CREATE TABLE \(table: child)(id INTEGER PRIMARY KEY,
                    parent REFERENCES \(table: parent)(id) ON DELETE CASCADE)
                    """)
        }
        try database.exec(sql: "INSERT INTO house VALUES(1)")
        try database.exec(sql: "INSERT INTO room VALUES(1, 1)")
        try database.exec(sql: "INSERT INTO chair VALUES(1, 1), (2, 1)")
        let (rooms, roomCounts) = watch("room")
        let (chairs, chairCounts) = watch("chair")
        defer {
            rooms.cancel()
            chairs.cancel()
        }
        try #require(await roomCounts.arrives { $0 == 1 })
        try #require(await chairCounts.arrives { $0 == 2 })
        try database.exec(sql: "DELETE FROM house")
        #expect(await roomCounts.arrives { $0 == 0 })
        #expect(await chairCounts.arrives { $0 == 0 })
    }

    @Test func `a transaction that was open when the observer came`() async throws {
        try temporary.createTable()
        let database = database
        let isHeld = Collected<Bool>()
        let mayCommit = DispatchSemaphore(value: 0)
        let thread = Thread {
            try? database.run(transaction: { handle in
                try handle.exec(sql: "INSERT INTO t VALUES(1, 'x')")
                isHeld.add(true)
                _ = mayCommit.wait(timeout: .now() + 300)
            })
        }
        thread.start()
        try #require(await isHeld.arrives { $0 })
        let (task, counts) = watch("t")
        defer { task.cancel() }
        let isWatching = await counts.arrives { $0 == 0 }
        mayCommit.signal()
        try #require(isWatching)
        #expect(await counts.arrives { $0 == 1 })
    }

    @Test func `what the engine undid is not told`() async throws {
        try temporary.createTable()
        try database.exec(sql: "INSERT INTO t VALUES(1, 'x')")
        var changes = database.changes().makeAsyncIterator()
        try database.begin()
        try database.exec(sql: "INSERT INTO t VALUES(2, 'x')")
        #expect(throws: WCDBError.self) {
            try database.exec(sql: "INSERT OR ROLLBACK INTO t VALUES(1, 'again')")
        }
        try database.exec(sql: "CREATE TABLE u(x)")
        let first = await changes.next()
        #expect(first?.tables == [])
        #expect(first?.isSchemaChanged == true)
    }

    @Test func `a commit of another database, to which the file is attached`() async throws {
        try temporary.createTable()
        let (task, counts) = watch("t")
        defer { task.cancel() }
        try #require(await counts.arrives { $0 == 0 })
        let attaching = TemporaryDatabase()
        let other = attaching.database
        let path = database.path
        // The connection stays attached in the pool.
        try other.exec(sql: "ATTACH \(path) AS x")
        try other.exec(sql: "INSERT INTO x.t VALUES(1, 'a')")
        #expect(await counts.arrives { $0 == 1 })
        try other.run(transaction: { handle in
            try handle.exec(sql: "CREATE TABLE own(a)")
            try handle.exec(sql: "INSERT INTO x.t VALUES(2, 'b'), (3, 'c')")
        })
        #expect(await counts.arrives { $0 == 3 })
        try other.exec(sql: "DROP TABLE x.t")
        #expect(throws: WCDBError.self) { try temporary.rows() }
    }

    /// Only the commits of the database that asked were told.
    @Test func `a commit in a file that is attached where the query runs`() async throws {
        try temporary.createTable()
        let attaching = TemporaryDatabase()
        let path = database.path
        attaching.database.setConfig(
            named: "attach", withInvocation: { try $0.exec(sql: "ATTACH \(path) AS x") })
        let (task, counts) = watch("t", from: attaching.database)
        defer { task.cancel() }
        try #require(await counts.arrives { $0 == 0 })
        try database.exec(TemporaryDatabase.insert(1, "a"))
        #expect(await counts.arrives { $0 == 1 })
    }

    /// It kept its number.
    @Test func `other content of the file while it is closed`() async throws {
        try temporary.createTable()
        database.close()
        let url = URL(fileURLWithPath: database.path)
        let copy = try Data(contentsOf: url)
        try database.exec(TemporaryDatabase.insert(1, "a"))
        let (task, counts) = watch("t")
        defer { task.cancel() }
        try #require(await counts.arrives { $0 == 1 })
        try database.close {
            let file = try FileHandle(forWritingTo: url)
            try file.write(contentsOf: copy)
            try file.truncate(atOffset: UInt64(copy.count))
            try file.close()
        }
        #expect(await counts.arrives { $0 == 0 })
    }

    /// Its first statement came when nobody listened, and was forgotten.
    @Test(arguments: [true, false])
    func `a transaction in an attached file that was open before`(isKept: Bool) async throws {
        try temporary.createTable()
        let attaching = TemporaryDatabase()
        let (other, path) = (attaching.database, database.path)
        try other.exec(sql: "ATTACH \(path) AS x")
        let isHeld = Collected<Bool>()
        let mayEnd = DispatchSemaphore(value: 0)
        let thread = Thread {
            try? other.run(controllableTransaction: { handle in
                try handle.exec(sql: "INSERT INTO x.t VALUES(1, 'a')")
                isHeld.add(true)
                _ = mayEnd.wait(timeout: .now() + 300)
                return isKept
            })
            isHeld.add(false)
        }
        thread.start()
        try #require(await isHeld.arrives { $0 })
        var changes = database.changes().makeAsyncIterator()
        let (task, counts) = watch("t")
        defer { task.cancel() }
        let isWatching = await counts.arrives { $0 == 0 }
        mayEnd.signal()
        try #require(isWatching)
        try #require(await isHeld.arrives { !$0 })
        if isKept {
            #expect(await counts.arrives { $0 == 1 })
        } else {
            try database.exec(sql: "INSERT INTO t VALUES(2, 'b')")
            #expect(await changes.next()?.tables == ["t"])
        }
    }

    @Test func `tables that the engine keeps`() async throws {
        try database.exec(sql: "CREATE TABLE t(a INTEGER PRIMARY KEY AUTOINCREMENT, b)")
        try database.exec(sql: "CREATE INDEX i ON t(b)")
        try database.exec(sql: "CREATE TABLE log(x)")
        try database.exec(
            sql: "CREATE TRIGGER g INSERT ON log BEGIN INSERT INTO t(b) VALUES('x'); END")
        try database.exec(sql: "ANALYZE")
        let (sequences, sequenceCounts) = watch("sqlite_sequence")
        let (statistics, statisticCounts) = watch("sqlite_stat1")
        defer {
            sequences.cancel()
            statistics.cancel()
        }
        try #require(await sequenceCounts.arrives { $0 == 0 })
        try #require(await statisticCounts.arrives { $0 == 0 })
        try database.exec(sql: "INSERT INTO log VALUES(1)")
        #expect(await sequenceCounts.arrives { $0 == 1 })
        try database.exec(sql: "ANALYZE")
        #expect(await statisticCounts.arrives { $0 > 0 })
    }

    /// The rows were the same, so the old name of the table was kept, and never heard again.
    @Test func `a view whose table has another name`() async throws {
        try temporary.createTable()
        try database.exec(sql: "CREATE VIEW v AS SELECT a FROM t")
        let texts = Collected<String>()
        database.traceSQL { _, _, _, sql, _ in texts.add(sql) }
        let (task, counts) = watch("v")
        defer { task.cancel() }
        try #require(await counts.arrives { $0 == 0 })
        try database.exec(sql: "ALTER TABLE t RENAME TO u")
        // It has read again when its second transaction is over.
        let hasReadAgain = await Patience.arrives {
            texts.all.count { $0 == "SELECT * FROM v" } >= 2
        }
        #expect(hasReadAgain)
        database.traceSQL(nil)
        try database.exec(sql: "INSERT INTO u VALUES(1, 'x')")
        #expect(await counts.arrives { $0 == 1 })
    }

    @Test func `a change of which a listener gives up the statement`() async throws {
        try temporary.createTable()
        let database = database
        var changes = database.changes().makeAsyncIterator()
        database.trace(ofPerformance: { _, _, _, _, _ in
            (try? database.getHandle())?.finalizeAllStatement()
        })
        func insert() throws {
            let handle = try database.getHandle()
            try handle.getOrCreatePreparedStatement(with: TemporaryDatabase.insert(1, "x")).step()
        }
        try insert()
        let error = #expect(throws: WCDBError.self) { try insert() }
        #expect(error?.sql == "INSERT INTO t(a, b) VALUES(1, 'x')")
        database.trace(ofPerformance: nil)
        try database.exec(sql: "CREATE TABLE u(x)")
        #expect(await changes.next()?.tables == ["t"])
    }

    @Test func `a number that the file keeps`() async throws {
        try temporary.createTable()
        let versions = Collected<Int>()
        let database = database
        let task = Task {
            for try await rows in database.observe(sql: "PRAGMA user_version") {
                versions.add(rows[0][0].intValue)
            }
        }
        defer { task.cancel() }
        try #require(await versions.arrives { $0 == 0 })
        try database.exec(sql: "PRAGMA user_version = 5")
        #expect(await versions.arrives { $0 == 5 })
    }

    /// Emptied or replaced as a whole, the database told nobody.
    @Test func `another file in the place of the one before`() async throws {
        try temporary.createTable()
        try database.exec(TemporaryDatabase.insert(1, "x"))
        let counts = Collected<Int>()
        let database = database
        let task = Task {
            let all = database.observe(sql: "SELECT count(*) FROM sqlite_master")
            for try await rows in all { counts.add(rows[0][0].intValue) }
        }
        defer { task.cancel() }
        try #require(await counts.arrives { $0 == 1 })
        try database.removeFiles()
        #expect(await counts.arrives { $0 == 0 })
        let memory = Database.createInMemoryDatabase()
        try memory.exec(sql: "CREATE TABLE t(a)")
        var changes = memory.changes().makeAsyncIterator()
        memory.close()
        #expect(await changes.next()?.isSchemaChanged == true)
    }
}
