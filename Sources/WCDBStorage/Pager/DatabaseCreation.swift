/// Makes a database file: in a sibling that is renamed when it is whole and durable, so that a
/// crash at any point leaves either nothing or a database.
struct DatabaseCreation {
    let fileSystem: any FileSystem
    let path: String
    let options: StoreOptions

    func run() throws(StorageError) {
        let pageSize = options.pageSize
        guard DatabaseHeader.pageSizes.contains(pageSize), pageSize & (pageSize - 1) == 0 else {
            throw .unsupportedPageSize(path: path, pageSize: pageSize)
        }
        let newborn = StoreFiles.newborn(path)
        try Newborn(fileSystem: fileSystem, path: newborn).makeRoom()
        let file = try fileSystem.open(newborn, .create)
        do throws(StorageError) {
            try write(to: file, pageSize: pageSize)
            if options.syncLevel > .off { try file.sync(.full) }
            try file.close()
            try fileSystem.rename(newborn, to: path)
        } catch {
            try? file.close()
            try? fileSystem.remove(newborn)
            throw error
        }
        if options.syncLevel > .off, !options.plants(.forgetDirectorySync) {
            try fileSystem.syncDirectory(holding: path)
        }
    }

    private func write(to file: any OpenFile, pageSize: Int) throws(StorageError) {
        let pageCount = Int(DatabaseHeader.firstOrdinaryPage.rawValue) - 1
        var header = DatabaseHeader(
            pageSize: pageSize,
            fileID: FileID(high: fileSystem.random(), low: fileSystem.random()))
        header.state.pageCount = UInt32(pageCount)
        header.cipherID = options.codec?.cipherID ?? 0
        header.reservedBytes = UInt8(options.codec?.reservedBytes ?? 0)
        try withZeroedBytes(pageCount * pageSize) { (bytes) throws(StorageError) in
            guard let base = bytes.baseAddress else { return }
            encode(header, into: base)
            try FileTransfer.write(file, UnsafeRawBufferPointer(bytes), at: 0)
        }
    }

    /// Lays out the pages that every database has. Requires: memory for all of them, all zero.
    private func encode(_ header: DatabaseHeader, into base: UnsafeMutableRawPointer) {
        let pageSize = header.pageSize
        let transfer = PageTransfer(
            pageSize: pageSize, fileID: header.fileID, codec: options.codec)
        func place(_ number: PageNumber) -> UnsafeMutableRawPointer {
            base + Int(number.offset(pageSize: pageSize))
        }
        for number in [DatabaseHeader.pageNumber, DatabaseHeader.mirrorPageNumber] {
            header.encode(into: place(number), as: number)
        }
        let pages: [(PageNumber, PageKind, TreeID)] = [
            (DatabaseHeader.catalogRoot, .rowidLeaf, .catalog),
            (DatabaseHeader.firstSpaceMap, .spaceMap, .none),
            (DatabaseHeader.catalogNamesRoot, .keyLeaf, .catalogNames),
        ]
        for (number, kind, tree) in pages {
            encode(place(number), number, kind, tree, transfer)
        }
    }

    private func encode(
        _ target: UnsafeMutableRawPointer, _ number: PageNumber, _ kind: PageKind, _ tree: TreeID,
        _ transfer: PageTransfer
    ) {
        let pool = PagePool(pageSize: transfer.pageSize, epoch: nil, scheduler: nil)
        let block = pool.take()
        defer { pool.give(block) }
        block.initializeMemory(as: UInt8.self, repeating: 0, count: transfer.pageSize)
        func store<T: FixedWidthInteger>(_ value: T, _ offset: Int) {
            block.storeBytes(of: value.littleEndian, toByteOffset: offset, as: T.self)
        }
        store(number.rawValue, PageHeader.pageNumber)
        store(tree.rawValue, PageHeader.tree)
        store(kind.rawValue, PageHeader.kind)
        if kind == .spaceMap {
            // Itself, and the root of the catalog's names.
            store(UInt8(0b11), SpaceMap.bitsOffset)
        } else {
            store(UInt16(transfer.usableSize), PageHeader.contentStart)
        }
        let sum = Checksum.page(
            block, pageSize: transfer.pageSize, seed: transfer.seed,
            sums: PageBlock.sums(block, pageSize: transfer.pageSize))
        store(sum, PageHeader.checksum)
        transfer.encode(block, number: number, into: target)
    }
}
