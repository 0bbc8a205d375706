import Foundation
import WCDBEngine
import WCDBStorage

// Moving the files of a database.

extension Database {
    /// Closes the database and moves its files into a directory, over those of the same names
    /// there. The object keeps its path, and finds nothing there.
    ///
    /// ```swift
    /// try database.moveFiles(toDirectory: archive)
    /// let name = URL(fileURLWithPath: database.path).lastPathComponent
    /// let moved = Database(at: archive + "/" + name)
    /// ```
    public func moveFiles(toDirectory directory: String) throws {
        let name = (path as NSString).lastPathComponent
        let target = (directory as NSString).appendingPathComponent(name)
        // Whoever has the other database open would go on with a file that nobody finds.
        if let other = CoreDirectory.shared.known(at: target), other !== core {
            try Database(other).close()
        }
        try withFilesAtRest { paths in
            guard Self.isOfDatabase(path) else { return }
            let made = Self.missingFolders(of: directory)
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true)
            // The same folder, whatever it is called: the files are where they should be.
            if try Self.isFolder(directory, of: path) { return }
            let targets = paths.map {
                (directory as NSString)
                    .appendingPathComponent(($0 as NSString).lastPathComponent)
            }
            // Beside a folder that has the name of one of its files no database could be opened.
            for target in targets where Self.isForeign(target) {
                throw core.report(WCDBError.isDirectory(target, tag: tag))
            }
            try move(Array(zip(paths, targets)), making: made)
            for path in paths.reversed() { try Self.remove(path) }
            core.corruption.forget()
        }
    }

    /// Whether a file lies in a folder, whatever the folder is called: moved there, it would be
    /// taken for what is to be replaced.
    private static func isFolder(_ folder: String, of path: String) throws -> Bool {
        let system = SystemFileSystem.shared
        let home = URL(fileURLWithPath: path).deletingLastPathComponent().path
        return try system.identity(of: folder)?.key == system.identity(of: home)?.key
    }

    /// Brings files to their new places; the first one is the database. The originals of the
    /// others are still there behind that, and so is its own if it is on another volume.
    ///
    /// The database comes last, by its one name: at any moment it has all of its files beside it,
    /// in the one place or the other.
    private func move(_ files: [(source: String, target: String)], making made: [String]) throws {
        var moved: [String] = []
        do {
            for (source, target) in files.dropFirst().reversed() {
                // A log, say, of another database that was there: it must not be taken for one of
                // this.
                try Self.remove(target)
                guard Self.isOfDatabase(source) else { continue }
                moved.append(target)
                if (try? FileManager.default.linkItem(atPath: source, toPath: target)) == nil {
                    try FileManager.default.copyItem(atPath: source, toPath: target)
                }
            }
            try makeDurable(moved, in: made)
            if let (source, target) = files.first { try moveMain(source, to: target) }
        } catch {
            for target in moved { try? FileManager.default.removeItem(atPath: target) }
            throw error
        }
    }

    private func moveMain(_ source: String, to target: String) throws {
        let system = SystemFileSystem.shared
        guard (try? system.rename(source, to: target)) != nil else {
            // Another volume.
            try Self.remove(target)
            do {
                try FileManager.default.copyItem(atPath: source, toPath: target)
                return try makeDurable([target], in: [])
            } catch {
                try? FileManager.default.removeItem(atPath: target)
                throw error
            }
        }
        do {
            try makeDurable([target], in: [])
            try system.syncDirectory(holding: source)
        } catch {
            try? system.rename(target, to: source)
            throw error
        }
    }

    /// Files that were linked or copied, and folders that were made for them, are on the disk when
    /// this returns: then the originals may go, whenever the power fails.
    private func makeDurable(_ targets: [String], in folders: [String]) throws {
        let system = SystemFileSystem.shared
        do throws(StorageError) {
            for target in targets {
                for path in Self.files(of: target) where Self.fileSize(path) > 0 {
                    let file = try system.open(path, .readOnly)
                    defer { try? file.close() }
                    try file.sync(.full)
                    try system.syncDirectory(holding: path)
                }
                try system.syncDirectory(holding: target)
            }
            for folder in folders { try system.syncDirectory(holding: folder) }
        } catch {
            throw core.report(WCDBError(.storage(error), sql: nil, path: path, tag: tag))
        }
    }

    /// The folders of a path that are not there yet, the innermost first.
    private static func missingFolders(of path: String) -> [String] {
        var missing: [String] = []
        var folder = URL(fileURLWithPath: path).standardizedFileURL
        while folder.pathComponents.count > 1,
            !FileManager.default.fileExists(atPath: folder.path)
        {
            missing.append(folder.path)
            folder.deleteLastPathComponent()
        }
        return missing
    }

    /// Whether a folder is there that is somebody else's.
    private static func isForeign(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: path) && !isOfDatabase(path)
    }
}
