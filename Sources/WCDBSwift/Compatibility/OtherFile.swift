import Foundation
import WCDBEngine
import WCDBStorage

/// A file that is moved together with those of a database, over one of the same name. What is
/// there stays until the other one is in its place.
struct OtherFile {
    private let source: String
    private let target: String
    private let database: Database

    init(_ source: String, movedTo directory: String, of database: Database) {
        self.source = source
        self.database = database
        target = (directory as NSString)
            .appendingPathComponent((source as NSString).lastPathComponent)
    }

    /// Throws where a folder is in the place: whose it is nobody knows. Nor may a file take the
    /// place of one of the database.
    func requirePlace() throws {
        guard !isInPlace else { return }
        var isFolder: ObjCBool = false
        let isThere = FileManager.default.fileExists(atPath: target, isDirectory: &isFolder)
        if isThere, isFolder.boolValue {
            throw database.core.report(WCDBError.isDirectory(target, tag: database.tag))
        }
        let name = (target as NSString).lastPathComponent
        let names = database.paths.map { ($0 as NSString).lastPathComponent }
        if names.contains(name), !database.paths.contains(source) {
            throw database.core.misuse("A file of the database has the name \(name).")
        }
    }

    /// The target is the file itself, whatever the way to it is called.
    private var isInPlace: Bool {
        func key(_ path: String) -> FileIdentity.Key? {
            (try? SystemFileSystem.shared.identity(of: path))?.key
        }
        guard let own = key(source) else { return false }
        return own == key(target)
    }

    /// Moves the file, if it is still there: it may have been one of the database.
    func move() throws {
        guard FileManager.default.fileExists(atPath: source), !isInPlace else { return }
        // On another volume it has to be copied.
        if (try? SystemFileSystem.shared.rename(source, to: target)) != nil { return }
        let copy = target + "-" + UUID().uuidString
        do {
            try FileManager.default.copyItem(atPath: source, toPath: copy)
            try database.makeDurable([copy], in: [])
            do throws(StorageError) {
                try SystemFileSystem.shared.rename(copy, to: target)
            } catch {
                throw database.core.report(
                    WCDBError(.storage(error), sql: nil, path: target, tag: database.tag))
            }
            try database.makeDurable([target], in: [])
            try FileManager.default.removeItem(atPath: source)
        } catch {
            try? FileManager.default.removeItem(atPath: copy)
            // Those of the library were reported where they were made.
            throw error as? WCDBError
                ?? database.core.report(
                    WCDBError(system: error, path: database.path, tag: database.tag))
        }
    }
}
