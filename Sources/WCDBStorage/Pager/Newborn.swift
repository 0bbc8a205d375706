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
        let beginning = try bytes(of: file, at: 0, count: 64)
        guard !beginning.allSatisfy({ $0 == 0 }) else { return true }
        guard case .ours(let pageSize) = beginning.withUnsafeBytes(DatabaseHeader.prefix) else {
            if DatabaseHeader.isTorn(beginning) { return true }
            return try hasBrokenStart(file)
        }
        let mirror = try bytes(of: file, at: Int64(pageSize), count: 64)
        if mirror.allSatisfy({ $0 == 0 }) { return true }
        let fresh = DatabaseHeader.firstOrdinaryPage.offset(pageSize: pageSize)
        guard try file.size() <= fresh else { return false }
        let header = try bytes(of: file, at: 0, count: pageSize).withUnsafeBytes {
            $0.baseAddress.flatMap {
                DatabaseHeader.decode($0, pageSize: pageSize, number: DatabaseHeader.pageNumber)
            }
        }
        guard let header else { return true }
        return header.state.changeCounter == 0 && header.lastGeneration == 0
    }

    /// Whether the first sector may have been lost while it was written, and hold anything since
    /// (level EXTRA): the rest of page 1 is empty, and the file ends with a sector.
    private func hasBrokenStart(_ file: any OpenFile) throws(StorageError) -> Bool {
        guard try file.size().isMultiple(of: 512) else { return false }
        let rest = try bytes(of: file, at: 512, count: 512)
        // Pages of 512 bytes have the mirror there.
        return rest.allSatisfy { $0 == 0 } || DatabaseHeader.isTorn(rest)
            || rest.withUnsafeBytes(DatabaseHeader.prefix) == .ours(pageSize: 512)
    }

    /// What is behind the end of the file is zero.
    private func bytes(
        of file: any OpenFile, at offset: Int64, count: Int
    ) throws(StorageError) -> [UInt8] {
        let target = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
        defer { target.deallocate() }
        target.initializeMemory(as: UInt8.self, repeating: 0)
        _ = try FileTransfer.read(file, into: target, at: offset)
        return [UInt8](target)
    }
}
