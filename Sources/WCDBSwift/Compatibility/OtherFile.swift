import Foundation
import WCDBStorage

/// A file that is moved together with those of a database, over one of the same name. What is
/// there stays until the other one is in its place.
struct OtherFile {
    private let source: String
    private let target: String
    private let database: Database

    /// Throws where a folder is in the place: whose it is nobody knows.
    init(_ source: String, movedTo directory: String, of database: Database) throws {
        self.source = source
        self.database = database
        target = (directory as NSString)
            .appendingPathComponent((source as NSString).lastPathComponent)
        var isFolder: ObjCBool = false
        let isThere = FileManager.default.fileExists(atPath: target, isDirectory: &isFolder)
        let isOthers = try isInPlace == false
        if isThere, isFolder.boolValue, isOthers {
            throw database.core.report(WCDBError.isDirectory(target, tag: database.tag))
        }
    }

    /// The target is the file itself, whatever the way to it is called.
    private var isInPlace: Bool {
        get throws {
            let system = SystemFileSystem.shared
            return try system.identity(of: source)?.key == system.identity(of: target)?.key
        }
    }

    func move() throws {
        do {
            if try isInPlace { return }
            // On another volume it has to be copied.
            if (try? SystemFileSystem.shared.rename(source, to: target)) != nil { return }
            let copy = target + "-" + UUID().uuidString
            do {
                try FileManager.default.copyItem(atPath: source, toPath: copy)
                try SystemFileSystem.shared.rename(copy, to: target)
            } catch {
                try? FileManager.default.removeItem(atPath: copy)
                throw error
            }
            try FileManager.default.removeItem(atPath: source)
        } catch {
            throw database.core.report(
                WCDBError(system: error, path: database.path, tag: database.tag))
        }
    }
}
