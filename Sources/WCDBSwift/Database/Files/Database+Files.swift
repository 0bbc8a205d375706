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

    /// The URLs of all files that the database may have, the main one first.
    ///
    /// ```swift
    /// var values = URLResourceValues()
    /// values.isExcludedFromBackup = true
    /// for var url in database.urls { try? url.setResourceValues(values) }
    /// ```
    public var urls: [URL] { paths.map { URL(fileURLWithPath: $0) } }

    /// Closes the database and removes its files. Anything at the path that is not a file, such as
    /// a directory, stays, and is an error.
    ///
    /// ```swift
    /// try database.removeFiles()
    /// ```
    public func removeFiles() throws {
        try withFilesAtRest { paths in
            for path in paths.reversed() { try Self.remove(path) }
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
        return paths.reduce(0) { $0 + Self.size(of: $1) }
    }

    /// Closes the database and does something to its files before it can be opened again.
    func withFilesAtRest(_ body: ([String]) throws -> Void) throws {
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

    /// A file itself, and of a folder all that is in it, at whatever depth.
    static func files(of path: String) -> [String] {
        let names = FileManager.default.enumerator(atPath: path)
        return [path] + (names?.map { path + "/\($0)" } ?? [])
    }

    static func remove(_ path: String) throws {
        guard isOfDatabase(path) else { return }
        try FileManager.default.removeItem(atPath: path)
    }

    /// Whether there is something that is the database's: a file, or the folder that it may have.
    /// Any other folder that happens to have the name is somebody else's, with all that is in it.
    static func isOfDatabase(_ path: String) -> Bool {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
            return false
        }
        return !isDirectory.boolValue || path.hasSuffix(".factory")
    }

    private static func size(of path: String) -> UInt64 {
        guard isOfDatabase(path) else { return 0 }
        return files(of: path).reduce(0) { $0 + fileSize($1) }
    }

    static func fileSize(_ path: String) -> UInt64 {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard attributes?[.type] as? FileAttributeType == .typeRegular else { return 0 }
        return (attributes?[.size] as? NSNumber)?.uint64Value ?? 0
    }
}
