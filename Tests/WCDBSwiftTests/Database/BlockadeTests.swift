import Foundation
import Testing
import WCDBSwift

@Suite struct `Blockades` {
    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }

    @Test func `others wait until the blockade is over`() throws {
        try temporary.createTable()
        let events = Collected<String>()
        database.blockade()
        #expect(database.isBlockaded)
        let thread = Thread { [database] in
            _ = try? database.getRows(from: TemporaryDatabase.selectAll)
            events.add("read")
        }
        thread.start()
        Thread.sleep(forTimeInterval: 0.05)
        // The thread that blocks may use it.
        #expect(try temporary.rows().isEmpty)
        #expect(events.all.isEmpty)
        database.blockade()
        database.unblockade()
        #expect(database.isBlockaded)
        events.add("open")
        database.unblockade()
        #expect(events.waits { $0 == "read" })
        #expect(events.all == ["open", "read"])
        #expect(!database.isBlockaded)
    }

    @Test func `a blockade waits for the handles of others`() throws {
        try temporary.createTable()
        let events = Collected<String>()
        let isHeld = DispatchSemaphore(value: 0)
        let thread = Thread { [database] in
            let handle = try? database.getHandle()
            isHeld.signal()
            Thread.sleep(forTimeInterval: 0.05)
            events.add("released")
            withExtendedLifetime(handle) {}
        }
        thread.start()
        isHeld.wait()
        try database.close { events.add("closed") }
        #expect(events.all == ["released", "closed"])
    }

    /// It let the others in, while the database was being closed.
    @Test func `the end of no blockade does not end a closing`() throws {
        let told = Collected<String?>()
        database.traceError { told.add($0.message) }
        defer { database.traceError(nil) }
        try database.close {
            database.unblockade()
            #expect(database.isBlockaded)
            database.blockade()
            database.unblockade()
            #expect(database.isBlockaded)
        }
        #expect(!database.isBlockaded)
        #expect(told.all == ["Unblockade should not be called without blockaded."])
    }

    @Test func `misuse is told and does nothing`() throws {
        let told = Collected<WCDBError>()
        database.traceError { told.add($0) }
        defer { database.traceError(nil) }
        database.unblockade()
        let handle = try database.getHandle()
        database.blockade()
        #expect(!database.isBlockaded)
        withExtendedLifetime(handle) {}
        #expect(
            told.all.compactMap(\.message) == [
                "Unblockade should not be called without blockaded.",
                "Upgrade lock is not supported.",
            ])
    }

    @Test func `more threads than connections take turns`() throws {
        try temporary.createTable()
        let failures = Collected<String>()
        let done = DispatchGroup()
        for number in 0..<80 {
            done.enter()
            let thread = Thread { [database] in
                do {
                    let handle = try database.getHandle(writeHint: number % 2 == 0)
                    Thread.sleep(forTimeInterval: 0.002)
                    _ = try handle.getRows(from: TemporaryDatabase.selectAll)
                } catch {
                    failures.add("\(error)")
                }
                done.leave()
            }
            thread.start()
        }
        done.wait()
        #expect(failures.all.isEmpty)
    }
}
