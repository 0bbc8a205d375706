import Foundation
import Testing
import WCDBSwift

/// Databases whose path leads nowhere.
@Suite struct `A path that cannot be reached` {
    let directory = FileManager.default.temporaryDirectory
        .appendingPathComponent("wcdb-\(UUID().uuidString)")

    private func failure(at url: URL) throws -> WCDBError {
        let database = Database(at: url)
        #expect(!database.canOpen)
        return try #require(throws: WCDBError.self) {
            try database.exec(StatementSQL("CREATE TABLE t(a)"))
        }
    }

    @Test func `behind a file cannot be opened`() throws {
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let file = directory.appendingPathComponent("file")
        try Data("text".utf8).write(to: file)
        for path in ["db", "deeper/db"] {
            let error = try failure(at: file.appendingPathComponent(path))
            #expect(error.code == .CantOpen)
            #expect(error.message == "unable to open database file")
            #expect(error.path?.hasSuffix(path) == true)
            // The folder is what is wrong.
            #expect(error.extendedCode == .CantOpenFullPath)
            #expect(error.extInfos["Detail"]?.stringValue.contains("/file") == true)
            #expect(error.extInfos["SystemErrno"]?.int32Value != ENOENT)
        }
        #expect(try Data(contentsOf: file) == Data("text".utf8))
    }

    @Test func `of a directory cannot be opened`() throws {
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let error = try failure(at: directory)
        #expect(error.code == .CantOpen && error.extendedCode == .CantOpenIsDir)
        #expect(error.message == "unable to open database file")
        #expect(error.extInfos["Detail"]?.stringValue == "it is a directory")
        #expect(error.extInfos["SystemErrno"]?.int32Value == EISDIR)
        #expect(error.extInfos["SystemErrMsg"]?.stringValue == String(cString: strerror(EISDIR)))
    }

    /// Everything in it was removed, and its size was that of all that it held.
    @Test func `of a directory is left alone`() throws {
        let inner = directory.appendingPathComponent("inner.db-last.material")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let kept = inner.appendingPathComponent("kept")
        try Data("text".utf8).write(to: kept)
        let database = Database(at: directory)
        #expect(try database.getFilesSize() == 0)
        for work in [
            { try database.removeFiles() },
            { try database.moveFiles(toDirectory: NSTemporaryDirectory() + "elsewhere") },
        ] {
            let error = try #require(throws: WCDBError.self) { try work() }
            #expect(error.code == .CantOpen && error.extendedCode == .CantOpenIsDir)
        }
        // One beside a database that has the name of one of its files.
        let other = Database(at: directory.appendingPathComponent("inner.db"))
        try other.exec(StatementSQL("CREATE TABLE t(a)"))
        let size = try other.getFilesSize()
        try Data(repeating: 0, count: 100_000).write(to: inner.appendingPathComponent("more"))
        #expect(try other.getFilesSize() == size)
        try other.removeFiles()
        #expect(!FileManager.default.fileExists(atPath: other.path))
        #expect(try Data(contentsOf: kept) == Data("text".utf8))
    }

    @Test func `of a name that is too long cannot be opened`() throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let error = try failure(
            at: directory.appendingPathComponent(String(repeating: "x", count: 5000)))
        #expect(error.code == .CantOpen)
        #expect(error.message == "unable to open database file")
    }

    @Test func `that is only read must be there`() throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let database = Database(
            at: directory.appendingPathComponent("none.db"), readOnly: true)
        let error = try #require(throws: WCDBError.self) {
            try database.getRows(from: StatementSQL("SELECT 1"))
        }
        #expect(error.code == .CantOpen)
        #expect(error.message == "unable to open database file")
    }

    /// The folder was removed when the database could not be put in its place.
    @Test(arguments: ["", "-wal"])
    func `of a directory takes no files`(ending: String) throws {
        let archive = directory.appendingPathComponent("archive")
        let kept = archive.appendingPathComponent("notes.db" + ending).appendingPathComponent(
            "kept")
        try FileManager.default.createDirectory(
            at: kept.deletingLastPathComponent(), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try Data("text".utf8).write(to: kept)
        let database = Database(at: directory.appendingPathComponent("notes.db"))
        try database.exec(StatementSQL("CREATE TABLE t(a)"))
        let error = try #require(throws: WCDBError.self) {
            try database.moveFiles(toDirectory: archive.path)
        }
        #expect(error.extendedCode == .CantOpenIsDir)
        #expect(error.path?.hasSuffix("archive/notes.db" + ending) == true)
        #expect(try Data(contentsOf: kept) == Data("text".utf8))
        #expect(try database.getRows(from: StatementSQL("SELECT * FROM t")).isEmpty)
    }

    /// Root may follow all paths.
    private static let mayBeHeldUp = getuid() != 0

    @Test(.enabled(if: mayBeHeldUp))
    func `that must not be followed cannot be opened`() throws {
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true)
        let hidden = directory.appendingPathComponent("hidden")
        try FileManager.default.createDirectory(
            at: hidden, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0])
        defer {
            try? FileManager.default.setAttributes(
                [.posixPermissions: 0o700], ofItemAtPath: hidden.path)
            try? FileManager.default.removeItem(at: directory)
        }
        let error = try failure(at: hidden.appendingPathComponent("db"))
        #expect(error.code == .CantOpen)
        #expect(error.message == "unable to open database file")
    }
}
