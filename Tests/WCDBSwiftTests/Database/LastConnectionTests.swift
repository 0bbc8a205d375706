import Foundation
import Testing
import WCDBSwift

/// What happens when the last connections go, and to what is left of a database.
@Suite struct `Files and the last connection` {
    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }

    private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    @Test func `closing waits for connections that another thread closes`() throws {
        let isUndoing = Collected<Bool>()
        let events = Collected<String>()
        database.setConfig(
            named: "slow", withInvocation: { _ in },
            withUninvocation: { _ in
                isUndoing.add(true)
                Thread.sleep(forTimeInterval: 0.1)
                events.add("undone")
            })
        try temporary.createTable()
        let thread = Thread { [database] in database.purge() }
        thread.start()
        try #require(isUndoing.waits { $0 })
        // The log may still be on its way into the file: a copy now would be half of the database.
        try database.close { events.add("closed") }
        #expect(events.all == ["undone", "closed"])
    }

    @Test func `closing within what undoes a configuration does not wait for itself`() throws {
        let isClosed = Collected<Bool>()
        database.setConfig(
            named: "closes", withInvocation: { _ in },
            withUninvocation: { [database] _ in
                database.close()
                isClosed.add(true)
            })
        try temporary.createTable()
        let thread = Thread { [database] in database.purge() }
        thread.start()
        #expect(isClosed.waits { $0 })
        database.removeConfig(named: "closes")
    }

    @Test func `a database in memory is copied into a file`() throws {
        let memory = Database.createInMemoryDatabase()
        try memory.exec(sql: "CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT)")
        for number in 1...500 { try memory.exec(TemporaryDatabase.insert(number, "x")) }
        let path = temporary.directory.appendingPathComponent("copy.db").path
        try FileManager.default.createDirectory(
            at: temporary.directory, withIntermediateDirectories: true)
        try memory.copy(toPath: path)
        #expect(exists(path))
        let copy = Database(at: path)
        #expect(try copy.getRows(from: TemporaryDatabase.selectAll).count == 500)
        #expect(try copy.getValue(sql: "PRAGMA integrity_check")?.stringValue == "ok")
        copy.close()
    }

    @Test func `files that are moved meet no log of another database`() throws {
        try temporary.createTable()
        try database.exec(TemporaryDatabase.insert(1, "x"))
        let target = temporary.directory.appendingPathComponent("target")
        try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
        let log = target.appendingPathComponent("test.db-wal")
        try Data(repeating: 7, count: 9000).write(to: log)
        try database.moveFiles(toDirectory: target.path)
        let moved = Database(at: target.appendingPathComponent("test.db"))
        #expect(try moved.getRows(from: TemporaryDatabase.selectAll).count == 1)
        moved.close()
    }

    /// Opening a path removed what lay at these names, whatever it was.
    @Test func `files with names like those of the database stay`() throws {
        let names = ["-vacuum", "-vacuum-wal", "-vacuum-journal", "-vacuum-shm", "-journal"]
        let others = names.map { database.path + $0 }
        try temporary.createTable()
        database.close()
        for path in others { try Data("mine".utf8).write(to: URL(filePath: path)) }
        try database.exec(TemporaryDatabase.insert(1, "x"))
        try database.vacuum(with: nil)
        database.close()
        #expect(try others.allSatisfy { try Data(contentsOf: URL(filePath: $0)).count == 4 })
        for path in others { try FileManager.default.removeItem(atPath: path) }
        let path = temporary.directory.appendingPathComponent("fresh.db").path
        try Data("mine".utf8).write(to: URL(filePath: path + "-journal"))
        let fresh = Database(at: path)
        #expect(throws: WCDBError.self) { try fresh.exec(sql: "CREATE TABLE t(a)") }
        #expect(try Data(contentsOf: URL(filePath: path + "-journal")).count == 4)
    }

    @Test func `a connection that is open when a database is made read-only`() throws {
        try temporary.createTable()
        let handle = try database.getHandle()
        // This thread has a handle, so the database is not closed.
        let reading = Database(at: URL(filePath: database.path), readOnly: true)
        for object in [reading, database] {
            let error = #expect(throws: WCDBError.self) {
                try object.exec(TemporaryDatabase.insert(1, "x"))
            }
            #expect(error?.code == .Readonly)
        }
        _ = try reading.getRows(from: TemporaryDatabase.selectAll)
        withExtendedLifetime(handle) {}
    }

    @Test func `databases in memory have listeners of their own`() throws {
        let first = Database.createInMemoryDatabase()
        let second = Database.createInMemoryDatabase()
        let told = Collected<String>()
        first.traceError { _ in told.add("first") }
        second.traceError { _ in told.add("second") }
        #expect(throws: WCDBError.self) { try first.exec(sql: "SELECT * FROM missing") }
        #expect(told.all == ["first"])
        second.traceError(nil)
        #expect(throws: WCDBError.self) { try first.exec(sql: "SELECT * FROM missing") }
        #expect(told.all == ["first", "first"])
    }
}
