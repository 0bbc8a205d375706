import Foundation
import Testing
import WCDBSwift

@Suite struct `Databases` {
    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }
    let insert = TemporaryDatabase.insert

    @Test func `opening waits for the first operation`() throws {
        let files = FileManager.default
        #expect(files.fileExists(atPath: temporary.directory.path))
        #expect(!files.fileExists(atPath: database.path))
        #expect(!database.isOpened)
        #expect(database.canOpen)
        #expect(database.isOpened)
        #expect(files.fileExists(atPath: database.path))
        database.close()
        #expect(!database.isOpened)
    }

    @Test func `objects of a path share everything`() throws {
        let url = temporary.directory.appendingPathComponent("x/../test.db")
        let other = Database(at: url)
        #expect(other.path == database.path)
        database.tag = 12
        #expect(other.tag == 12)
        try temporary.createTable()
        #expect(other.isOpened)
        let link = temporary.directory.appendingPathComponent("link.db")
        try FileManager.default.createSymbolicLink(
            at: link, withDestinationURL: URL(fileURLWithPath: database.path))
        #expect(Database(at: link).tag == 12)
    }

    @Test func `the last object closes the database, and what is shared stays`() throws {
        let path = temporary.directory.appendingPathComponent("other.db").path
        var first: Database? = Database(at: path)
        first?.tag = 4
        try first?.exec(StatementSQL("CREATE TABLE t(a)"))
        first = nil
        let second = Database(at: path)
        #expect(!second.isOpened)
        #expect(second.tag == 4)
        #expect(try second.getRows(from: StatementSQL("SELECT * FROM t")).isEmpty)
    }

    @Test func `a directory is no database, and a file that is none is refused`() throws {
        let directory = Database(at: temporary.directory)
        #expect(!directory.canOpen)
        let error = #expect(throws: WCDBError.self) { try directory.getHandle() }
        #expect(error?.code == .CantOpen)
        let path = temporary.directory.appendingPathComponent("text.db").path
        try Data("This is a text and nothing else.".utf8).write(to: URL(fileURLWithPath: path))
        let foreign = #expect(throws: WCDBError.self) { try Database(at: path).getHandle() }
        #expect(foreign?.code == .NotADatabase)
        #expect(foreign?.path == path)
    }

    @Test func `a database in memory is shared by threads and emptied by closing`() throws {
        let memory = Database.createInMemoryDatabase()
        #expect(memory.path == ":memory:")
        #expect(memory.paths == [":memory:"])
        try memory.exec(StatementSQL("CREATE TABLE t(a)"))
        DispatchQueue.concurrentPerform(iterations: 8) { number in
            try? memory.exec(StatementInsert().insert(intoTable: "t").values(number))
        }
        #expect(try memory.getValue(from: StatementSQL("SELECT sum(a) FROM t"))?.intValue == 28)
        #expect(!memory.isOpened)
        #expect(try memory.getFilesSize() == 0)
        #expect(throws: WCDBError.self) { try memory.removeFiles() }
        #expect(throws: WCDBError.self) { try memory.moveFiles(toDirectory: "/tmp") }
        try memory.vacuum(with: nil)
        let other = Database.createInMemoryDatabase()
        #expect(throws: WCDBError.self) { try other.exec(StatementSQL("SELECT * FROM t")) }
        memory.close()
        #expect(throws: WCDBError.self) { try memory.exec(StatementSQL("SELECT * FROM t")) }
    }

    @Test func `a database that is opened to read cannot be written any more`() throws {
        let path = temporary.directory.appendingPathComponent("fixed.db").path
        let database = Database(at: path)
        try database.exec(StatementSQL("CREATE TABLE t(a)"))
        let reading = Database(at: URL(fileURLWithPath: path), readOnly: true)
        #expect(try reading.getRows(from: StatementSQL("SELECT * FROM t")).isEmpty)
        for object in [reading, database] {
            let error = #expect(throws: WCDBError.self) {
                try object.exec(StatementSQL("INSERT INTO t VALUES(1)"))
            }
            #expect(error?.code == .Readonly)
        }
    }

    @Test func `files are listed, measured, moved and removed`() throws {
        try temporary.createTable()
        try database.exec(insert(1, "a"))
        let path = database.path
        #expect(
            database.paths == [
                path, path + "-wal", path + "-incremental.material", path + "-first.material",
                path + "-last.material", path + ".factory", path + "-journal", path + "-shm",
            ])
        #expect(database.urls.map(\.path) == database.paths)
        #expect(try database.getFilesSize() >= 4096)
        let target = temporary.directory.appendingPathComponent("a/b").path
        try database.moveFiles(toDirectory: target)
        #expect(!FileManager.default.fileExists(atPath: path))
        let moved = Database(at: target + "/test.db")
        #expect(try moved.getValue(from: TemporaryDatabase.selectAll)?.intValue == 1)
        // Where the files are already, they stay.
        try moved.moveFiles(toDirectory: target + "/../b")
        #expect(try moved.getValue(from: TemporaryDatabase.selectAll)?.intValue == 1)
        try moved.removeFiles()
        #expect(try moved.getFilesSize() == 0)
        #expect(throws: WCDBError.self) { try temporary.rows() }
    }

    /// The file was taken for the one that it is to replace, and removed.
    @Test func `files that are moved to where they are stay there`() throws {
        try temporary.createTable()
        try database.exec(insert(1, "a"))
        let alias = temporary.directory.deletingLastPathComponent()
            .appendingPathComponent("wcdb-alias-\(UUID().uuidString)")
        try FileManager.default.createSymbolicLink(
            at: alias, withDestinationURL: temporary.directory)
        defer { try? FileManager.default.removeItem(at: alias) }
        try database.moveFiles(toDirectory: alias.path)
        #expect(try database.getValue(from: TemporaryDatabase.selectAll)?.intValue == 1)
    }

    /// Whoever had it open went on with a file that nobody could find any more.
    @Test func `a database that others are moved over is read anew`() throws {
        try temporary.createTable()
        try database.exec(insert(1, "a"))
        let folder = temporary.directory.appendingPathComponent("other")
        let other = Database(at: folder.appendingPathComponent("test.db"))
        try other.exec(sql: "CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT)")
        try other.exec(sql: "INSERT INTO t VALUES(7, 'b')")
        #expect(try other.getValue(from: TemporaryDatabase.selectAll)?.intValue == 7)
        try database.moveFiles(toDirectory: folder.path)
        #expect(try other.getValue(from: TemporaryDatabase.selectAll)?.intValue == 1)
        // Not over one that this thread is in.
        try temporary.createTable()
        try other.run(transaction: { _ in
            #expect(throws: WCDBError.self) { try database.moveFiles(toDirectory: folder.path) }
        })
        try database.removeFiles()
        // Nothing is moved over nothing.
        try database.moveFiles(toDirectory: folder.path)
        #expect(try other.getValue(from: TemporaryDatabase.selectAll)?.intValue == 1)
        other.close()
    }

    @Test func `a tilde is a name like others`() {
        let folder = FileManager.default.currentDirectoryPath + "/~"
        #expect(Database(at: "~/wcdb.db").path == folder + "/wcdb.db")
        // The folder was made, and is empty.
        rmdir(folder)
    }

    @Test func `closing runs a closure, and refuses to wait for itself`() throws {
        try temporary.createTable()
        var isRun = false
        try database.close {
            isRun = true
            #expect(!database.isOpened)
            #expect(database.isBlockaded)
            let rows = try temporary.rows()
            #expect(rows.isEmpty)
        }
        #expect(isRun)
        #expect(!database.isOpened)
        #expect(!database.isBlockaded)
        struct Refusal: Error {}
        #expect(throws: Refusal.self) { try database.close { throw Refusal() } }
        #expect(!database.isBlockaded)
        let handle = try database.getHandle()
        let error = #expect(throws: WCDBError.self) {
            try database.close { Issue.record("closed around a handle") }
        }
        #expect(error?.message == "There are some threaded handles not invalidated.")
        _ = handle
        database.close()
        #expect(database.isOpened)
    }

    @Test func `purging closes what nobody uses`() throws {
        try temporary.createTable()
        #expect(database.isOpened)
        database.purge()
        #expect(!database.isOpened)
        let handle = try database.getHandle()
        database.purge()
        #expect(database.isOpened)
        #expect(handle.getDatabase() === database)
    }
}
