import Foundation
import Testing
import WCDBSwift

/// A query that is kept by a closure or in an object may be let go of by any thread, while its own
/// thread is in the middle of something on the same connection. Then the owner ends it.
@Suite struct `Statements that another thread lets go of` {
    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }

    init() throws { try temporary.fillMemos(50) }

    /// Holds objects until some thread takes them out.
    private final class Box: @unchecked Sendable {
        private let lock = NSLock()
        private var held: [AnyObject] = []
        private var isOpen = true

        func put(_ object: AnyObject) { lock.withLock { held.append(object) } }

        func close() { lock.withLock { isOpen = false } }

        /// Lets go of everything; false when nothing more will come.
        func drop() -> Bool {
            var dropped: [AnyObject] = []
            let isOpen = lock.withLock {
                swap(&dropped, &held)
                return self.isOpen
            }
            return isOpen || !dropped.isEmpty
        }
    }

    @Test func `its own thread ends it, with the next statement`() throws {
        let own = Thread.current
        let ends = Collected<Bool>()
        database.trace(ofPerformance: { _, _, _, sql, _ in
            if sql.hasPrefix("SELECT id") { ends.add(Thread.current === own) }
        })
        defer { database.trace(ofPerformance: nil) }
        let handle = try database.getHandle()
        let box = Box()
        box.put(try runningSelect())
        OtherThread.run { _ = box.drop() }
        #expect(ends.all.isEmpty)
        try handle.insert(Memo(id: 100, text: "next"), intoTable: "memos")
        #expect(ends.all == [true])
    }

    @Test func `the connection is free afterwards, even if nothing else is done`() throws {
        let box = Box()
        box.put(try runningSelect())
        OtherThread.run { _ = box.drop() }
        database.close()
        #expect(!database.isOpened)
    }

    private func runningSelect() throws -> Select {
        let select = try database.prepareSelect(of: Memo.self, fromTable: "memos")
        #expect(try select.nextObject(of: Memo.self) != nil)
        return select
    }

    /// Commits meanwhile: what was being written must not be disturbed.
    @Test func `the owner writes meanwhile`() throws {
        let box = Box()
        let isOver = DispatchSemaphore(value: 0)
        Thread {
            while box.drop() {}
            isOver.signal()
        }.start()
        let handle = try database.getHandle()
        for round in 0..<400 {
            for _ in 0..<3 { box.put(try runningSelect()) }
            let update = try database.prepareUpdate(table: "memos", on: Memo.Properties.text)
                .where(Memo.Properties.id == 1)
            try update.execute(with: ["round \(round)"])
            box.put(update)
            let query = StatementSelect().select(Memo.Properties.id).from("memos")
            let core = try database.prepare(query)
            #expect(try core.step())
            box.put(core)
            try handle.insertOrReplace(Memo(id: 100 + round % 20, text: "x"), intoTable: "memos")
        }
        box.close()
        isOver.wait()
        #expect(try handle.getRows(fromTable: "memos").count == 70)
        let check = try database.getValue(from: StatementPragma().pragma(.integrityCheck))
        #expect(check?.stringValue == "ok")
    }
}
