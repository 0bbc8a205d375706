public import Foundation
import WCDBEngine
import WCDBStorage

// The files of a database.

extension Database {
    /// What the files have behind the path. Not all of them exist at a time.
    private static let suffixes = [
        "", "-wal", "-incremental.material", "-first.material", "-last.material", ".factory",
        "-journal", "-shm",
    ]

    /// The paths of all files that the database may have, the main one first.
    ///
    /// ```swift
    /// for path in database.paths where FileManager.default.fileExists(atPath: path) {
    ///     print(path)
    /// }
    /// ```
    public var paths: [String] {
        core.isInMemory ? [path] : Self.suffixes.map { path + $0 }
    }

    /// What a crash may have left of the copy that vacuuming makes, which the next opening removes.
    private var leftovers: [String] { core.isInMemory ? [] : StoreFiles.allOfRebuilt(path) }

    /// The URLs of all files that the database may have, the main one first.
    ///
    /// ```swift
    /// var values = URLResourceValues()
    /// values.isExcludedFromBackup = true
    /// for var url in database.urls { try? url.setResourceValues(values) }
    /// ```
    public var urls: [URL] { paths.map { URL(fileURLWithPath: $0) } }

    /// Closes the database and removes its files. What is at the path and no file, such as a
    /// directory, stays, and is an error.
    ///
    /// ```swift
    /// try database.removeFiles()
    /// ```
    public func removeFiles() throws {
        try withFilesAtRest { paths in
            for path in leftovers + paths.reversed() { try Self.remove(path) }
            core.corruption.forget()
        }
    }

    /// Closes the database and moves its files into a directory, over those of the same names
    /// there. The object keeps its path, and finds nothing there.
    ///
    /// ```swift
    /// try database.moveFiles(toDirectory: archive)
    /// let name = URL(fileURLWithPath: database.path).lastPathComponent
    /// let moved = Database(at: archive + "/" + name)
    /// ```
    public func moveFiles(toDirectory directory: String) throws {
        try withFilesAtRest { paths in
            let made = Self.missingFolders(of: directory)
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true)
            // The same directory under another name: the files are where they should be.
            let source = URL(fileURLWithPath: path).deletingLastPathComponent()
            let target = URL(fileURLWithPath: directory).resolvingSymlinksInPath()
            guard target.path != source.resolvingSymlinksInPath().path else { return }
            let targets = paths.map {
                (directory as NSString)
                    .appendingPathComponent(($0 as NSString).lastPathComponent)
            }
            // Beside a folder that has the name of one of its files no database could be opened.
            for target in targets where Self.isForeign(target) {
                throw core.report(WCDBError.isDirectory(target, tag: tag))
            }
            var moved: [String] = []
            do {
                for (path, target) in zip(paths, targets).reversed() {
                    // A log, say, of another database that was there: it must not be taken for one
                    // of this.
                    try Self.remove(target)
                    guard Self.isOfDatabase(path) else { continue }
                    // Copies first: as long as one is missing, the originals are all there.
                    moved.append(target)
                    if (try? FileManager.default.linkItem(atPath: path, toPath: target)) == nil {
                        try FileManager.default.copyItem(atPath: path, toPath: target)
                    }
                }
                try makeDurable(moved, in: made)
            } catch {
                for target in moved { try? FileManager.default.removeItem(atPath: target) }
                throw error
            }
            for path in leftovers + paths.reversed() { try Self.remove(path) }
            core.corruption.forget()
        }
    }

    /// How many bytes all files have together.
    ///
    /// ```swift
    /// let megabytes = try Double(database.getFilesSize()) / 1_000_000
    /// ```
    public func getFilesSize() throws -> UInt64 {
        guard !core.isInMemory else { return 0 }
        return (paths + leftovers).reduce(0) { $0 + Self.size(of: $1) }
    }

    /// Closes the database and does something to its files before it can be opened again.
    private func withFilesAtRest(_ body: ([String]) throws -> Void) throws {
        guard !core.isInMemory else {
            throw core.report(
                WCDBError(.Misuse, "A database in memory has no files.", path: path, tag: tag))
        }
        // A path that was not put together as it should have been may be that of a folder.
        if let obstacle = core.obstacle { throw core.report(obstacle) }
        try close {
            do {
                try body(paths)
            } catch let error as WCDBError {
                throw error
            } catch {
                throw core.report(WCDBError(system: error, path: path, tag: tag))
            }
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

    /// A file itself, and of a folder all that is in it, at whatever depth.
    private static func files(of path: String) -> [String] {
        let names = FileManager.default.enumerator(atPath: path)
        return [path] + (names?.map { path + "/\($0)" } ?? [])
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

    private static func remove(_ path: String) throws {
        guard isOfDatabase(path) else { return }
        try FileManager.default.removeItem(atPath: path)
    }

    /// Whether there is something that is the database's: a file, or the folder that it may have.
    /// Any other folder that happens to have the name is somebody else's, with all that is in it.
    private static func isOfDatabase(_ path: String) -> Bool {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
            return false
        }
        return !isDirectory.boolValue || path.hasSuffix(".factory")
    }

    /// Whether a folder is there that is somebody else's.
    private static func isForeign(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: path) && !isOfDatabase(path)
    }

    private static func size(of path: String) -> UInt64 {
        guard isOfDatabase(path) else { return 0 }
        return files(of: path).reduce(0) { $0 + fileSize($1) }
    }

    private static func fileSize(_ path: String) -> UInt64 {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard attributes?[.type] as? FileAttributeType == .typeRegular else { return 0 }
        return (attributes?[.size] as? NSNumber)?.uint64Value ?? 0
    }
}
