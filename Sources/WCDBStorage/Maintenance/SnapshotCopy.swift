/// A copy of a database as it is now, while others go on with it: asked of the store, written by
/// `SnapshotCopy`.
extension Store {
    /// Copies the newest commit, page by page, into a new database at `path`, in the file system of
    /// this one or in another. Readers and writers go on meanwhile. Every page is verified on the
    /// way; a crash or an error leaves nothing under the new name. `progress` is told the pages
    /// done and the pages of all; if it answers false, `interrupted` is thrown.
    package func copy(
        to path: String, in fileSystem: (any FileSystem)? = nil,
        progress: (Int, Int) -> Bool = { _, _ in true }
    ) throws(StorageError) {
        let reader = try beginRead()
        defer { reader.end() }
        let target = fileSystem ?? reader.core.fileSystem
        // A link that leads to nothing stays, as when a database is made there.
        let path = try target.canonicalPath(of: path)
        try SnapshotCopy(reader: reader, path: path, fileSystem: target).run(progress)
    }
}

/// Writes what a snapshot sees into a database file of its own.
///
/// The copy has an identity of its own, or a log of the one could be taken for the other's: the
/// checksums of all pages are made anew.
///
/// **Users.** The thread of the transaction.
struct SnapshotCopy {
    let reader: Transaction
    let path: String
    /// That of the copy.
    let fileSystem: any FileSystem

    private var core: Core { reader.core }

    func run(_ progress: (Int, Int) -> Bool) throws(StorageError) {
        try requireNothing()
        // Nobody makes or opens a database there meanwhile, nor copies one to the same place.
        let owner = OwnerLock(fileSystem: fileSystem, path: path)
        let lockFile = try owner.take()
        defer { owner.giveBack(lockFile) }
        try requireNothing()
        let newborn = StoreFiles.newborn(path)
        try Newborn(fileSystem: fileSystem, path: newborn).makeRoom()
        let file = try fileSystem.open(newborn, .create)
        defer { try? file.close() }
        let header = header()
        do {
            try write(header, to: file, progress)
            try file.sync(.full)
            try fileSystem.rename(newborn, to: path)
        } catch {
            try? fileSystem.remove(newborn)
            throw error
        }
        do {
            try fileSystem.syncDirectory(holding: path)
        } catch {
            try? fileSystem.remove(path)
            throw error
        }
        // It is what tells a copy from half of one, so it comes when the name is durable. Where it
        // does not, the next opening writes it.
        try? header.write(to: file, as: DatabaseHeader.mirrorPageNumber)
    }

    /// Nothing is in the way. A log would be taken for the copy's, which could not be opened then.
    private func requireNothing() throws(StorageError) {
        guard try fileSystem.identity(of: path) == nil else {
            throw .misuse("there is a file at '\(path)' already")
        }
        let log = StoreFiles.log(path)
        if let found = try fileSystem.identity(of: log), found.size > 0 {
            throw .misuse("there is a log at '\(log)' already")
        }
    }

    private func header() -> DatabaseHeader {
        core.appendLock.lock()
        var header = core.header
        core.appendLock.unlock()
        header.fileID = FileID(high: fileSystem.random(), low: fileSystem.random())
        header.state = reader.state
        header.lastCheckpointLSN = reader.state.lsn
        header.logGeneration = 0
        header.lastGeneration = 0
        return header
    }

    private func write(
        _ header: DatabaseHeader, to file: any OpenFile, _ progress: (Int, Int) -> Bool
    ) throws(StorageError) {
        let pageSize = core.pageSize
        let transfer = PageTransfer(
            pageSize: pageSize, fileID: header.fileID, codec: core.options.codec)
        let block = core.pool.take()
        defer { core.pool.give(block) }
        let encoded = UnsafeMutableRawBufferPointer.allocate(byteCount: pageSize, alignment: 16)
        defer { encoded.deallocate() }
        guard let target = encoded.baseAddress else { return }
        try header.write(to: file, as: DatabaseHeader.pageNumber)
        let count = Int(reader.state.pageCount)
        try file.setSize(Int64(count) * Int64(pageSize))
        for raw in DatabaseHeader.catalogRoot.rawValue...reader.state.pageCount {
            let number = PageNumber(raw)
            try reader.beginOperation()
            let isUsed = try reader.isInUse(number)
            if isUsed || reader.isMapPage(number) {
                block.copyMemory(from: try reader.readAnyPage(number), byteCount: pageSize)
                let sum = Checksum.page(
                    block, pageSize: pageSize, seed: transfer.seed,
                    sums: PageBlock.sums(block, pageSize: pageSize))
                block.storeBytes(of: sum.littleEndian, as: UInt64.self)
                transfer.encode(block, number: number, into: target)
                try FileTransfer.write(
                    file, UnsafeRawBufferPointer(encoded), at: core.offset(of: number))
            }
            if raw & 0xFF == 0 || Int(raw) == count, !progress(Int(raw), count) {
                throw .interrupted
            }
        }
    }
}
