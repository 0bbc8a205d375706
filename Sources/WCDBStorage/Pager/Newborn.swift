/// The place where a database is made before it gets its name: what may be in the way.
struct Newborn {
    let fileSystem: any FileSystem
    let path: String

    /// Removes what a crash has left of a database in the making. Anything else is somebody's, and
    /// stays.
    func makeRoom() throws(StorageError) {
        guard let found = try fileSystem.identity(of: path) else { return }
        // A database that has only just been made may be somebody's already.
        let isOpen = try fileSystem.identity(of: StoreFiles.lock(path)) != nil
        let isFile = !found.isDirectory && !found.isSpecial
        let isOurs = isFile && !isOpen ? try isUnfinished() : false
        guard isOurs else { throw .misuse("there is a file at '\(path)' already") }
        try fileSystem.remove(path)
    }

    /// Whether page 1 was not written yet, or not whole; whether the file is a copy whose mirror,
    /// which it gets at last, is missing; or a database that never had a commit.
    private func isUnfinished() throws(StorageError) -> Bool {
        let file = try fileSystem.open(path, .readOnly)
        defer { try? file.close() }
        let beginning = try bytes(of: file, at: 0, count: DatabaseHeader.prefixSize)
        guard !beginning.allSatisfy({ $0 == 0 }) else { return true }
        guard case .ours(let pageSize) = beginning.withUnsafeBytes(DatabaseHeader.prefix) else {
            if DatabaseHeader.isTorn(beginning) { return true }
            return try hasBrokenStart(file)
        }
        let mirror = try bytes(
            of: file, at: DatabaseHeader.mirrorPageNumber.offset(pageSize: pageSize),
            count: DatabaseHeader.prefixSize)
        if mirror.allSatisfy({ $0 == 0 }) { return true }
        let fresh = DatabaseHeader.firstOrdinaryPage.offset(pageSize: pageSize)
        guard try file.size() <= fresh else { return false }
        let header = try DatabaseHeader.read(
            from: file, pageSize: pageSize, number: DatabaseHeader.pageNumber)
        guard let header else { return true }
        return header.state.changeCounter == 0 && header.lastGeneration == 0
    }

    /// Whether the first sector may have been lost while it was written, and hold anything since
    /// (level EXTRA): the rest of page 1 is empty, and the file ends with a sector.
    private func hasBrokenStart(_ file: any OpenFile) throws(StorageError) -> Bool {
        let sectorSize = FileTransfer.sectorSize
        guard try file.size().isMultiple(of: Int64(sectorSize)) else { return false }
        let rest = try bytes(of: file, at: Int64(sectorSize), count: sectorSize)
        // Pages as small as a sector have the mirror there.
        return rest.allSatisfy { $0 == 0 } || DatabaseHeader.isTorn(rest)
            || rest.withUnsafeBytes(DatabaseHeader.prefix) == .ours(pageSize: sectorSize)
    }

    /// What is behind the end of the file is zero.
    private func bytes(
        of file: any OpenFile, at offset: Int64, count: Int
    ) throws(StorageError) -> [UInt8] {
        try withZeroedBytes(count) { (target) throws(StorageError) in
            _ = try FileTransfer.read(file, into: target, at: offset)
            return [UInt8](target)
        }
    }
}
