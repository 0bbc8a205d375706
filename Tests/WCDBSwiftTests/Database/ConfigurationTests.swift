import Foundation
import Testing
import WCDBSwift

@Suite struct `Configurations` {
    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }
    struct Refusal: Error {}

    @Test func `they run in order before a connection is used`() throws {
        let events = Collected<String>()
        let database = database
        func set(_ name: String, _ priority: Database.ConfigPriority) {
            database.setConfig(
                named: name, withInvocation: { _ in events.add("+" + name) },
                withUninvocation: { _ in events.add("-" + name) }, withPriority: priority)
        }
        set("late", .low)
        set("first", .highest)
        set("middle", .default)
        set("early", .high)
        set("next", .default)
        #expect(events.all.isEmpty)
        #expect(database.canOpen)
        #expect(events.all == ["+first", "+early", "+middle", "+next", "+late"])
        #expect(database.canOpen)
        #expect(events.all.count == 5)
        // One that changes has all of them run again, when the connection is used next.
        set("middle", .low)
        #expect(events.all.count == 5)
        #expect(database.canOpen)
        #expect(
            events.all.dropFirst(5) == [
                "-late", "-next", "-middle", "-early", "-first",
                "+first", "+early", "+next", "+late", "+middle",
            ])
        database.close()
        #expect(events.all.suffix(5) == ["-middle", "-late", "-next", "-early", "-first"])
    }

    @Test func `the handle works, and only for the call`() throws {
        let kept = Collected<Handle>()
        database.setConfig(
            named: "table",
            withInvocation: { handle in
                kept.add(handle)
                try handle.exec(StatementSQL("CREATE TABLE IF NOT EXISTS t(a, b)"))
            })
        #expect(try temporary.rows().isEmpty)
        let error = #expect(throws: WCDBError.self) {
            try kept.all.first?.exec(StatementSQL("SELECT 1"))
        }
        #expect(error?.code == .Misuse)
        // By now the connection may be another thread's: whatever is asked for is refused.
        let handle = try #require(kept.all.first)
        try database.exec(TemporaryDatabase.insert(1, "x"))
        let uses: [(Handle) throws -> Void] = [
            { try $0.begin() }, { try $0.step() },
            { try $0.run(transaction: { _ in }) },
            { _ = try $0.getRows(from: TemporaryDatabase.selectAll) },
            { _ = try $0.getOrCreatePreparedStatement(with: TemporaryDatabase.selectAll) },
            { try $0.run(controllableTransaction: { _ in true }) },
        ]
        for use in uses {
            let error = #expect(throws: WCDBError.self) { try use(handle) }
            #expect(error?.code == .Misuse)
        }
        #expect(handle.changes == 0 && handle.totalChanges == 0 && !handle.isPrepared)
        #expect(handle.lastInsertedRowID == 0 && !handle.isInTransaction)
    }

    @Test func `one that throws keeps the connection from being used`() throws {
        database.setConfig(named: "fails", withInvocation: { _ in throw Refusal() })
        #expect(!database.canOpen)
        let error = #expect(throws: WCDBError.self) { try database.getHandle() }
        #expect(error?.message?.contains("fails") == true)
        database.setConfig(
            named: "fails",
            withInvocation: { handle in
                try handle.exec(StatementSQL("SELECT * FROM missing"))
            })
        let inner = #expect(throws: WCDBError.self) { try database.getHandle() }
        #expect(inner?.message == "no such table: missing")
        database.removeConfig(named: "fails")
        #expect(database.canOpen)
    }

    @Test func `they outlive the object on which they were set`() throws {
        let path = database.path
        var other: Database? = Database(at: path)
        let count = Collected<Int>()
        other?.setConfig(named: "count", withInvocation: { _ in count.add(1) })
        other = nil
        #expect(database.canOpen)
        #expect(count.all.count == 1)
    }

    /// Whoever used the connection next was in a transaction without having begun one.
    @Test func `a configuration that leaves a transaction open fails`() throws {
        try temporary.createTable()
        database.setConfig(
            named: "begins",
            withInvocation: { handle in
                try handle.begin()
                try handle.begin()
            })
        let error = #expect(throws: WCDBError.self) { try temporary.rows() }
        #expect(error?.code == .Misuse)
        #expect(
            error?.message == "A transaction that the configuration begins began was not ended.")
        database.setConfig(
            named: "begins",
            withInvocation: { handle in
                try handle.run(transaction: { try $0.exec(TemporaryDatabase.insert(1, "x")) })
            })
        #expect(try temporary.rows() == [["1", "x"]])
        #expect(!database.isInTransaction)
    }

    @Test func `a closure of close that leaves a transaction open fails`() throws {
        try temporary.createTable()
        let database = database
        let error = #expect(throws: WCDBError.self) {
            try database.close {
                try database.begin()
                try database.exec(TemporaryDatabase.insert(1, "lost"))
            }
        }
        #expect(error?.code == .Misuse)
        #expect(throws: Refusal.self) {
            try database.close {
                try database.begin()
                throw Refusal()
            }
        }
        // Nobody waits for it.
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            try? database.exec(TemporaryDatabase.insert(2, "kept"))
            done.signal()
        }
        thread.start()
        #expect(done.wait(timeout: .now() + 300) == .success)
        #expect(try temporary.rows() == [["2", "kept"]])
    }
}
