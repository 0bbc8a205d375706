import Foundation
import Testing
import WCDBSwift

/// `moveFiles(toDirectory:withExtraFiles:)`: nothing is lost, wherever the files lie.
@Suite struct `Extra files that are moved with a database` {
    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }
    var folder: String { (database.path as NSString).deletingLastPathComponent }

    private func write(_ text: String, to path: String) throws {
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOfFile: path, encoding: .utf8)
    }

    @Test func `take the places of files of their names`() throws {
        try temporary.createTable()
        let target = folder + "/there-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: target) }
        let note = folder + "/note-\(UUID().uuidString)"
        let name = (note as NSString).lastPathComponent
        try FileManager.default.createDirectory(
            atPath: target, withIntermediateDirectories: true)
        try write("old", to: target + "/" + name)
        try write("new", to: note)
        try database.moveFiles(toDirectory: target, withExtraFiles: note, folder + "/nothing")
        #expect(try text(target + "/" + name) == "new")
        #expect(!FileManager.default.fileExists(atPath: note))
        #expect(try FileManager.default.contentsOfDirectory(atPath: target).count == 2)
    }

    /// It was removed first, to make room for itself.
    @Test func `stay where they are if they are there already`() throws {
        try temporary.createTable()
        let note = folder + "/note-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: note) }
        try write("precious", to: note)
        try database.moveFiles(toDirectory: folder, withExtraFiles: note)
        #expect(try text(note) == "precious")
        #expect(try temporary.rows().isEmpty)
    }

    /// It had taken the place of the database, which had just come there.
    @Test func `do not take the place of the database`() throws {
        try temporary.createTable()
        let target = folder + "/there"
        let other = folder + "/other"
        for path in [target, other] {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true)
        }
        let name = (database.path as NSString).lastPathComponent
        try write("no database", to: other + "/" + name)
        #expect(throws: WCDBError.self) {
            try database.moveFiles(toDirectory: target, withExtraFiles: other + "/" + name)
        }
        #expect(try temporary.rows().isEmpty)
        // Its own files, and what was named twice, are there already.
        let note = folder + "/note"
        try write("new", to: note)
        try database.moveFiles(
            toDirectory: target, withExtraFiles: database.path, note, note)
        #expect(try text(target + "/note") == "new")
        #expect(try Database(at: target + "/" + name).isTableExists("t"))
    }

    /// It was removed with all that was in it.
    @Test func `do not take the place of a folder`() throws {
        try temporary.createTable()
        let target = folder + "/there-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: target) }
        let note = folder + "/note-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: note) }
        let other = target + "/" + (note as NSString).lastPathComponent
        try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
        try write("precious", to: other + "/a")
        try write("new", to: note)
        #expect(throws: WCDBError.self) {
            try database.moveFiles(toDirectory: target, withExtraFiles: note)
        }
        #expect(try text(other + "/a") == "precious")
        #expect(try text(note) == "new")
        #expect(FileManager.default.fileExists(atPath: database.path))
    }
}
