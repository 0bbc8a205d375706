import Foundation
import Testing
import WCDBSwift

/// A thread that ended without ending what it had begun kept all others out for ever.
@Suite(.timeLimit(.minutes(20))) struct `Threads that end` {
    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }

    /// Runs a closure on a thread that ends right behind it.
    private func onThread(_ body: @escaping (Database) -> Void) {
        OtherThread.run { [database] in body(database) }
    }

    /// The error with that in its message: it is told when the others may go on, or soon after.
    private func error(
        _ part: String, among told: Collected<WCDBError>
    ) -> WCDBError? {
        func isIt(_ error: WCDBError) -> Bool { error.message?.contains(part) == true }
        return told.waits(for: isIt) ? told.all.first(where: isIt) : nil
    }

    private func watchErrors() -> Collected<WCDBError> {
        let told = Collected<WCDBError>()
        database.traceError { told.add($0) }
        return told
    }

    @Test func `within a transaction, which is rolled back`() throws {
        try temporary.createTable()
        let told = watchErrors()
        onThread { database in
            try? database.begin()
            try? database.exec(TemporaryDatabase.insert(1, "lost"))
        }
        // Writing waits for the thread to end, and no longer.
        try database.exec(TemporaryDatabase.insert(2, "kept"))
        #expect(try temporary.rows() == [["2", "kept"]])
        let error = error("thread ended", among: told)
        #expect(error?.level == .Fatal && error?.code == .Misuse)
        database.close()
        #expect(!database.isOpened)
    }

    @Test func `with levels, prepared statements and rows to come`() throws {
        try temporary.createTable()
        try database.exec(TemporaryDatabase.insert(1, "kept"))
        onThread { database in
            try? database.begin()
            try? database.begin()
            try? database.exec(TemporaryDatabase.insert(2, "lost"))
            let handle = try? database.getHandle()
            _ = try? handle?.getOrCreatePreparedStatement(with: TemporaryDatabase.selectAll)
                .step()
        }
        database.close()
        #expect(try temporary.rows() == [["1", "kept"]])
    }

    @Test func `while somebody else holds its handle`() throws {
        try temporary.createTable()
        let handles = Collected<Handle>()
        onThread { database in
            guard let handle = try? database.getHandle() else { return }
            handles.add(handle)
            try? handle.begin()
            try? handle.exec(TemporaryDatabase.insert(1, "lost"))
        }
        try database.exec(TemporaryDatabase.insert(2, "kept"))
        #expect(try temporary.rows() == [["2", "kept"]])
        withExtendedLifetime(handles) {}
    }

    @Test func `in a database in memory`() throws {
        let memory = Database.createInMemoryDatabase()
        try memory.exec(sql: "CREATE TABLE t(a)")
        onThread { _ in
            try? memory.begin()
            try? memory.exec(sql: "INSERT INTO t VALUES(1)")
        }
        try memory.exec(sql: "INSERT INTO t VALUES(2)")
        #expect(try memory.getColumn(sql: "SELECT a FROM t").map(\.intValue) == [2])
    }

    @Test func `that have kept the others out`() throws {
        try temporary.createTable()
        let told = watchErrors()
        onThread { $0.blockade() }
        #expect(try temporary.rows().isEmpty)
        #expect(error("without unblockading", among: told) != nil)
    }

    @Test func `after all was done are not reported`() throws {
        try temporary.createTable()
        let told = watchErrors()
        onThread { database in
            try? database.run(transaction: { try $0.exec(TemporaryDatabase.insert(1, "x")) })
        }
        database.close()
        Thread.sleep(forTimeInterval: 0.05)
        #expect(told.all.isEmpty)
        #expect(try temporary.rows() == [["1", "x"]])
    }
}
