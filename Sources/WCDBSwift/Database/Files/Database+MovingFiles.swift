import Foundation
import WCDBEngine
import WCDBStorage

// Moving the files of a database.

extension Database {
    /// Closes the database and moves its files into a directory, replacing files of the same names
    /// there. A database that is open there is closed too, and is read anew afterwards. The object
    /// keeps its path, and finds nothing there.
    ///
    /// ```swift
    /// try database.moveFiles(toDirectory: archive)
    /// let name = URL(fileURLWithPath: database.path).lastPathComponent
    /// let moved = Database(at: archive + "/" + name)
    /// ```
    public func moveFiles(toDirectory directory: String) throws {
        let name = (path as NSString).lastPathComponent
        let target = (directory as NSString).appendingPathComponent(name)
        guard let other = CoreDirectory.shared.known(at: target), other !== core else {
            return try withFilesAtRest { try move($0, to: directory) }
        }
        // Nobody uses either meanwhile. They are closed in one order, whoever moves what where, so
        // that two threads cannot wait for each other.
        let database = Database(other)
        if path < other.path {
            try withFilesAtRest { paths in
                try database.close { try move(paths, to: directory) }
            }
        } else {
            try database.close { try withFilesAtRest { try move($0, to: directory) } }
        }
    }

    private func move(_ paths: [String], to directory: String) throws {
        guard Self.isOfDatabase(path) else { return }
        let made = Self.missingFolders(of: directory)
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        // The same folder, whatever it is called: the files are where they should be.
        if try Self.isFolder(directory, of: path) { return }
        let files = paths.map { source in
            let name = (source as NSString).lastPathComponent
            return Move(source, (directory as NSString).appendingPathComponent(name))
        }
        // Beside a folder that has the name of one of its files no database could be opened.
        for file in files where Self.isForeign(file.target) {
            throw core.report(WCDBError.isDirectory(file.target, tag: tag))
        }
        try move(files, making: made)
        for path in paths.reversed() { try Self.remove(path) }
        core.corruption.forget()
    }

    private struct Move {
        let source: String
        let target: String
        /// Where a copy is made, under a name of its own: what is at the target stays until all
        /// copies are there.
        let copy: String

        init(_ source: String, _ target: String) {
            self.source = source
            self.target = target
            copy = target + "-" + UUID().uuidString
        }
    }

    /// Whether a file lies in a folder, whatever the folder is called: moved there, it would be
    /// taken for what is to be replaced.
    private static func isFolder(_ folder: String, of path: String) throws -> Bool {
        let system = SystemFileSystem.shared
        let home = URL(fileURLWithPath: path).deletingLastPathComponent().path
        return try system.identity(of: folder)?.key == system.identity(of: home)?.key
    }

    /// Moves files to their new places, the main one, which is the first, last of all: at any
    /// moment it has all of its files beside it, in the one place or the other. The originals stay,
    /// unless a new name was enough.
    private func move(_ files: [Move], making made: [String]) throws {
        guard let main = files.first else { return }
        let others = files.dropFirst().filter { Self.isOfDatabase($0.source) }
        var placed: [String] = []
        do {
            for file in others { try Self.copy(file) }
            try makeDurable(others.map(\.copy), in: made)
            let isCopied = try leavesVolume(main)
            if isCopied { try copyMain(main) }
            // What the database that was there has left, such as a log, must not be taken for this
            // one's.
            for file in files.dropFirst() { try Self.remove(file.target) }
            for file in others {
                try SystemFileSystem.shared.rename(file.copy, to: file.target)
                placed.append(file.target)
            }
            try rename(main, isCopied: isCopied)
        } catch {
            for path in placed + files.map(\.copy) {
                try? FileManager.default.removeItem(atPath: path)
            }
            throw error
        }
    }

    private static func copy(_ file: Move) throws {
        if (try? FileManager.default.linkItem(atPath: file.source, toPath: file.copy)) == nil {
            try FileManager.default.copyItem(atPath: file.source, toPath: file.copy)
        }
    }

    /// A database has one name only: it is copied, not linked.
    private func copyMain(_ main: Move) throws {
        try FileManager.default.copyItem(atPath: main.source, toPath: main.copy)
        try makeDurable([main.copy], in: [])
    }

    private func leavesVolume(_ file: Move) throws -> Bool {
        let system = SystemFileSystem.shared
        let folder = (file.target as NSString).deletingLastPathComponent
        return try system.identity(of: file.source)?.device != system.identity(of: folder)?.device
    }

    private func rename(_ main: Move, isCopied: Bool) throws {
        let system = SystemFileSystem.shared
        var isCopied = isCopied
        if !isCopied, (try? system.rename(main.source, to: main.target)) == nil {
            // On one volume a rename can fail too, as where a folder is mounted in two places.
            try copyMain(main)
            isCopied = true
        }
        if isCopied { try system.rename(main.copy, to: main.target) }
        do {
            try makeDurable([main.target], in: [])
            if !isCopied { try system.syncDirectory(holding: main.source) }
        } catch {
            if isCopied {
                try? system.remove(main.target)
            } else {
                try? system.rename(main.target, to: main.source)
            }
            throw error
        }
    }

    /// Files that were linked or copied, and folders that were made for them, are on the disk when
    /// this returns: then the originals may go, whenever the power fails.
    func makeDurable(_ targets: [String], in folders: [String]) throws {
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
